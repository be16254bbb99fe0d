import ArgumentParser
import FHEventLoop
import FHTerminalDialogs
import SystemPackage

/// Reads the text of a dialog from arguments, standard input or a file.
enum DialogInput {
    /// The maximum length of a text in bytes.
    private static let longest = 1 << 30

    /// True if standard input is a terminal, so that it contains the keys of the user and no text.
    static var isTerminal: Bool { OwnProcess.isTerminal(.standardInput) }

    /// Returns all of standard input; nil if it is a terminal.
    static func text() throws -> String? { isTerminal ? nil : try read("standard input", .standardInput) }

    /// Returns the first line of standard input; nil if it is a terminal.
    static func line() throws -> String? {
        guard let text = try text() else { return nil }
        return text.split(separator: "\n", omittingEmptySubsequences: false).first.map { line in
            line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
        }
    }

    /// Returns all of standard input.
    ///
    /// - Parameter missing: the usage error if standard input is a terminal.
    static func required(_ missing: String) throws -> String {
        guard let text = try text() else { throw ValidationError(missing) }
        return text
    }

    /// Returns the text of a file.
    static func text(ofFile path: String) throws -> String {
        if WholeFile.isDevice(path), path != "/dev/stdin" {
            StandardError.print("featurehost: \(path): is a device; name a file")
            throw ExitCode(DialogStatus.failed)
        }
        return try reading(path) { () throws(Errno) in try WholeFile.read(path, upTo: longest) }
    }

    private static func read(_ name: String, _ file: FileDescriptor) throws -> String {
        try reading(name) { () throws(Errno) in try WholeFile.read(file, upTo: longest) }
    }

    private static func reading(_ name: String, _ read: () throws(Errno) -> [UInt8]) throws -> String {
        do throws(Errno) {
            return String(decoding: try read(), as: UTF8.self)
        } catch {
            StandardError.print("featurehost: \(name) can't be read: \(error)")
            throw ExitCode(DialogStatus.failed)
        }
    }
}
