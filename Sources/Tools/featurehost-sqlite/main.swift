import FHSQLiteSources
import FeaturePlugin
import Glibc

let kinds = SQLiteKinds()
let status = PluginProcess.run(name: "featurehost-sqlite", version: "0.1.0", sources: kinds.all) {
    // The arguments are a database and a table in it. Both are opened before the host requests them.
    kinds.openAhead(Array(CommandLine.arguments.dropFirst()))
}
kinds.closeAhead()
exit(status)
