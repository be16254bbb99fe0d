import DataSources
import JSON

/// The plugins that a workspace declares, and which sources each answers for.
struct PluginReader {
    private(set) var all: [PluginDeclaration] = []
    /// All names, those included whose declaration is wrong.
    private let names: [String]

    init(_ root: WorkspaceNode, folder: String) {
        let declared = root.objects("plugins")
        names = declared.map(\.0)
        all = declared.compactMap { Self.plugin($0, $1, folder: folder) }
    }

    /// Notes a source of the type `plugin`.
    ///
    /// - Returns: false where it is of another type.
    mutating func take(_ remote: RemoteSource, _ node: WorkspaceNode) -> Bool {
        guard node.value["type"]?.stringValue == "plugin" else { return false }
        let options = node.object("options") ?? .emptyObject
        let kind = node.string("source") ?? remote.name
        if kind.isEmpty { node.report("must name a source of the plugin", at: "source") }
        guard let name = node.requiredString("plugin") else { return true }
        if !names.contains(name) {
            node.report("there is no plugin \(name); \(WorkspaceContext.list(names))", at: "plugin")
        }
        if let place = all.firstIndex(where: { $0.name == name }) {
            all[place].sources.append(.init(remote: remote, kind: kind, options: options))
        }
        return true
    }

    private static func plugin(_ name: String, _ node: WorkspaceNode, folder: String) -> PluginDeclaration? {
        if name.isEmpty || name.contains(":") { node.report("a plugin's name is not empty and holds no colon") }
        node.expect(keys: ["command", "env", "folder"])
        var environment: [String: String] = [:]
        for (variable, value) in node.objects("env") {
            if variable.isEmpty || variable.contains("=") {
                value.report("a variable's name is not empty and holds no =")
            }
            if value.value.stringValue == nil { value.report("must be a string") }
            environment[variable] = value.value.stringValue
        }
        let own = node.string("folder").map { SourceDeclaration.place($0, folder) } ?? folder
        if node.value.isObject, node.value["command"] == nil {
            node.report("lacks command: the program and its arguments, as an array of strings")
        }
        guard let argv = node.strings("command") else { return nil }
        guard argv.first?.isEmpty == false else {
            node.report("must begin with a program", at: "command")
            return nil
        }
        return PluginDeclaration(
            name: name, argv: argv, folder: own.isEmpty ? nil : own, environment: environment)
    }
}
