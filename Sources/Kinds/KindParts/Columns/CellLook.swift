import FHJSON
import FeatureKit

/// The format and the tones in which a member of rows is shown, in a column of a list or in a line of a view.
public struct CellLook: Sendable, Equatable {
    /// The member as declared: a name, or a JSON Pointer if it begins with `/`.
    let key: String
    /// The path of the value; nil if the key is the name of a member.
    private let pointer: JSONPointer?
    private let format: CellFormat?
    private let tones: [ToneRule]

    /// Makes a look; nil if there is neither a format nor a tone.
    public init?(of key: String, _ format: CellFormat?, _ tones: [ToneRule]) {
        if format == nil, tones.isEmpty { return nil }
        self.key = key
        pointer = key.hasPrefix("/") ? try? JSONPointer(parsing: key) : nil
        self.format = format
        self.tones = tones
    }

    /// True if the text changes as time passes.
    var isMoving: Bool { format?.isMoving == true }

    /// Returns the cell of a row, given as compact JSON; nil if the client draws the value itself.
    func cell(of row: UnsafeRawBufferPointer, in viewing: Viewing) -> Cell? {
        let value = value(in: row)
        let tone = tones.tone(of: row)
        if var cell = format?.cell(of: value, in: viewing) {
            if let tone { cell.tone = tone }
            return cell
        }
        guard let tone, let value, !value.isNull else { return nil }
        return Cell(CellFormat.plain(value), tone: tone)
    }

    /// Returns the cell of a row for a reader, or for the locale C and UTC; nil if the client draws the value itself.
    public func cell(of row: SourceRow, for viewer: Viewer?) -> Cell? {
        let viewing = viewer?.viewing(isMoving: isMoving) ?? Viewing()
        return row.withTexts { _, value in value.isEmpty ? nil : cell(of: value, in: viewing) }
    }

    private func value(in row: UnsafeRawBufferPointer) -> JSONValue? {
        guard let pointer else { return JSONValue.member(key, of: row) }
        guard let range = try? JSONScanner.range(of: pointer, in: row) else { return nil }
        return try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: row[range]))
    }
}
