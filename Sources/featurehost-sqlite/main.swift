import FeaturePlugin
import Glibc
import SQLiteSources

// A file that may not grow any more is a failure of the write, and not the end of the process.
signal(SIGXFSZ, SIG_IGN)
// Its arguments are a database and a table in it, which are looked at before somebody asks for them.
exit(
    PluginProcess.run(
        name: "featurehost-sqlite", version: "0.1.0",
        sources: SQLiteKinds.all(openingAhead: Array(CommandLine.arguments.dropFirst()))))
