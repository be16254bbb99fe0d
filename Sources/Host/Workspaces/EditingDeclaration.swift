import FHDataSources
import FHDeclarations
import FHJSON

/// Reads the commands by which the rows of a command can be changed.
struct EditingDeclaration {
    /// The members of a source that declare such commands.
    static let kinds = CommandSource.Editing.Kind.allCases.map(\.rawValue)

    private let placeholders: Placeholders

    init(_ placeholders: Placeholders) { self.placeholders = placeholders }

    func editing(_ node: WorkspaceNode) -> CommandSource.Editing {
        var commands: [CommandSource.Editing.Kind: CommandSource.Operation] = [:]
        for kind in CommandSource.Editing.Kind.allCases {
            guard let command = node.member(kind.rawValue) else { continue }
            commands[kind] = SourceDeclaration.operation(command, placeholders, isEdit: true)
        }
        let reload = node.oneOf("reload", CommandSource.Editing.Reload.self)
        if reload != nil, Self.kinds.allSatisfy({ node.value[$0] == nil }) {
            node.report("is for a source with \(Self.kinds.joined(separator: ", "))", at: "reload")
        }
        return CommandSource.Editing(commands, reload: reload ?? .all, params: placeholders.object)
    }
}
