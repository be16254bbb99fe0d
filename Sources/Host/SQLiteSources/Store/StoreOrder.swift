import GRDB

/// Finds positions for rows within the order of a table.
struct StoreOrder {
    /// The place of a row: its position, and its key, which orders rows with equal positions.
    struct Place {
        let key: Int64
        let position: Int
    }

    /// The minimum distance between rows after they were spread out.
    private static let roomyStep = 1 << 16

    let name: StoreName
    let db: Database
    /// The rows that are being moved.
    ///
    /// They don't count as neighbours of other rows.
    let moving: Set<Int64>

    func place(of id: String) throws -> Place? {
        if id.isCutAsArgument { return nil }
        return try Row.fetchOne(db, cached: "SELECT key, position FROM \(name.rows) WHERE id = ?", [id])
            .map { Place(key: $0[0], position: $0[1]) }
    }

    /// Returns positions for new or moved rows directly before the row at a place, or at the end if the place is nil.
    func positions(before place: Place?, count: Int) throws -> [Int] {
        let low = try neighbours(of: place, isBefore: true, count: 1).first
        return try positions(between: low, place, count: count)
    }

    /// Returns positions for new or moved rows directly after the row at a place.
    func positions(behind place: Place, count: Int) throws -> [Int] {
        let high = try neighbours(of: place, isBefore: false, count: 1).first
        return try positions(between: place, high, count: count)
    }

    private func positions(between low: Place?, _ high: Place?, count: Int) throws -> [Int] {
        if let positions = Positions.between(low?.position, high?.position, count: count) { return positions }
        var reach = 16
        while true {
            // The row after the last row that is moved aside keeps its position, and limits the space.
            var before = try low.map { try [$0] + neighbours(of: $0, isBefore: true, count: reach) } ?? []
            var after = try high.map { try [$0] + neighbours(of: $0, isBefore: false, count: reach) } ?? []
            let outerLow = before.count > reach ? before.removeLast().position : nil
            let outerHigh = after.count > reach ? after.removeLast().position : nil
            let all = before.count + count + after.count
            if let positions = Positions.between(outerLow, outerHigh, count: all, minimumStep: Self.roomyStep) {
                let start = before.count
                for (place, position) in zip(before.reversed(), positions) { try put(place.key, at: position) }
                for (place, position) in zip(after, positions[(start + count)...]) {
                    try put(place.key, at: position)
                }
                return Array(positions[start..<start + count])
            }
            reach *= 4
        }
    }

    /// Returns the rows next to a place, nearest first, without the rows that are being moved.
    ///
    /// If the place is nil, begins at the end of the table.
    private func neighbours(of place: Place?, isBefore: Bool, count: Int) throws -> [Place] {
        let direction = isBefore ? "DESC" : "ASC"
        let condition = place == nil ? "" : "WHERE (position, key) \(isBefore ? "<" : ">") (?, ?)"
        let statement = try db.cachedStatement(
            sql: """
                SELECT key, position FROM \(name.rows) \(condition) ORDER BY position \(direction), key \(direction)
                """)
        let arguments = place.map { StatementArguments([$0.position, Int($0.key)]) } ?? []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var places: [Place] = []
        while places.count < count, let row = try rows.next() {
            let place = Place(key: row[0], position: row[1])
            if !moving.contains(place.key) { places.append(place) }
        }
        return places
    }

    func put(_ key: Int64, at position: Int) throws {
        try db.execute(cached: "UPDATE \(name.rows) SET position = ? WHERE key = ?", [position, key])
    }
}

extension Row {
    /// Returns the first row of a cached statement.
    static func fetchOne(_ db: Database, cached sql: String, _ arguments: StatementArguments) throws -> Row? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Passes the first row of a cached statement to `body` without copying it.
    ///
    /// A copy would replace invalid UTF-8 by U+FFFD.
    static func first<Value>(
        _ db: Database, cached sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Value
    ) throws -> Value? {
        let cursor = try fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        guard let row = try cursor.next() else { return nil }
        let value = try body(row)
        // The statement runs to its end, so that it can be reused.
        _ = try cursor.next()
        return value
    }
}

extension Database {
    func execute(cached sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
