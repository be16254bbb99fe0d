import FHJSON
import Glibc
import SystemPackage

/// Prints the values of a form for scripts.
enum FormAnswer {
    /// Prints the values as JSON, or as assignments of shell variables.
    static func print(_ values: JSONValue, asJSON: Bool) throws {
        if asJSON || !values.isObject { return try StandardOutput.print(JSONText(values).string) }
        let lines = values.members.map { "\(variable($0.key))=\(quoted(text($0.value)))" }
        var filter = StandardOutput.isTerminal ? TerminalFilter() : nil
        try StandardOutput.write(Array(lines.map { $0 + "\n" }.joined().utf8), &filter)
    }

    /// Returns the reason why fields can't be assigned to variables; nil if they can.
    static func mistake(inNames names: [String]) -> String? {
        if let name = names.first(where: { !$0.utf8.contains(where: isLetterOrDigit) }) {
            return "no variable can be named after the field “\(name)”, which has no letter from a to z and no digit"
        }
        var known: [String: String] = [:]
        for name in names {
            if let other = known[variable(name)] {
                return "the fields \(other) and \(name) would be assigned to the same variable, \(variable(name))"
            }
            known[variable(name)] = name
        }
        return nil
    }

    /// Returns the name of the variable for a field.
    private static func variable(_ name: String) -> String {
        let text = String(
            decoding: name.unicodeScalars.map { scalar in
                scalar.isASCII && isLetterOrDigit(UInt8(truncatingIfNeeded: scalar.value))
                    ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "_")
            }, as: UTF8.self)
        return text.first?.isNumber == true ? "_" + text : text
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Returns a value as text; a list has a line for each element.
    private static func text(_ value: JSONValue) -> String {
        if value.isNull { return "" }
        if value.isArray { return value.elements.map(text).joined(separator: "\n") }
        return value.stringValue ?? JSONText(value).string
    }

    private static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

/// A named pipe for the values of a form with secrets, which the output of a feature never contains.
///
/// Only the user can read the folder of the pipe.
final class SecretPipe {
    /// The folder that contains the pipe, whose name is `secret`.
    let folder: String
    private let descriptor: FileDescriptor

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/featurehost-form.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard mkfifo("\(folder)/secret", 0o600) == 0 else { throw Errno(rawValue: errno) }
        // Opening a pipe for reading and writing doesn't wait for another process, and the pipe keeps written bytes.
        descriptor = try FileDescriptor.open(
            FilePath("\(folder)/secret"), .readWrite, options: [.nonBlocking, .closeOnExec])
    }

    deinit {
        try? descriptor.close()
        unlink("\(folder)/secret")
        rmdir(folder)
    }

    /// Returns the values that were written to the pipe.
    func values() throws -> JSONValue {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while case let count = try buffer.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
                bytes += buffer[..<count]
            }
        } catch Errno.resourceTemporarilyUnavailable {}
        do throws(JSONParseError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw Errno.ioError
        }
    }
}
