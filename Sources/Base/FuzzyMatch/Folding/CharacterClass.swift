/// The class of a character.
///
/// Classes are used to recognize the starts of words.
enum CharacterClass: UInt8, CaseIterable {
    case white, delimiter, symbol, lower, upper, letter, digit

    /// The class of each ASCII character.
    static let ofASCII = (0..<0x80).map { CharacterClass(Unicode.Scalar(UInt8($0))) }

    init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter: self = .lower
        case .uppercaseLetter, .titlecaseLetter: self = .upper
        case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .enclosingMark: self = .letter
        case .decimalNumber, .letterNumber, .otherNumber: self = .digit
        default:
            if scalar.properties.isWhitespace {
                self = .white
            } else {
                self = "/,:;|".unicodeScalars.contains(scalar) ? .delimiter : .symbol
            }
        }
    }
}
