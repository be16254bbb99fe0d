import GRDB

extension String {
    /// Whether it would be another text as an argument of a statement, which ends at its first U+0000.
    var isCutAsArgument: Bool { utf8.contains(0) }

    /// The text as a part of a statement, whatever is in it.
    ///
    /// The part is the same for all texts that have U+0000, so that statements can be kept for the next time.
    func expression(_ arguments: inout StatementArguments) -> String {
        guard isCutAsArgument else {
            arguments += [self]
            return "?"
        }
        // A character that isn't in the text stands for it on the way: bytes of a literal would be read in the encoding
        // of the database, which may be UTF-16.
        let used = Set(unicodeScalars)
        let unused = (UInt32(1)...0x10_FFFF).lazy.compactMap { Unicode.Scalar($0) }.first { !used.contains($0) }
        let mark = unused ?? "\u{1}"
        var marked = String.UnicodeScalarView()
        for scalar in unicodeScalars { marked.append(scalar == "\0" ? mark : scalar) }
        arguments += [String(marked), String(mark)]
        return "replace(?, ?, char(0))"
    }
}
