import FHDeclarations
import FHHosting
import FHJSON

extension WorkspaceProgram {
    /// The programs of a source, in the order of their kinds.
    static func all(of source: WorkspaceNode, named name: String) -> [WorkspaceProgram] {
        guard source.value["type"]?.stringValue == "command" else { return [] }
        var programs: [WorkspaceProgram] = []
        let variables = (source.value["env"] ?? .null).members.compactMap { name, value in
            value.stringValue.map { (name, $0) }
        }
        let environment = Dictionary(variables) { first, _ in first }
        func add(_ kind: Kind, _ name: String, _ argv: JSONValue?) {
            guard let argv, argv.isArray else { return }
            programs.append(
                WorkspaceProgram(
                    kind: kind, name: name, argv: argv.elements.compactMap(\.stringValue),
                    folder: source.value["folder"]?.stringValue, environment: environment))
        }
        add(.command, name, source.value["argv"])
        add(.search, name, source.value["search"]?["argv"])
        let operations: JSONValue = source.value["operations"] ?? .null
        for (operation, declared) in operations.members {
            add(.operation, "\(name)/\(operation)", declared["argv"])
        }
        for edit in EditingDeclaration.kinds { add(.edit, "\(name)/\(edit)", source.value[edit]?["argv"]) }
        return programs
    }
}
