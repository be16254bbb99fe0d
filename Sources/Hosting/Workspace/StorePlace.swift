/// Where the rows of a workspace's tables are kept, and by which program.
public struct StorePlace: Sendable {
    /// What the program is called among plugins.
    static let pluginName = "featurehost-sqlite"

    /// The program that keeps them, looked up in `PATH` where it holds no slash, and its arguments.
    public let program: [String]
    /// The database of tables that name none.
    public let tables: String

    /// Names a place.
    public init(program: [String] = [Self.defaultProgram], tables: String = "tables.db") {
        self.program = program
        self.tables = tables
    }

    /// The database of drafts whose place the workspace leaves to the host.
    var drafts: String {
        let stem = tables.hasSuffix(".db") ? tables.dropLast(3) : tables[...]
        return "\(stem).drafts.db"
    }

    /// The program that comes with the host.
    public static let defaultProgram = "featurehost-sqlite"
}
