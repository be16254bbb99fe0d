import FHSQLiteSources
import FeaturePlugin
import Glibc

let kinds = SQLiteKinds()
let status = PluginProcess.run(name: "featurehost-sqlite", version: "0.1.0", sources: kinds.all) {
    // Its arguments are a database and a table in it, which are looked at before somebody asks for them.
    kinds.openAhead(Array(CommandLine.arguments.dropFirst()))
}
kinds.closeAhead()
exit(status)
