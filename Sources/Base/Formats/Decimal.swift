/// A decimal number with all its digits.
///
/// The value is ``digits`` divided by ten to the power of ``scale``, with a sign.
struct Decimal: Equatable {
    /// The largest number of digits, before and after the point, of a number that has a text.
    private static let mostDigits = 400

    let isNegative: Bool
    /// The digits from 0 to 9, without leading zeros; empty for zero.
    let digits: [UInt8]
    /// The number of digits after the decimal point; not negative.
    let scale: Int

    private init(isNegative: Bool, digits: some Sequence<UInt8>, scale: Int) {
        self.isNegative = isNegative
        self.digits = Array(digits.drop { $0 == 0 })
        self.scale = scale
    }

    /// Parses a number such as `-12.50` or `1e-05`; nil for any other text, and for a number with too many digits.
    init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var digits: [UInt8] = []
        var scale = 0
        var hasPoint = false
        while let byte = rest.first, byte &- 0x30 < 10 || byte == UInt8(ascii: ".") && !hasPoint {
            rest.removeFirst()
            if byte == UInt8(ascii: ".") {
                hasPoint = true
                // A point stands between two digits.
                if digits.isEmpty { return nil }
            } else {
                digits.append(byte - 0x30)
                if hasPoint { scale += 1 }
            }
        }
        guard !digits.isEmpty, !hasPoint || scale > 0, digits.count <= Self.mostDigits else { return nil }
        if let byte = rest.first {
            guard byte | 0x20 == UInt8(ascii: "e"),
                let exponent = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
                abs(exponent) <= Self.mostDigits
            else { return nil }
            scale -= exponent
        }
        if scale < 0 {
            digits += [UInt8](repeating: 0, count: -scale)
            scale = 0
        }
        self.init(isNegative: isNegative, digits: digits, scale: scale)
        if digits.count > Self.mostDigits || scale > Self.mostDigits { return nil }
    }

    private init(_ magnitude: UInt128, isNegative: Bool, scale: Int) {
        self.init(isNegative: isNegative, digits: String(magnitude).utf8.map { $0 - 0x30 }, scale: scale)
    }

    var isZero: Bool { digits.isEmpty }

    /// The digits as one integer; nil if it is too large.
    private var magnitude: UInt128? {
        if digits.count > 38 { return nil }
        return digits.reduce(0) { $0 * 10 + UInt128($1) }
    }

    /// Returns the number times `factor` divided by `divisor`, rounded to a number of decimals.
    ///
    /// Halves are rounded away from zero. Nil if the number is too large.
    ///
    /// - Parameter isCut: true if further decimals are left out instead.
    func scaled(
        by factor: UInt128 = 1, over divisor: UInt128 = 1, decimals: Int, isCut: Bool = false
    ) -> Decimal? {
        // Digits far behind the point don't change the result, but they could overflow.
        let short = scale > 30 ? rounded(to: 30) : self
        guard let magnitude = short.magnitude, let room = Self.power(decimals), let part = Self.power(short.scale)
        else {
            return nil
        }
        let (first, isLong) = magnitude.multipliedReportingOverflow(by: factor)
        let (product, isLonger) = first.multipliedReportingOverflow(by: room)
        let (whole, isTooLong) = part.multipliedReportingOverflow(by: divisor)
        if isLong || isLonger || isTooLong { return nil }
        let (quotient, rest) = product.quotientAndRemainder(dividingBy: whole)
        let isUp = !isCut && rest >= whole - rest
        return Decimal(quotient + (isUp ? 1 : 0), isNegative: isNegative, scale: decimals)
    }

    /// The number rounded to a number of decimals; halves are rounded away from zero.
    func rounded(to decimals: Int) -> Decimal {
        if decimals >= scale {
            let zeros = [UInt8](repeating: 0, count: decimals - scale)
            return Decimal(isNegative: isNegative, digits: digits + zeros, scale: decimals)
        }
        let dropped = scale - decimals
        guard dropped <= digits.count else { return Decimal(isNegative: isNegative, digits: [], scale: decimals) }
        var kept = Array(digits.dropLast(dropped))
        if digits[digits.count - dropped] >= 5 {
            var place = kept.count - 1
            while place >= 0, kept[place] == 9 {
                kept[place] = 0
                place -= 1
            }
            if place >= 0 { kept[place] += 1 } else { kept.insert(1, at: 0) }
        }
        return Decimal(isNegative: isNegative, digits: kept, scale: decimals)
    }

    /// The number without zeros at the end of its decimals.
    var shortest: Decimal {
        let zeros = min(scale, digits.reversed().prefix { $0 == 0 }.count)
        return Decimal(isNegative: isNegative, digits: digits.dropLast(zeros), scale: isZero ? 0 : scale - zeros)
    }

    /// The whole part of the number without its sign; nil if it is too large.
    var whole: Int? {
        let count = max(0, digits.count - scale)
        if count > 18 { return nil }
        return digits.prefix(count).reduce(0) { $0 * 10 + Int($1) }
    }

    /// The number in the spelling of a locale, with all its digits.
    func text(in locale: FormatLocale, isGrouped: Bool = true) -> String {
        var text: [UInt8] = []
        let padded = [UInt8](repeating: 0, count: max(0, scale + 1 - digits.count)) + digits
        let whole = padded.count - scale
        if isNegative, !isZero { text.append(UInt8(ascii: "-")) }
        let isLong = isGrouped && whole >= 3 + locale.leastGrouped
        for (place, digit) in padded.enumerated() {
            if place == whole { text += locale.decimal.utf8 }
            if isLong, place > 0, place < whole, (whole - place) % 3 == 0 { text += locale.group.utf8 }
            text.append(digit + 0x30)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func power(_ exponent: Int) -> UInt128? {
        if exponent > 37 { return nil }
        return (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
