@_spi(_Unicode) import Swift

/// What a comparison of texts doesn't mind.
public struct Folding: OptionSet, Hashable, Sendable {
    /// The bits; below 4, so it can be an index.
    public let rawValue: Int

    /// Makes a set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Upper and lower case are the same.
    public static let `case` = Folding(rawValue: 1)
    /// A letter is the same with and without its accents.
    public static let accents = Folding(rawValue: 2)

    /// Marks a unit that belongs to the one before it.
    public static let markFlag: UInt32 = 1 << 31

    /// The units that stand for a scalar: none, one or several.
    ///
    /// All forms of a text get the same units, since each scalar is decomposed: `é` is `e` and a mark.
    public func units(of scalar: Unicode.Scalar) -> [UInt32] {
        var units: [UInt32] = []
        for part in String(scalar)._nfd {
            let combiningClass = part.properties.canonicalCombiningClass.rawValue
            switch combiningClass {
            case 0, Self.virama:
                var text = String(part)
                if contains(.accents) { text = Self.plainLetters[part] ?? text }
                // By way of the upper case, so that ς is σ and ß is ss.
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

    /// One unit for a letter with a mark, whatever the order of several marks.
    ///
    /// It is beyond all scalars. Two combinations share a unit so seldom that nobody will see it.
    public static func combine(_ unit: UInt32, _ mark: UInt32) -> UInt32 {
        (unit &+ mark &* 0x9E37_79B1) & (combinedFlag - 1) | combinedFlag
    }

    private static let combinedFlag: UInt32 = 1 << 30
    /// A sign that takes the vowel from an Indic letter: typed as a key of its own, so compared as one.
    private static let virama: UInt8 = 9
    /// Marks below this class make another letter, such as が from か; the others are accents and vowel points.
    private static let firstAccent: UInt8 = 10

    /// Letters that people type without their stroke or as two, though Unicode doesn't decompose them.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ħ": "h", "Ħ": "H", "ł": "l", "Ł": "L",
        "ŧ": "t", "Ŧ": "T", "ı": "i", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH",
        "ß": "ss", "ẞ": "SS",
    ]
}
