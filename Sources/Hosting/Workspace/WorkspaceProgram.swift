import JSON

/// A program that a workspace names, and that is run when somebody asks for what it is about.
public struct WorkspaceProgram: Sendable, Equatable {
    /// What it is run for.
    public enum Kind: String, Sendable {
        /// It prints the rows of a source.
        case command
        /// It finds rows of a source.
        case search
        /// It does something that a form or a list asks for.
        case operation
        /// It answers for sources, and may have features.
        case plugin
    }

    /// What it is run for.
    public let kind: Kind
    /// The source or the plugin; of an operation the source and the operation, with a slash between.
    public let name: String
    /// The program and its arguments.
    public let argv: [String]

    /// The programs of a source's declaration, in the order of their kinds.
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

/// A workspace whose programs are not run, since nobody has said that it is trusted.
public struct UntrustedWorkspace: Sendable, Equatable {
    /// Its file, as an absolute path.
    public let path: String
    /// The SHA-256 of its bytes, in hexadecimal digits: whoever asks a person about it can say which it was.
    public let digest: String
    /// What it would run; at least one.
    public let programs: [WorkspaceProgram]

    /// Says what is held back.
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
