import JSON

/// Replaces secrets in what a command has printed.
///
/// A secret is recognised as it is, as JSON writes it, and by each of its lines that has at least four bytes.
struct Redaction: Sendable {
    /// Written in the place of a secret.
    static let mark = Array("[secret]".utf8)
    private static let shortestLine = 4

    /// The byte strings that are replaced, the longest first.
    private let needles: [[UInt8]]

    /// - Parameter secrets: the texts; an empty one is no secret.
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

    /// The bytes of the longest secret.
    var longest: Int { needles.first?.count ?? 0 }

    /// The bytes with a mark in the place of each secret.
    ///
    /// - Parameter start: the first byte that is wanted; those before it only show where secrets begin.
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
