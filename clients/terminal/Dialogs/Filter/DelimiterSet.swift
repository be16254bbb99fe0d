/// A set of ASCII characters in the notation of regular expressions, such as `[:,]`, `[0-9]` or `\s`.
struct DelimiterSet {
    private(set) var members: Set<UInt8> = []

    private static let digits = Set(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let capitals = Set(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    private static let smallLetters = Set(UInt8(ascii: "a")...UInt8(ascii: "z"))

    /// Reads a set; nil if the text is another regular expression, or none.
    ///
    /// A set with `^`, a class such as `[:alpha:]` and characters outside of ASCII are not supported.
    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        guard rest.first == UInt8(ascii: "[") else {
            guard rest.count == 2, let set = Self.member(&rest), set.count > 1, rest.isEmpty else { return nil }
            members = set
            return
        }
        rest.removeFirst()
        guard rest.popLast() == UInt8(ascii: "]"), !rest.isEmpty, rest.first != UInt8(ascii: "^") else { return nil }
        while let first = rest.first {
            // The mark that ends a set is a member only at the beginning.
            if first == UInt8(ascii: "]"), !members.isEmpty { return nil }
            if rest.starts(with: "[:".utf8) { return nil }
            guard let low = Self.member(&rest) else { return nil }
            guard rest.count > 1, rest.first == UInt8(ascii: "-") else {
                members.formUnion(low)
                continue
            }
            rest.removeFirst()
            guard let high = Self.member(&rest), low.count == 1, high.count == 1, let start = low.first,
                let end = high.first, start <= end
            else { return nil }
            members.formUnion(start...end)
        }
    }

    /// Removes the first character of a set or a class such as `\d`, and returns its members; nil if it has none.
    private static func member(_ rest: inout ArraySlice<UInt8>) -> Set<UInt8>? {
        guard let byte = rest.popFirst(), byte < 0x80 else { return nil }
        guard byte == UInt8(ascii: "\\") else { return [byte] }
        switch rest.popFirst() {
        case nil: return nil
        case UInt8(ascii: "d"): return digits
        case UInt8(ascii: "s"): return Set(" \t\n\r\u{C}".utf8)
        case UInt8(ascii: "w"): return digits.union(capitals).union(smallLetters).union([UInt8(ascii: "_")])
        case let next?: return escaped(next).map { [$0] }
        }
    }

    /// Returns the character that `\` and another character mean; nil if they don't mean one character.
    static func escaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "t"): 9
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "0"): 0
        default: digits.contains(byte) || capitals.contains(byte) || smallLetters.contains(byte) ? nil : byte
        }
    }
}
