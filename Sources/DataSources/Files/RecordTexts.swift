import FeatureKit

/// The text of a file that is cut into its records, so that an edit of one row leaves all others as they were written.
struct RecordTexts {
    /// What parts records.
    enum Separation {
        /// Each has a line of its own.
        case lines
        /// They are elements of one JSON array.
        case commas
    }

    /// A record, and around it what goes where it goes: empty lines or an indentation, and its line break.
    ///
    /// A file has at most 2^30 bytes.
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
    /// That of the first line.
    let lineBreak: [UInt8]
    private let separation: Separation
    /// Where the first record begins, with what belongs to it.
    private let start: Int
    /// Where the last one ends.
    private var end: Int
    private var places: [Place] = []
    /// Which of the places are records that could not be read; they stay where they are.
    private var unreadable: [Int] = []
    /// Which of the places are rows; empty where all of them are.
    private var readable: [Int] = []

    /// A text of which no record is known yet.
    ///
    /// - Parameter start: where the first one begins, with what belongs to it.
    init(_ bytes: [UInt8], _ separation: Separation, from start: Int = 0) {
        self.bytes = bytes
        self.separation = separation
        self.start = start
        end = start
        let first = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let isLong = first.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
        lineBreak = Array((isLong ? "\r\n" : "\n").utf8)
    }

    /// Whether there is no record, read or not.
    var isEmpty: Bool { places.isEmpty }

    /// What stands before all records.
    var head: ArraySlice<UInt8> { bytes[..<start] }

    /// Adds the next record.
    ///
    /// - Parameters:
    ///   - body: where its text lies.
    ///   - end: behind what belongs to it; behind that, or behind a comma there, the next one begins.
    ///   - isRow: false for a record that could not be read, which is kept whatever is done to the rows.
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

    /// The text with other rows in it.
    ///
    /// A record that could not be read stays before the row before which it stands; behind the last row, a new row
    /// comes after it.
    ///
    /// - Parameters:
    ///   - rows: what it is to hold.
    ///   - older: what its records hold, in their order.
    ///   - head: what is to stand before all records.
    ///   - keeps: whether a row that is the same stays as it is written.
    ///   - write: writes any other row, in the manner of a record: that of the row as it was, or of another; nil where
    ///     there is none.
    /// - Returns: nil where its rows are not as many as those, since the file has changed unnoticed.
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
            // Mostly it stands where it stood.
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

    /// Copies the next record that could not be read.
    private func keep(_ kept: inout Int, _ count: inout Int, _ text: inout [UInt8]) {
        if count > 0 { part(&text) }
        count += 1
        let place = places[unreadable[kept]]
        text += bytes[Int(place.start)..<Int(place.end)]
        kept += 1
    }

    /// For each row, the place before which records that could not be read come before the row; empty where there are
    /// none of these.
    private func boundsOfUnreadable(_ rows: some Collection<SourceRow>, _ older: RowCollection) -> [Int] {
        if unreadable.isEmpty { return [] }
        var bounds: [Int] = []
        bounds.reserveCapacity(rows.count)
        for row in rows { bounds.append(older.place(of: row.id).map { index(ofRow: $0) } ?? -1) }
        // A new row goes with the old one behind it.
        var following = Int.max
        for number in bounds.indices.reversed() {
            if bounds[number] < 0 { bounds[number] = following } else { following = bounds[number] }
        }
        return bounds
    }

    private func part(_ text: inout [UInt8]) {
        switch separation {
        case .commas: text.append(UInt8(ascii: ","))
        // The last line of the file may have none, or half of one.
        case .lines:
            if text.last == UInt8(ascii: "\r") {
                text.append(UInt8(ascii: "\n"))
            } else if text.last != UInt8(ascii: "\n") {
                text += lineBreak
            }
        }
    }
}
