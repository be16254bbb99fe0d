import FHJSON

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
        /// Changes rows of a source.
        case edit
        /// Answers for sources, and may provide features.
        case plugin
    }

    /// The purpose of the program.
    public let kind: Kind
    /// The name of the source or the plugin; for an operation or an edit, `source/operation`.
    public let name: String
    /// The program and its arguments.
    ///
    /// If the workspace sets variables or a working folder, these precede the program as arguments of env(1), because
    /// they can change what is run: `env -C bin BASH_ENV=setup.sh bash job`.
    public let argv: [String]

    package init(
        kind: Kind, name: String, argv: [String], folder: String? = nil, environment: [String: String] = [:]
    ) {
        self.kind = kind
        self.name = name
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let setting = (folder.map { ["-C", $0] } ?? []) + variables
        self.argv = setting.isEmpty ? argv : ["env"] + setting + argv
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("kind", kind.rawValue)
        json.field("name", name)
        json.field("argv", argv)
        json.endObject()
    }
}

/// A workspace whose programs are not run, because the user has not trusted it.
public struct UntrustedWorkspace: Sendable, Equatable {
    /// The absolute path of the workspace file.
    public let path: String
    /// The SHA-256 of the file's bytes, as hexadecimal digits.
    ///
    /// A client can show the digest when it requests trust from the user.
    public let digest: String
    /// The programs that the workspace would run; at least one.
    public let programs: [WorkspaceProgram]

    /// Creates the description of a workspace whose programs are not run.
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
