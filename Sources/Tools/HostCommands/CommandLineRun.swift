import ArgumentParser
import FHJSON

/// Runs a command as ArgumentParser does, but escapes arguments that an error message quotes.
///
/// The arguments may come from an untrusted party, and unescaped arguments could fake lines of output.
enum CommandLineRun {
    /// Runs the command that the arguments name.
    ///
    /// - Returns: the exit status.
    static func status(of root: (some ParsableCommand).Type, _ words: some Sequence<String>) -> Int32 {
        let words = Array(words)
        do {
            var command = try root.parseAsRoot(words)
            try command.run()
            return 0
        } catch {
            let page = page(root.fullMessage(for: error), words)
            let status = root.exitCode(for: error).rawValue
            if page.isEmpty { return status }
            if status != 0 {
                StandardError.print(page: page)
            } else if (try? StandardOutput.print(page: page)) == nil {
                return 1
            }
            return status
        }
    }

    /// The message, in which line breaks in quoted arguments are escaped.
    private static func page(_ message: String, _ words: [String]) -> String {
        var page = message
        for word in words {
            let value = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
            for text in [word, value ?? ""] where text.contains(where: \.isNewline) {
                page = page.replacing(text, with: TerminalText.line(text))
            }
        }
        return page
    }
}
