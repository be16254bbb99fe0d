import FHJSON

/// The maximum sizes of rows.
///
/// They are needed because each snapshot contains the rows of its window as a whole.
package enum RowLimits {
    /// The maximum length of a row in bytes.
    ///
    /// It applies to the row's text in a file or in a command's output, and to the row as JSON.
    package static let text = 1 << 20
    /// The maximum length of an id in bytes.
    ///
    /// It is smaller than ``text``, because a snapshot may contain an id several times.
    package static let id = 4_096
    /// The maximum length of a file in bytes.
    ///
    /// A file is read as a whole.
    package static let file = 1 << 30

    /// Returns the error of a row whose id or text is too long; nil if there is none.
    ///
    /// - Parameters:
    ///   - id: The length of the id in bytes.
    ///   - text: The length of the text in bytes.
    package static func mistake(id: Int = 0, text: Int) -> String? {
        if text > Self.text { return "is longer than \(Self.text) bytes" }
        if id > Self.id { return "has an id that is longer than \(Self.id) bytes" }
        return nil
    }

    /// Returns the error of a row that is nested too deeply; nil if there is none.
    package static func mistake(value: UnsafeRawBufferPointer) -> String? {
        JSONNesting.isDeeper(than: SourceRow.deepestLevel, value) ? SourceRow.tooDeep : nil
    }
}

extension SourceRow {
    /// Checks the size and the depth of the row.
    ///
    /// - Throws: `invalidData` if the row is so long or so deep that it could not be read again.
    package func checkLength() throws(Failure) {
        let mistake = withTexts { id, value in
            RowLimits.mistake(id: id.count, text: value.count) ?? RowLimits.mistake(value: value)
        }
        if let mistake {
            throw Failure("invalidData", "the row \(LikelyName.shown(id)) \(mistake)", retryable: false)
        }
    }
}
