import FHJSON

/// Replaces secrets in the texts from a program that received the secrets.
///
/// A secret is detected in its original form, in its JSON forms, in UTF-16 and Latin-1, and by each of its lines of at
/// least four bytes. The JSON forms are those with and without escapes for slashes and for characters outside of ASCII.
package struct Redaction: Sendable {
    /// The replacement for a secret.
    package static let mark = Array("[secret]".utf8)
    private static let shortestLine = 4

    /// The byte strings that are replaced, longest first.
    private let needles: [[UInt8]]

    /// Makes a redaction of some secrets.
    ///
    /// - Parameter secrets: The secrets; empty strings are ignored.
    package init(_ secrets: [String]) {
        var needles: Set<[UInt8]> = []
        for secret in secrets where !secret.isEmpty {
            needles.insert(Array(secret.utf8))
            needles.formUnion(Self.jsonForms(of: secret))
            needles.formUnion(Self.forms(of: secret))
            for line in secret.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
            where line.count >= Self.shortestLine {
                needles.insert(Array(line))
            }
        }
        self.needles = needles.sorted { $0.count > $1.count }
    }

    /// True if there is no secret.
    package var isEmpty: Bool { needles.isEmpty }

    /// The length in bytes of the longest form of a secret.
    package var longest: Int { needles.first?.count ?? 0 }

    /// Returns the bytes from `start` on, with each secret replaced by ``mark``.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - start: The first index whose byte is returned. The bytes before it only help to detect secrets.
    ///   - isIgnored: Returns true for a byte that will not be shown. A secret is detected even if such bytes interrupt
    ///     it.
    package func text(of bytes: [UInt8], from start: Int, ignoring isIgnored: (UInt8) -> Bool = { _ in false })
        -> [UInt8]
    {
        if needles.isEmpty { return Array(bytes[start...]) }
        var isSecret = mask(of: bytes)
        let places = bytes.indices.filter { !isIgnored(bytes[$0]) }
        if places.count < bytes.count {
            for (place, isPart) in zip(places, mask(of: places.map { bytes[$0] })) where isPart {
                isSecret[place] = true
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

    /// Returns, for each byte, true if the byte is a part of a secret.
    private func mask(of bytes: [UInt8]) -> [Bool] {
        var isSecret = Array(repeating: false, count: bytes.count)
        for needle in needles where needle.count <= bytes.count {
            for start in 0...bytes.count - needle.count
            where bytes[start] == needle[0] && bytes[start..<start + needle.count].elementsEqual(needle) {
                for index in start..<start + needle.count { isSecret[index] = true }
            }
        }
        return isSecret
    }

    /// Returns a text with all secrets replaced.
    package func text(of text: String) -> String {
        needles.isEmpty ? text : String(decoding: self.text(of: Array(text.utf8), from: 0), as: UTF8.self)
    }

    /// Returns a failure with all secrets replaced in its message and in the messages of its validation errors.
    package func failure(_ failure: Failure) -> Failure {
        if needles.isEmpty { return failure }
        let mistakes = failure.mistakes.map {
            Failure.Mistake(path: $0.path, code: $0.code, message: text(of: $0.message))
        }
        var redacted = Failure(
            failure.code, text(of: failure.message), retryable: failure.retryable, status: failure.status,
            mistakes: mistakes)
        redacted.current = failure.current
        return redacted
    }

    /// Returns a secret in UTF-16, little-endian and big-endian, and in Latin-1 if possible.
    private static func forms(of secret: String) -> [[UInt8]] {
        let units = Array(secret.utf16)
        let low = units.map { UInt8(truncatingIfNeeded: $0) }
        let high = units.map { UInt8(truncatingIfNeeded: $0 >> 8) }
        let wide = [zip(low, high), zip(high, low)].map { pairs in pairs.flatMap { [$0, $1] } }
        return high.allSatisfy { $0 == 0 } ? wide + [low] : wide
    }

    /// Returns the content of the JSON strings that different programs write for a secret.
    private static func jsonForms(of secret: String) -> [[UInt8]] {
        let plain = Array(JSONText.string(secret).bytes.dropFirst().dropLast())
        let ascii = [false, true].map { isUppercase in
            String(decoding: plain, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
                if unit < 0x80 { return [UInt8(unit)] }
                let digits = String(unit, radix: 16, uppercase: isUppercase)
                return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            }
        }
        return ([plain] + ascii).flatMap { form in
            [form, form.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }]
        }
    }
}
