import JSON

/// A program that a workspace names and that runs on demand.
public struct WorkspaceProgram: Sendable, Equatable {
    /// The purpose of a program.
    public enum Kind: String, Sendable {
        /// Prints the rows of a source.
        case command
        /// Searches the rows of a source.
        case search
        /// Performs an operation of a form or a list.
        case operation
        /// Answers for sources, and may provide features.
        case plugin
    }

    /// The purpose of the program.
    public let kind: Kind
    /// The name of the source or the plugin; for an operation, `source/operation`.
    public let name: String
    /// The program and its arguments.
    public let argv: [String]

    /// The programs of a source, in the order of their kinds.
    static func all(of source: WorkspaceNode, named name: String) -> [WorkspaceProgram] {
        guard source.value["type"]?.stringValue == "command" else { return [] }
        var programs: [WorkspaceProgram] = []
        func add(_ kind: Kind, _ name: String, _ argv: JSONValue?) {
            guard let argv, argv.isArray else { return }
            programs.append(WorkspaceProgram(kind: kind, name: name, argv: argv.elements.compactMap(\.stringValue)))
        }
        add(.command, name, source.value["argv"])
        add(.search, name, source.value["search"]?["argv"])
        let operations: JSONValue = source.value["operations"] ?? .null
        for (operation, declared) in operations.members {
            add(.operation, "\(name)/\(operation)", declared["argv"])
        }
        return programs
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("kind", kind.rawValue)
        json.field("name", name)
        json.field("argv", argv)
        json.endObject()
    }
}

/// A workspace whose programs are not run, since the user has not trusted it.
public struct UntrustedWorkspace: Sendable, Equatable {
    /// The absolute path of the workspace file.
    public let path: String
    /// The SHA-256 of the file's bytes, as hexadecimal digits.
    ///
    /// A client can show it when it requests trust from the user.
    public let digest: String
    /// The programs that the workspace would run; at least one.
    public let programs: [WorkspaceProgram]

    /// Describes the withheld programs of a workspace.
    public init(path: String, digest: String, programs: [WorkspaceProgram]) {
        self.path = path
        self.digest = digest
        self.programs = programs
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("workspace", path)
        json.field("sha256", digest)
        json.key("programs")
        json.beginArray()
        for program in programs { program.write(to: &json) }
        json.endArray()
        json.endObject()
    }
}
