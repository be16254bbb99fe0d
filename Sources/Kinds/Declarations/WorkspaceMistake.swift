/// An error or a warning about a workspace.
public struct WorkspaceMistake: Sendable, Equatable {
    /// The location, as a JSON Pointer.
    public let pointer: String
    /// The line, from 1.
    public let line: Int
    /// The problem and its remedy.
    public let message: String
    /// The path of the manifest; nil for the workspace itself.
    public let file: String?

    package init(pointer: String, line: Int, message: String, file: String? = nil) {
        self.pointer = pointer
        self.line = line
        self.message = message
        self.file = file
    }
}

extension [WorkspaceMistake] {
    /// The diagnostics sorted by file and line.
    package var inOrder: Self { sorted { ($0.file ?? "", $0.line) < ($1.file ?? "", $1.line) } }
}
