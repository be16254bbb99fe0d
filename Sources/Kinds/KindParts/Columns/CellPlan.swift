import FHJSON
import FeatureKit

/// The formats and tones of the columns of a list or a search, and of its rows.
///
/// It makes the members `cells` and `tone` of the rows in a snapshot.
public final class CellPlan: Sendable {
    private let entries: [CellLook]
    private let tones: [ToneRule]
    /// True if the text of a cell changes as time passes.
    public let isMoving: Bool

    /// Makes a plan; nil if no column has a format or a tone, and rows have no tone.
    public init?(_ columns: [Column], rows tones: [ToneRule] = []) {
        // A member of the row may be shown in several columns, but it has only one cell.
        var keys: Set<ExactText> = []
        entries = columns.compactMap { column in
            CellLook(of: column.key, column.format, column.tones)
        }.filter { keys.insert(ExactText($0.key)).inserted }
        self.tones = tones
        isMoving = entries.contains(where: \.isMoving)
        if entries.isEmpty, tones.isEmpty { return nil }
    }

    /// Returns the members `cells` and `tone` of a row, as JSON without braces; empty if the row has neither.
    ///
    /// - Parameters:
    ///   - row: the row as compact JSON; empty if its value was dropped.
    ///   - viewing: the circumstances of the person who reads the row.
    public func members(of row: UnsafeRawBufferPointer, in viewing: Viewing) -> [UInt8] {
        if row.isEmpty { return [] }
        var json = JSONWriter(capacity: 64 * (entries.count + 1))
        var isOpen = false
        for entry in entries {
            guard let cell = entry.cell(of: row, in: viewing) else { continue }
            if !isOpen {
                json.key("cells")
                json.beginObject()
                isOpen = true
            }
            json.key(entry.key)
            cell.write(to: &json)
        }
        if isOpen { json.endObject() }
        if let tone = tones.tone(of: row) { json.field("tone", tone.rawValue) }
        return json.withUnsafeBytes { Array($0) }
    }
}

extension CellPlan: Equatable {
    /// True if both plans make the same cells.
    public static func == (a: CellPlan, b: CellPlan) -> Bool {
        a === b || a.entries == b.entries && a.tones == b.tones
    }
}

extension Cell {
    /// Writes the cell as one value.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("text", text)
        if let tone { json.field("tone", tone.rawValue) }
        if let icon { json.field("icon", icon) }
        if let link { json.field("link", link) }
        json.endObject()
    }
}
