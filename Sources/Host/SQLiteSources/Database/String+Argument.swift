import GRDB

extension String {
    /// True if the text contains U+0000.
    ///
    /// SQLite would cut an argument at this character.
    var isCutAsArgument: Bool { utf8.contains(0) }

    /// Returns an SQL expression for the text, regardless of its characters.
    ///
    /// The expression is the same for all texts with U+0000, so that prepared statements can be cached.
    func expression(_ arguments: inout StatementArguments) -> String {
        guard isCutAsArgument else {
            arguments += [self]
            return "?"
        }
        // Each U+0000 is passed as a character that the text does not contain. A blob literal would be decoded in the
        // encoding of the database, which may be UTF-16.
        let used = Set(unicodeScalars)
        let unused = (UInt32(1)...0x10_FFFF).lazy.compactMap { Unicode.Scalar($0) }.first { !used.contains($0) }
        let mark = unused ?? "\u{1}"
        var marked = String.UnicodeScalarView()
        for scalar in unicodeScalars { marked.append(scalar == "\0" ? mark : scalar) }
        arguments += [String(marked), String(mark)]
        return "replace(?, ?, char(0))"
    }
}
