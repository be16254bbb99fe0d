/// The value of a JSON number.
///
/// The value is exact for 64-bit integers and for doubles. A number that is too large for a double, such as `1e999`, is
/// infinite.
struct Number: Sendable, Hashable, Comparable {
    /// The nearest double.
    let nearest: Double
    /// The number minus ``nearest`` for a 64-bit integer; 0 for any other number.
    let rest: Int

    /// Parses a JSON number; nil for any other text.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var digits = text[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        guard let first = digits.first, first &- 0x30 < 10 else { return nil }
        guard first != UInt8(ascii: "0") || digits.count == 1 || digits[digits.startIndex + 1] &- 0x30 >= 10 else {
            return nil
        }
        var magnitude: Int = 0
        var position = digits.startIndex
        let limit = min(digits.endIndex, position + 18)
        while position < limit, digits[position] &- 0x30 < 10 {
            magnitude = magnitude * 10 + Int(digits[position] &- 0x30)
            position += 1
        }
        if position == digits.endIndex {
            self.init(isNegative ? -magnitude : magnitude)
        } else {
            self.init(long: text)
        }
    }

    init(_ integer: Int) {
        let nearest = Double(integer)
        // 2⁶³ does not fit into a 64-bit integer, but the wrapping difference is correct nevertheless.
        let whole = nearest == 0x1p63 ? Int.min : Int(nearest)
        self.init(nearest: nearest, rest: integer &- whole)
    }

    private init(nearest: Double, rest: Int) {
        self.nearest = nearest
        self.rest = rest
    }

    /// Parses fractions, exponents and numbers of more than 18 digits.
    private init?(long text: UnsafeBufferPointer<UInt8>) {
        let string = String(decoding: text, as: UTF8.self)
        if let integer = Int(string) {
            self.init(integer)
            return
        }
        guard Self.isReal(text), let real = Double(string) else { return nil }
        // Negative zero becomes zero.
        self.init(nearest: real + 0, rest: 0)
    }

    /// True if the text has the syntax of a JSON number with an optional fraction and exponent.
    private static func isReal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
        var rest = text.drop { $0 == UInt8(ascii: "-") }.drop(while: isDigit)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard let digit = rest.first, isDigit(digit) else { return false }
            rest = rest.drop(while: isDigit)
        }
        if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            guard let digit = rest.first, isDigit(digit) else { return false }
            rest = rest.drop(while: isDigit)
        }
        return rest.isEmpty
    }

    static func < (a: Number, b: Number) -> Bool {
        a.nearest != b.nearest ? a.nearest < b.nearest : a.rest < b.rest
    }
}
