@_spi(_Unicode) import Swift

/// The differences that a comparison of texts ignores: case and diacritics.
public struct Folding: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    ///
    /// The value is less than 4, so that it can be an index.
    public let rawValue: Int

    /// Creates a set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Case folding.
    ///
    /// Upper and lower case are equal.
    public static let `case` = Folding(rawValue: 1)
    /// Diacritic folding.
    ///
    /// A letter is equal with and without accents.
    public static let accents = Folding(rawValue: 2)

    /// The flag of a unit that is a mark on the letter in the preceding unit.
    public static let markFlag: UInt32 = 1 << 31

    /// Returns the folded units of a scalar: none, one or several.
    ///
    /// A unit is the value of a scalar, with ``markFlag`` if it is a mark. All normalization forms of a text have the
    /// same units, because each scalar is decomposed: `é` becomes `e` and a mark.
    public func units(of scalar: Unicode.Scalar) -> [UInt32] {
        var units: [UInt32] = []
        for part in String(scalar)._nfd {
            let combiningClass = part.properties.canonicalCombiningClass.rawValue
            switch combiningClass {
            case 0, Self.virama:
                var text = String(part)
                if contains(.accents) { text = Self.plainLetters[part] ?? text }
                // The mapping goes through upper case, so that ς becomes σ, and ß becomes ss.
                if contains(.case) { text = text.lowercased().uppercased().lowercased() }
                units += text.unicodeScalars.map(\.value)
            case Self.firstAccent... where contains(.accents):
                break
            default:
                units.append(part.value | Self.markFlag)
            }
        }
        return units
    }

    /// Combines a letter and a mark into one unit.
    ///
    /// For several marks, the result does not depend on their order. The unit is greater than all scalars. It is a
    /// hash, so two combinations may have the same unit, but this is very rare.
    public static func combine(_ unit: UInt32, _ mark: UInt32) -> UInt32 {
        (unit &+ mark &* 0x9E37_79B1) & (combinedFlag - 1) | combinedFlag
    }

    private static let combinedFlag: UInt32 = 1 << 30
    /// The combining class of a sign that removes the vowel of an Indic letter.
    ///
    /// The sign is typed as a separate key, and compared as a separate unit.
    private static let virama: UInt8 = 9
    /// The first combining class of accents and vowel points.
    ///
    /// Marks of lower classes form another letter, such as が from か.
    private static let firstAccent: UInt8 = 10

    /// Letters that Unicode doesn't decompose, but that are often typed without their stroke or as two letters.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ħ": "h", "Ħ": "H", "ł": "l", "Ł": "L",
        "ŧ": "t", "Ŧ": "T", "ı": "i", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH",
        "ß": "ss", "ẞ": "SS",
    ]
}
