import FHEventLoop
import FHJSON
import FHTerminalDialogs
import SystemPackage

extension DialogStreams {
    /// The streams of this process.
    static let standard = DialogStreams(
        output: FileDescriptor.standardOutput.rawValue, error: FileDescriptor.standardError.rawValue)
}

/// Standard error, for messages of the commands themselves.
///
/// All output of commands goes through this type and ``StandardOutput``. The output can quote texts from files and
/// other programs. Control characters are therefore escaped, so that such a text can't fake a line.
enum StandardError {
    /// Prints a message as one line.
    static func print(_ message: String) { write(TerminalText.line(message)) }

    /// Prints lines.
    static func print(lines: [String]) { for line in lines { print(line) } }

    /// Prints a text that consists of several lines, such as a help page.
    static func print(page: String) { write(TerminalText.lines(page)) }

    /// Prints a text without a line break at its end, such as a prompt.
    static func print(part: String) throws {
        _ = try FileDescriptor.standardError.writeAll(Array(TerminalText.lines(part).utf8))
    }

    /// Replaces the line in which the cursor is; for a terminal.
    static func print(status: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array("\r\u{1B}[K\(TerminalText.line(status))".utf8))
    }

    /// True if standard error is a terminal.
    static var isTerminal: Bool { OwnProcess.isTerminal(.standardError) }

    private static func write(_ text: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array("\(text)\n".utf8))
    }
}

/// Standard output, for the result of a command.
///
/// Its functions throw `Errno` if writing fails, so that a full disk does not count as success.
enum StandardOutput {
    /// Prints a line.
    ///
    /// Control characters are escaped as in JSON, so a line of JSON keeps its meaning.
    static func print(_ line: String) throws { try write(TerminalText.line(line)) }

    /// Prints lines.
    static func print(lines: [String]) throws { try write(text(of: lines)) }

    /// The output for lines, without the last line break.
    static func text(of lines: [String]) -> String { lines.map(TerminalText.line).joined(separator: "\n") }

    /// Prints a text that consists of several lines, such as a help page.
    static func print(page: String) throws { try write(TerminalText.lines(page)) }

    /// Prints a text without a line break at its end, such as a prompt.
    static func print(part: String) throws {
        _ = try FileDescriptor.standardOutput.writeAll(Array(TerminalText.lines(part).utf8))
    }

    private static func write(_ text: String) throws {
        _ = try FileDescriptor.standardOutput.writeAll(Array("\(text)\n".utf8))
    }

    /// True if standard output is a terminal.
    static var isTerminal: Bool { OwnProcess.isTerminal(.standardOutput) }

    /// Writes bytes.
    ///
    /// For a terminal, the bytes are filtered. A program or a file gets the bytes unchanged.
    ///
    /// - Parameter filter: the filter for this stream of bytes; nil if the output is not a terminal.
    static func write(_ bytes: some Collection<UInt8>, _ filter: inout TerminalFilter?) throws {
        guard filter != nil else {
            _ = try FileDescriptor.standardOutput.writeAll(bytes)
            return
        }
        var shown: [UInt8] = []
        filter?.append(bytes, to: &shown)
        _ = try FileDescriptor.standardOutput.writeAll(shown)
    }
}
