extension PatternParser {
    /// The white space of ECMA-262, including line terminators.
    ///
    /// PCRE2's `\s` stands for other characters.
    private static let spaces =
        "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}"
    /// The complement of the white space.
    ///
    /// It is listed, because a part of a class can't be negated.
    private static let otherThanSpaces =
        "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
        + "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}"

    /// Reads an escape outside of a class, except a word boundary, after its backslash.
    mutating func readEscape(at start: Int) throws(PatternError) {
        if let digit = peek, "1"..."9" ~= digit {
            var number = 0
            while let digit = peek, "0"..."9" ~= digit {
                position += 1
                number = min(number * 10 + Int(digit.value - 0x30), PatternTranslation.maxGroupNumber)
            }
            groups.refer(to: number, at: start)
            writeReference(to: groups.number(of: number))
        } else if take("k") {
            guard take("<") else { throw PatternError("\\k needs a group's name, as \\k<name>", at: start) }
            let name = try readGroupName()
            groups.refer(to: name, at: start)
            writeReference(to: groups.number(of: name))
        } else if let set = try readSetEscape(at: start) {
            output += "[\(set.text)]"
            charge(items: set.items)
        } else {
            writeCharacter(try readCharacterEscape(at: start, inClass: false))
        }
    }

    /// Writes a back reference.
    ///
    /// In the first pass, the group's number is unknown, and the output is not used.
    private mutating func writeReference(to number: Int?) {
        if let number { output += "\\g{\(number)}" }
    }

    private mutating func writeCharacter(_ value: UInt32) {
        // No text contains a surrogate.
        if let scalar = Unicode.Scalar(value) { write(scalar) } else { output += Self.never }
    }

    /// Reads an escape that represents a set of characters; reads nothing and returns nil for any other escape.
    ///
    /// - Returns: the set as written inside a class, and its number of items for the cost.
    mutating func readSetEscape(at start: Int) throws(PatternError) -> (text: String, items: Int)? {
        guard let letter = peek else { return nil }
        switch letter {
        case "d", "D", "w", "W":
            position += 1
            return ("\\\(letter)", 1)
        case "s", "S":
            position += 1
            return letter == "s" ? (Self.spaces, 8) : (Self.otherThanSpaces, 10)
        case "p", "P":
            position += 1
            return (try readProperty(isNegated: letter == "P", at: start), UnicodeProperty.items)
        default: return nil
        }
    }

    private mutating func readProperty(isNegated: Bool, at start: Int) throws(PatternError) -> String {
        guard take("{") else { throw PatternError("\\p needs a property, as \\p{L}", at: start) }
        var expression = ""
        while let next = peek, next != "}", expression.utf8.count < 100 {
            expression.unicodeScalars.append(next)
            position += 1
        }
        guard take("}") else { throw PatternError("the property is not closed", at: start) }
        guard let property = UnicodeProperty(expression) else {
            throw PatternError("there is no property \(expression)", at: start)
        }
        return "\\\(property.isNegated != isNegated ? "P" : "p"){\(property.name)}"
    }

    /// Reads an escape that represents one character.
    ///
    /// The character may be a surrogate.
    mutating func readCharacterEscape(at start: Int, inClass: Bool) throws(PatternError) -> UInt32 {
        guard let letter = peek else { throw PatternError("nothing follows the backslash", at: start) }
        position += 1
        switch letter {
        case "t": return 0x9
        case "n": return 0xA
        case "v": return 0xB
        case "f": return 0xC
        case "r": return 0xD
        case "b" where inClass: return 0x8
        case "-" where inClass: return 0x2D
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return letter.value
        case "0":
            if let digit = peek, "0"..."9" ~= digit { throw PatternError("there are no octal escapes", at: start) }
            return 0
        case "c":
            guard let control = peek, "a"..."z" ~= control || "A"..."Z" ~= control else {
                throw PatternError("\\c needs a letter of ASCII", at: start)
            }
            position += 1
            return control.value % 32
        case "x":
            guard let value = readHex(2) else { throw PatternError("\\x needs two hexadecimal digits", at: start) }
            return value
        case "u": return try readUnicodeEscape(at: start)
        default: throw PatternError("there is no escape \\\(letter)", at: start)
        }
    }

    private mutating func readUnicodeEscape(at start: Int) throws(PatternError) -> UInt32 {
        if take("{") {
            var value: UInt32 = 0
            let first = position
            while let digit = readHex(1) {
                value = value * 16 + digit
                guard value <= 0x10FFFF else { throw PatternError("a code point is at most 10FFFF", at: start) }
            }
            guard position > first, take("}") else { throw PatternError("\\u{ needs digits and }", at: start) }
            return value
        }
        guard let value = readHex(4) else { throw PatternError("\\u needs four hexadecimal digits", at: start) }
        let behind = position
        // A surrogate pair is one character.
        if 0xD800...0xDBFF ~= value, take("\\"), take("u"), let low = readHex(4), 0xDC00...0xDFFF ~= low {
            return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        position = behind
        return value
    }

    /// Reads exactly `count` hexadecimal digits; reads nothing and returns nil if fewer follow.
    private mutating func readHex(_ count: Int) -> UInt32? {
        guard scalars.count - position >= count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[position..<position + count] {
            guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
            value = value * 16 + UInt32(digit)
        }
        position += count
        return value
    }
}
