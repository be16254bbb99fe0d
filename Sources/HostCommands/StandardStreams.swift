import EventLoop
import JSON
import SystemPackage

/// The log's descriptor, for messages of the commands themselves.
///
/// Here and in ``StandardOutput`` is all that commands print, since what others wrote is in it: none of it may act on a
/// terminal or pass for a line of its own.
enum StandardError {
    /// Prints a message in one line.
    static func print(_ message: String) { write(TerminalText.line(message)) }

    /// Prints lines.
    static func print(lines: [String]) { for line in lines { print(line) } }

    /// Prints a text that has lines of its own, such as a help page.
    static func print(page: String) { write(TerminalText.lines(page)) }

    private static func write(_ text: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array("\(text)\n".utf8))
    }
}

/// A command's result.
///
/// - Throws: `Errno` where it can't be written, so that a full disk is no success.
enum StandardOutput {
    /// Prints a line, which may be one of JSON: that means the same afterwards.
    static func print(_ line: String) throws { try write(TerminalText.line(line)) }

    /// Prints lines.
    static func print(lines: [String]) throws { try write(text(of: lines)) }

    /// What is printed of lines, but for the break at the end.
    static func text(of lines: [String]) -> String { lines.map(TerminalText.line).joined(separator: "\n") }

    /// Prints a text that has lines of its own, such as a help page.
    static func print(page: String) throws { try write(TerminalText.lines(page)) }

    private static func write(_ text: String) throws {
        _ = try FileDescriptor.standardOutput.writeAll(Array("\(text)\n".utf8))
    }

    /// Whether it is a terminal, and not a program or a file that gets what others wrote byte by byte.
    static var isTerminal: Bool { OwnProcess.isTerminal(.standardOutput) }

    /// Writes bytes as they are, or what a terminal may get of them.
    ///
    /// - Parameter filter: what a terminal may get of this stream of bytes; nil where it is none.
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
