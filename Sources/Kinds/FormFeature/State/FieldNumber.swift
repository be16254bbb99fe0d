import FHJSON

/// A JSON number.
///
/// A whole number is an integer, regardless of its spelling.
public enum FieldNumber: Sendable, Hashable {
    case integer(Int)
    case real(Double)

    /// Creates a number from a JSON value; nil if the value is not a number.
    public init?(_ value: JSONValue) {
        if let integer = value.intValue {
            self = .integer(integer)
        } else if let real = value.doubleValue {
            self = .real(real)
        } else {
            return nil
        }
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .integer(let integer): json.value(integer)
        case .real(let real): json.value(real)
        }
    }

    /// The number as JSON text.
    var text: String { JSONText.build { write(to: &$0) }.string }

    /// True if the number is an integer multiple of another in decimal arithmetic: 0.3 is a multiple of 0.1.
    func isMultiple(of divisor: FieldNumber) -> Bool {
        var (number, exponent) = decimal
        let (unit, unitExponent) = divisor.decimal
        guard unit != 0 else { return false }
        if number == 0 { return true }
        while exponent < unitExponent {
            guard number % 10 == 0 else { return false }
            number /= 10
            exponent += 1
        }
        number %= unit
        while exponent > unitExponent, number != 0 {
            number = number * 10 % unit
            exponent -= 1
        }
        return number == 0
    }

    /// The magnitude as an integer and a power of ten.
    private var decimal: (digits: UInt128, exponent: Int) {
        let real: Double
        switch self {
        case .integer(let integer): return (UInt128(integer.magnitude), 0)
        case .real(let value): real = value
        }
        // The description is the shortest text for the number: `-12.5`, `1e-07`.
        let parts = real.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let digits = mantissa.joined().utf8.reduce(into: UInt128(0)) { sum, byte in
            if byte != UInt8(ascii: "-") { sum = sum * 10 + UInt128(byte - UInt8(ascii: "0")) }
        }
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (digits, exponent - (mantissa.count > 1 ? mantissa[1].utf8.count : 0))
    }
}

extension FieldNumber: Comparable {
    /// Compares by value.
    public static func < (left: FieldNumber, right: FieldNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.real(let left), .real(let right)): left < right
        }
    }
}
