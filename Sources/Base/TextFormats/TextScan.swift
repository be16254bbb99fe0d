/// A scanner that reads ASCII text from the start.
struct TextScan {
    var rest: ArraySlice<UInt8>

    /// True if `read` returns true and consumes the whole text.
    static func reads(_ text: String, _ read: (inout TextScan) -> Bool) -> Bool {
        var scan = TextScan(rest: Array(text.utf8)[...])
        return read(&scan) && scan.rest.isEmpty
    }

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: letter) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a letter or its upper-case form; returns false if another byte follows.
    ///
    /// - Parameter letter: a lower-case letter.
    mutating func take(anyCase letter: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first | 0x20 == UInt8(ascii: letter) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads bytes while a condition holds, and returns their number.
    @discardableResult
    mutating func take(while fits: (UInt8) -> Bool) -> Int {
        let count = rest.prefix(while: fits).count
        rest.removeFirst(count)
        return count
    }

    /// Reads a number of exactly `count` digits; nil if fewer digits follow.
    mutating func takeNumber(_ count: Int) -> Int? {
        guard rest.count >= count, rest.prefix(count).allSatisfy(\.isDigit) else { return nil }
        defer { rest.removeFirst(count) }
        return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func takeUUID() -> Bool {
        for (index, count) in [8, 4, 4, 4, 12].enumerated() {
            guard index == 0 || take("-"), take(while: \.isHexDigit) == count else { return false }
        }
        return true
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
    var isLetter: Bool { UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z") }
    var isLetterOrDigit: Bool { isDigit || isLetter }
    var isHexDigit: Bool { isDigit || UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "f") }

    /// True if the byte is one of the given ASCII characters.
    func isOne(of marks: StaticString) -> Bool {
        marks.withUTF8Buffer { $0.contains(self) }
    }
}
