import FHDeclarations
import FHHosting
import FHWorkspaces
import Testing

/// An expected error of a workspace.
struct ExpectedMistake: Sendable {
    let pointer: String
    let line: Int
    /// A part of the message.
    let words: String

    init(_ pointer: String, _ line: Int, _ words: String) {
        self.pointer = pointer
        self.line = line
        self.words = words
    }
}

/// Reads a workspace with the working directory as its folder.
func workspace(_ text: String) throws(WorkspaceError) -> Workspace {
    try Workspace(Array(text.utf8), folder: "", seed: 1)
}

/// Returns all errors of a workspace.
func mistakes(_ text: String) -> [WorkspaceMistake] {
    do {
        _ = try workspace(text)
        return []
    } catch {
        return error.mistakes
    }
}

/// Expects exactly these errors of a workspace.
func expect(
    _ expected: [ExpectedMistake], in text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    var found = mistakes(text)
    #expect(found.map(\.line) == found.map(\.line).sorted(), sourceLocation: sourceLocation)
    for mistake in expected {
        let index = found.firstIndex {
            $0.pointer == mistake.pointer && $0.line == mistake.line && $0.message.contains(mistake.words)
        }
        if let index {
            found.remove(at: index)
        } else {
            let near = found.filter { $0.pointer == mistake.pointer }
            Issue.record("\(mistake) was not found; there are \(near)", sourceLocation: sourceLocation)
        }
    }
    // Nothing valid is reported, and no error is reported twice.
    #expect(found == [], sourceLocation: sourceLocation)
}
