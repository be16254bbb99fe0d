import FeatureKit
import JSON

/// How long rows may be: every snapshot carries those in its window whole.
enum RowLimits {
    /// The bytes of a row, as it stands in the file or the output and as JSON.
    static let text = 1 << 20
    /// The bytes of an id, which a snapshot may name several times.
    static let id = 4_096
    /// The bytes of a file, which is read whole.
    static let file = 1 << 30

    /// What is wrong with a row of these lengths; nil if nothing is.
    static func mistake(id: Int = 0, text: Int) -> String? {
        if text > Self.text { return "is longer than \(Self.text) bytes" }
        if id > Self.id { return "has an id that is longer than \(Self.id) bytes" }
        return nil
    }

    /// The mistake in the text of a row; nil if there is none.
    static func mistake(value: UnsafeRawBufferPointer) -> String? {
        JSONNesting.isDeeper(than: SourceRow.deepestLevel, value) ? SourceRow.tooDeep : nil
    }
}

extension SourceRow {
    /// - Throws: `invalidData` where the row is too long or too deep to be read again.
    func checkLength() throws(Failure) {
        let mistake = withTexts { id, value in
            RowLimits.mistake(id: id.count, text: value.count) ?? RowLimits.mistake(value: value)
        }
        if let mistake {
            throw Failure("invalidData", "the row \(LikelyName.shown(id)) \(mistake)", retryable: false)
        }
    }
}
