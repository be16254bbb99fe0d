/// The location of a workspace's tables, and the program that stores the tables.
public struct StorePlace: Sendable {
    /// The name of the plugin that runs ``program``.
    package static let pluginName = "featurehost-sqlite"

    /// The program and its arguments.
    ///
    /// A program name without a slash is looked up in `PATH`.
    public let program: [String]
    /// The path of the database for tables that name no database.
    public let tables: String

    /// Creates a location.
    ///
    /// By default, the program is the one that is installed with the host, and the path is `tables.db`.
    public init(program: [String] = [Self.defaultProgram], tables: String = "tables.db") {
        self.program = program
        self.tables = tables
    }

    /// The path of the database for the drafts of features that name no source for their drafts.
    package var drafts: String {
        let stem = tables.hasSuffix(".db") ? tables.dropLast(3) : tables[...]
        return "\(stem).drafts.db"
    }

    /// The name of the program that is installed with the host.
    public static let defaultProgram = "featurehost-sqlite"
}
