import FHRowCollections
import FeatureKit

/// The text of a file, split into records, so that an edit of one row leaves the text of all other rows unchanged.
struct RecordTexts {
    /// The separation of records.
    enum Separation {
        /// Each record ends with a line break.
        case lines
        /// The records are elements of a JSON array.
        case commas
    }

    /// The range of a record, and the larger range that moves with the record.
    ///
    /// The larger range adds empty lines or an indentation, and the line break of the record.
    ///
    /// Offsets fit 32 bits, because a file has at most 2^30 bytes.
    private struct Place {
        let start: UInt32
        let bodyStart: UInt32
        let bodyEnd: UInt32
        let end: UInt32

        var before: Range<Int> { Int(start)..<Int(bodyStart) }
        var body: Range<Int> { Int(bodyStart)..<Int(bodyEnd) }
        var behind: Range<Int> { Int(bodyEnd)..<Int(end) }
    }

    let bytes: [UInt8]
    /// The line break of the first line.
    let lineBreak: [UInt8]
    private let separation: Separation
    /// The start of the bytes that belong to the first record, such as its indentation.
    private let start: Int
    /// The end of the last record.
    private var end: Int
    private var places: [Place] = []
    /// The indices in `places` of the unreadable records, which keep their positions.
    private var unreadable: [Int] = []
    /// The indices in `places` of the rows; empty if all records are rows.
    private var readable: [Int] = []

    /// Makes a text without records.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - separation: The separation of records.
    ///   - start: The start of the bytes that belong to the first record, such as its indentation.
    init(_ bytes: [UInt8], _ separation: Separation, from start: Int = 0) {
        self.bytes = bytes
        self.separation = separation
        self.start = start
        end = start
        let first = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let isLong = first.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
        lineBreak = Array((isLong ? "\r\n" : "\n").utf8)
    }

    /// True if there are no records, readable or not.
    var isEmpty: Bool { places.isEmpty }

    /// The text before all records.
    var head: ArraySlice<UInt8> { bytes[..<start] }

    /// Appends the next record.
    ///
    /// - Parameters:
    ///   - body: The range of the record.
    ///   - end: The end of the bytes that belong to the record. The next record begins at this offset or, in an array,
    ///     after a comma at this offset.
    ///   - isRow: False for an unreadable record, which every edit keeps.
    mutating func append(_ body: Range<Int>, until end: Int, isRow: Bool = true) {
        if !isRow {
            if unreadable.isEmpty { readable = Array(places.indices) }
            unreadable.append(places.count)
        } else if !unreadable.isEmpty {
            readable.append(places.count)
        }
        let hasComma = separation == .commas && !places.isEmpty
        let place = Place(
            start: UInt32(self.end + (hasComma ? 1 : 0)), bodyStart: UInt32(body.lowerBound),
            bodyEnd: UInt32(body.upperBound), end: UInt32(end))
        places.append(place)
        self.end = end
    }

    /// Returns the text with the rows replaced by new rows.
    ///
    /// An unreadable record stays before the row that it precedes. New rows at the end come after all unreadable
    /// records.
    ///
    /// - Parameters:
    ///   - rows: The new rows.
    ///   - older: The rows of the records, in order.
    ///   - head: The text before all records.
    ///   - keeps: Returns true if a row whose value has not changed keeps its text.
    ///   - write: Writes any other row in the style of the record `like`. This is the record of the row before the edit
    ///     or, for a new row, the record of another row; nil if there is no record.
    /// - Returns: The new text; nil if the number of readable records differs from `older`, because the file has
    ///   changed unnoticed.
    func holding(
        _ rows: some Collection<SourceRow>, insteadOf older: RowCollection, behind head: some Sequence<UInt8>,
        keeps: (SourceRow) -> Bool = { _ in true },
        _ write: (SourceRow, _ like: ArraySlice<UInt8>?, inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8]? {
        guard older.count == places.count - unreadable.count else { return nil }
        var text = Array(head)
        text.reserveCapacity(bytes.count + 256)
        let usual = older.isEmpty ? nil : places[index(ofRow: min(1, older.count - 1))]
        let bounds = boundsOfUnreadable(rows, older)
        var next = 0
        var kept = 0
        var count = 0
        for (number, row) in rows.enumerated() {
            while kept < unreadable.count, unreadable[kept] < bounds[number] { keep(&kept, &count, &text) }
            if count > 0 { part(&text) }
            count += 1
            // Most rows have not moved, and are then found without a lookup by id.
            let isNext = next < older.count && older[next].hasID(row.id)
            guard let place = isNext ? next : older.place(of: row.id) else {
                if separation == .commas, let usual { text += bytes[usual.before] }
                try write(row, usual.map { bytes[$0.body] }, &text)
                if separation == .lines { text += lineBreak }
                continue
            }
            next = place + 1
            let own = places[index(ofRow: place)]
            text += bytes[own.before]
            if older[place] == row, keeps(row) {
                text += bytes[own.body]
            } else {
                try write(row, bytes[own.body], &text)
            }
            text += bytes[own.behind]
        }
        while kept < unreadable.count { keep(&kept, &count, &text) }
        return text + bytes[end...]
    }

    private func index(ofRow place: Int) -> Int { unreadable.isEmpty ? place : readable[place] }

    /// Copies the next unreadable record.
    private func keep(_ kept: inout Int, _ count: inout Int, _ text: inout [UInt8]) {
        if count > 0 { part(&text) }
        count += 1
        let place = places[unreadable[kept]]
        text += bytes[Int(place.start)..<Int(place.end)]
        kept += 1
    }

    /// Returns, for each row, an index in `places`: the unreadable records before this index precede the row.
    ///
    /// The array is empty if there are no unreadable records.
    private func boundsOfUnreadable(_ rows: some Collection<SourceRow>, _ older: RowCollection) -> [Int] {
        if unreadable.isEmpty { return [] }
        var bounds: [Int] = []
        bounds.reserveCapacity(rows.count)
        for row in rows { bounds.append(older.place(of: row.id).map { index(ofRow: $0) } ?? -1) }
        // A new row gets the index of the next old row.
        var following = Int.max
        for number in bounds.indices.reversed() {
            if bounds[number] < 0 { bounds[number] = following } else { following = bounds[number] }
        }
        return bounds
    }

    private func part(_ text: inout [UInt8]) {
        switch separation {
        case .commas: text.append(UInt8(ascii: ","))
        // The last line of the file may have no line break, or half of one.
        case .lines:
            if text.last == UInt8(ascii: "\r") {
                text.append(UInt8(ascii: "\n"))
            } else if text.last != UInt8(ascii: "\n") {
                text += lineBreak
            }
        }
    }
}
