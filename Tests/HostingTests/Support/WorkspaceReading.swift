import Hosting
import Testing

/// A mistake that a workspace is expected to have.
struct ExpectedMistake: Sendable {
    let pointer: String
    let line: Int
    /// What the message holds.
    let words: String

    init(_ pointer: String, _ line: Int, _ words: String) {
        self.pointer = pointer
        self.line = line
        self.words = words
    }
}

/// Reads a workspace whose relative paths begin at the working folder.
func workspace(_ text: String) throws(WorkspaceError) -> Workspace {
    try Workspace(Array(text.utf8), folder: "", seed: 1)
}

/// All mistakes of a workspace.
func mistakes(_ text: String) -> [WorkspaceMistake] {
    do {
        _ = try workspace(text)
        return []
    } catch {
        return error.mistakes
    }
}

/// Expects that a workspace has these mistakes and no others.
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
    // Nothing right is called wrong, and no mistake is named twice.
    #expect(found == [], sourceLocation: sourceLocation)
}
