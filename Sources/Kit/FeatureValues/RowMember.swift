import FHJSON

/// The path of a member of a row: a name or, for a nested member, a JSON Pointer (RFC 6901).
public struct RowMember: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name or the pointer as declared.
    public let description: String
    /// The pointer to the member.
    public let pointer: JSONPointer

    /// Parses a name such as `title`, or a pointer such as `/owner/name`.
    ///
    /// - Throws: ``Fault`` for an empty text and for a malformed pointer.
    public init(_ text: String) throws(Fault) {
        if text.isEmpty { throw Fault("names no member") }
        description = text
        guard text.utf8.first == UInt8(ascii: "/") else {
            pointer = JSONPointer([text])
            return
        }
        do {
            pointer = try JSONPointer(parsing: text)
        } catch {
            throw Fault("is no JSON Pointer: \(error.message)")
        }
    }

    /// Parses a literal name or pointer; traps if it is invalid.
    public init(stringLiteral text: String) {
        do throws(Fault) {
            try self.init(text)
        } catch {
            preconditionFailure("\(text) \(error.message)")
        }
    }

    /// The reason why a text names no member.
    public struct Fault: Error, Equatable {
        /// The error, as a phrase that follows the text in messages, such as `names no member`.
        public let message: String

        init(_ message: String) { self.message = message }
    }
}

extension SourceRow {
    /// Returns the JSON of a member as it is written in the row.
    ///
    /// Nil if the row lacks the member, or if the value of the row was released from memory (a dropped row).
    public func text(of member: RowMember) -> JSONText? {
        withTexts { _, value in
            guard !value.isEmpty, let range = try? JSONScanner.range(of: member.pointer, in: value) else { return nil }
            return JSONText.build(capacity: range.count) { $0.rawValue(UnsafeRawBufferPointer(rebasing: value[range])) }
        }
    }

    /// True if both rows have equal values of a member, or if both lack the member.
    ///
    /// The order of the members in objects is ignored.
    package func hasSame(_ member: RowMember, as other: SourceRow) -> Bool {
        let (own, others) = (text(of: member), other.text(of: member))
        return own == others || own?.value == others?.value
    }
}
