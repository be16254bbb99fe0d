import FHJSON

/// Replaces secrets in the output of a command.
///
/// A secret is detected in its original form, in its JSON form, and by each of its lines of at least four bytes.
struct Redaction: Sendable {
    /// The replacement for a secret.
    static let mark = Array("[secret]".utf8)
    private static let shortestLine = 4

    /// The byte strings that are replaced, longest first.
    private let needles: [[UInt8]]

    /// Makes a redaction of some secrets.
    ///
    /// - Parameter secrets: The secrets; empty strings are ignored.
    init(_ secrets: [String]) {
        var needles: Set<[UInt8]> = []
        for secret in secrets where !secret.isEmpty {
            needles.insert(Array(secret.utf8))
            needles.insert(Array(JSONText.string(secret).bytes.dropFirst().dropLast()))
            for line in secret.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
            where line.count >= Self.shortestLine {
                needles.insert(Array(line))
            }
        }
        self.needles = needles.sorted { $0.count > $1.count }
    }

    /// True if there is no secret.
    var isEmpty: Bool { needles.isEmpty }

    /// The length in bytes of the longest secret.
    var longest: Int { needles.first?.count ?? 0 }

    /// Returns the bytes with all secrets replaced.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - start: The start of the result; earlier bytes only help to detect secrets.
    func text(of bytes: [UInt8], from start: Int) -> [UInt8] {
        if needles.isEmpty { return Array(bytes[start...]) }
        var isSecret = Array(repeating: false, count: bytes.count)
        for needle in needles where needle.count <= bytes.count {
            for start in 0...bytes.count - needle.count
            where bytes[start] == needle[0] && bytes[start..<start + needle.count].elementsEqual(needle) {
                for index in start..<start + needle.count { isSecret[index] = true }
            }
        }
        var text: [UInt8] = []
        for index in start..<bytes.count {
            if !isSecret[index] {
                text.append(bytes[index])
            } else if index == start || !isSecret[index - 1] {
                text += Self.mark
            }
        }
        return text
    }
}
