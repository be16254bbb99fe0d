extension JSONWriter {
    /// Writes an integer.
    public mutating func value(_ integer: Int) {
        reserve(22)
        var out = base + end
        out.pointee = UInt8(ascii: ",")
        out += needsComma ? 1 : 0
        needsComma = true
        out.pointee = UInt8(ascii: "-")
        out += integer < 0 ? 1 : 0
        end = writeDigits(of: integer.magnitude, at: out) - base
    }

    /// Writes an unsigned integer.
    ///
    /// Most readers reject numbers above `Int64.max`.
    public mutating func value(_ integer: UInt) {
        reserve(22)
        var out = base + end
        out.pointee = UInt8(ascii: ",")
        out += needsComma ? 1 : 0
        needsComma = true
        end = writeDigits(of: integer, at: out) - base
    }

    /// Writes the shortest text that parses as the same double.
    ///
    /// A number without a fraction gets `.0` or an exponent, so that it parses as a real. Infinities and NaN, which
    /// JSON does not have, become `null`.
    public mutating func value(_ real: Double) {
        if real.magnitude < 0x1p53, let integer = real.exactInteger, integer != 0 || real.sign == .plus {
            value(integer)
            reserve(2)
            base[end] = UInt8(ascii: ".")
            base[end &+ 1] = UInt8(ascii: "0")
            end &+= 2
        } else if real.isFinite {
            appendDescription(real.description)
        } else {
            null()
        }
    }

    /// Writes the shortest text that parses as the same float; see `value(_: Double)`.
    public mutating func value(_ real: Float) {
        if real.isFinite { appendDescription(real.description) } else { null() }
    }

    /// Writes Swift's description of a finite number.
    ///
    /// The description is valid JSON, and the shortest text that parses as the same number.
    private mutating func appendDescription(_ description: String) {
        var description = description
        description.withUTF8 { rawValue(UnsafeRawBufferPointer($0)) }
    }
}

/// Writes a number in decimal and returns the address after the last digit.
///
/// The buffer must have capacity for 20 digits.
private func writeDigits(of number: UInt, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var digits = 1
    var rest = number
    while rest >= 100 {
        rest /= 100
        digits &+= 2
    }
    if rest >= 10 { digits &+= 1 }

    let finish = start + digits
    var out = finish
    rest = number
    let pairs = digitPairs.utf8Start
    while rest >= 100 {
        let pair = Int(truncatingIfNeeded: rest % 100) &* 2
        rest /= 100
        out -= 2
        out[0] = pairs[pair]
        out[1] = pairs[pair &+ 1]
    }
    if rest >= 10 {
        let pair = Int(truncatingIfNeeded: rest) &* 2
        start[0] = pairs[pair]
        start[1] = pairs[pair &+ 1]
    } else {
        start[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
    return finish
}

/// The pairs of digits from 00 to 99.
///
/// With them, one division yields two digits.
private let digitPairs: StaticString = """
    0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
