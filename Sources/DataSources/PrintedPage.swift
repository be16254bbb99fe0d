import FeatureKit

/// Some records of a command's output, cut out to be decoded.
struct PrintedPage {
    /// The record with the column names; empty where there is none.
    let header: [UInt8]
    /// Which records these are.
    let records: Range<Int>
    let bytes: [UInt8]
    /// How often the text of each line was printed up to it, where the records are lines.
    let occurrences: [UInt32]
    /// The ids of lines that have one of their own, by the number of the record.
    let ownIDs: [Int: String]
    /// Whether the output ends with them.
    let isLast: Bool
    /// How many rows there are in all, once that is known.
    let total: Int?

    /// The columns of a table; nil where they have not been printed, or there are none.
    func header(_ options: CommandSource.Options) throws(InvalidRecord) -> DelimitedText.Header? {
        guard let style = options.format.style else { return options.header }
        return try DelimitedText(style).header(header, idKey: options.idKey) ?? options.header
    }

    /// The rows; lines are counted from the first of these.
    func rows(
        _ options: CommandSource.Options, under header: DelimitedText.Header?
    ) -> RecordList {
        if let style = options.format.style {
            guard let header else { return RecordList() }
            return DelimitedText(style).decode(bytes, under: header)
        }
        return options.format == .lines
            ? RecordReading.lines(bytes) { number, text in
                let occurrence = occurrences[number - 1]
                return (occurrence == 0 ? ownIDs[records.lowerBound + number - 1] : nil) ?? LineIDs.id(text, occurrence)
            }
            : RecordReading.objects(bytes, idKey: options.idKey)
    }
}
