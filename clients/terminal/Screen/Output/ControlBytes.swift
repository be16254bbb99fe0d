/// Bytes for a terminal: text, and control sequences of ECMA-48.
struct ControlBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a control sequence.
    ///
    /// - Parameters:
    ///   - parameters: the numbers of the sequence. Numbers at the end that are equal to `standard` are omitted.
    ///   - final: the last character of the sequence.
    ///   - standard: the number that a terminal assumes for an omitted parameter.
    mutating func control(_ parameters: Int..., final: Character, default standard: Int = 1) {
        append("\u{1B}[".utf8)
        var shown = parameters
        while shown.last == standard { shown.removeLast() }
        for (index, parameter) in shown.enumerated() {
            if index > 0 { append(UInt8(ascii: ";")) }
            number(parameter)
        }
        append(final.utf8)
    }

    /// Appends a number in decimal digits.
    mutating func number(_ number: Int) {
        if number >= 10 { self.number(number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends a scalar in UTF-8.
    mutating func scalar(_ scalar: Unicode.Scalar) {
        guard !scalar.isASCII else { return append(UInt8(scalar.value)) }
        append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
