import FHDeclarations
import FHHosting
import FHJSON

extension PluginDeclaration {
    private static let members = ["command", "env", "folder"]

    /// Reads the declaration of a plugin in a workspace.
    ///
    /// Returns nil after it has reported an error.
    ///
    /// A declaration without a command refers to the installed plugin of the same name.
    init?(_ name: String, _ node: WorkspaceNode, folder: String, installed: PluginFolder) {
        Self.check(name, node)
        node.expect(keys: Self.members)
        let environment = Self.environment(node)
        if node.value.isObject, node.value["command"] == nil {
            guard let plugin = Self.installed(name, node, installed) else { return nil }
            self = plugin
            self.environment.merge(environment) { _, own in own }
            return
        }
        let own = node.string("folder").map { SourceDeclaration.place($0, folder) } ?? folder
        guard let argv = Self.command(node) else { return nil }
        self.init(name: name, argv: argv, folder: own.isEmpty ? nil : own, environment: environment)
        declaredFolder = node.value["folder"]?.stringValue
    }

    /// Reads the manifest of an installed plugin.
    ///
    /// Returns nil after it has reported an error.
    ///
    /// - Parameters:
    ///   - name: the name of the plugin.
    ///   - node: the root of the manifest.
    ///   - folder: the folder of the manifest, an absolute path.
    ///   - path: the path of the manifest.
    init?(_ name: String, manifest node: WorkspaceNode, folder: String, path: String) {
        Self.check(name, node)
        node.expect(keys: ["$schema"] + Self.members)
        let environment = Self.environment(node)
        let own = node.string("folder").map { SourceDeclaration.place($0, folder) } ?? folder
        if node.value.isObject, node.value["command"] == nil {
            node.report("lacks command: the program and its arguments, as an array of strings")
        }
        guard var argv = Self.command(node) else { return nil }
        // A relative program path is relative to the manifest, regardless of the folder in which the program runs.
        if argv[0].utf8.contains(UInt8(ascii: "/")) { argv[0] = SourceDeclaration.place(argv[0], folder) }
        self.init(name: name, argv: argv, folder: own, environment: environment, manifest: path)
    }

    private static func installed(_ name: String, _ node: WorkspaceNode, _ plugins: PluginFolder) -> Self? {
        if node.value["folder"] != nil {
            node.report(
                "is for a plugin with a command; an installed plugin names its folder in its manifest", at: "folder")
        }
        switch plugins.plugin(named: name) {
        case .found(let plugin): return plugin
        case .wrong(let found): node.mistakes.add(found)
        case .absent(let what):
            node.report(
                "lacks command: the program and its arguments, as an array of strings; "
                    + "without a command the installed plugin of this name is used, and \(what)")
        }
        return nil
    }

    private static func check(_ name: String, _ node: WorkspaceNode) {
        if name == StorePlace.pluginName { node.report("\(name) is the host's own plugin; use another name") }
        if name.isEmpty || name.contains(":") { node.report("a plugin's name must not be empty or contain a colon") }
    }

    /// Reads the member `env`: variables by name.
    static func environment(_ node: WorkspaceNode) -> [String: String] {
        var environment: [String: String] = [:]
        for (variable, value) in node.objects("env") {
            if variable.isEmpty || variable.contains("=") {
                value.report("a variable's name must not be empty or contain =")
            }
            if value.value.stringValue == nil { value.report("must be a string") }
            environment[variable] = value.value.stringValue
        }
        return environment
    }

    private static func command(_ node: WorkspaceNode) -> [String]? {
        guard let argv = node.strings("command") else { return nil }
        if argv.first?.isEmpty == false { return argv }
        node.report("must begin with a program", at: "command")
        return nil
    }
}
