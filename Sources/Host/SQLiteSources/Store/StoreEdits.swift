import FHJSON
import FeatureKit
import GRDB

/// Edits of a table, within one transaction.
struct StoreEdits {
    let name: StoreName
    let idKey: String
    let db: Database

    func insert(_ row: SourceRow, before: String?) throws -> SourceRow {
        let row = try complete(row)
        try checkLength(row)
        let id = row.id
        guard try key(of: id) == nil else {
            throw Failure.duplicateID(id, idKey)
        }
        let order = StoreOrder(name: name, db: db, moving: [])
        let place = try before.map { id in try order.place(of: id) ?? gone(id) }
        let position = try order.positions(before: place, count: 1)[0]
        try db.execute(
            cached: "INSERT INTO \(name.rows)(id, position, value) VALUES (?, ?, ?)", [id, position, row.value.string])
        return row
    }

    /// Updates rows.
    ///
    /// - Throws: `conflict` if a row has another version than its update specifies. Then the transaction must be rolled
    ///   back.
    func update(_ updates: [RowUpdate]) throws -> [SourceRow] {
        var conflicts: [SourceRow] = []
        var updated: [SourceRow] = []
        for update in updates {
            let (key, row) = try find(update.id)
            try row.checkWritable()
            if !update.allows(row.row) { conflicts.append(row.row) }
            if conflicts.isEmpty { updated.append(try change(key, row, by: update.patch)) }
        }
        guard conflicts.isEmpty else { throw Failure.conflict(current: conflicts) }
        return updated
    }

    /// Returns a row with its key in the table.
    ///
    /// - Throws: `targetGone` if the row does not exist; `invalidData` if it can't be read.
    func find(_ id: String) throws -> (key: Int64, row: StoredRow) {
        let sql = "SELECT key, id, value FROM \(name.rows) WHERE id = ?"
        guard !id.isCutAsArgument else { return try gone(id) }
        let found = try Row.first(db, cached: sql, [id]) { row in
            do throws(RowFault) {
                return (key: row[0] as Int64, row: try StoredRow(id: row[1], text: row[2], name, idKey: idKey))
            } catch {
                throw error.failure
            }
        }
        return try found ?? gone(id)
    }

    private func change(_ key: Int64, _ old: StoredRow, by patch: JSONText) throws -> SourceRow {
        let id = old.id
        let value = old.value.value.merged(with: patch.value)
        guard value.value.isObject, SourceRow.id(value.value[idKey]) == id else {
            throw Failure("invalidData", "the id of the row \(id) can't be changed", retryable: false)
        }
        let row = SourceRow(id: id, value: value)
        try checkLength(row)
        try db.execute(cached: "UPDATE \(name.rows) SET value = ? WHERE key = ?", [old.text(for: value), key])
        return row
    }

    func move(_ ids: [String], before: String?) throws {
        let order = try moving(ids)
        let place = try before.map { id in try order.place(of: id) ?? gone(id) }
        if let before, let place, order.moving.contains(place.key) {
            throw Failure("invalidData", "rows can't be moved before \(before), which is one of them", retryable: false)
        }
        try put(order, try order.positions(before: place, count: order.moving.count))
    }

    func move(_ ids: [String], behind anchor: String) throws {
        let order = try moving(ids)
        let place = try order.place(of: anchor) ?? gone(anchor)
        guard !order.moving.contains(place.key) else {
            throw Failure("invalidData", "rows can't be moved behind \(anchor), which is one of them", retryable: false)
        }
        try put(order, try order.positions(behind: place, count: order.moving.count))
    }

    func delete(_ ids: [String]) throws {
        for id in ids where !id.isCutAsArgument {
            try checkDeletable(id)
            try db.execute(cached: "DELETE FROM \(name.rows) WHERE id = ?", [id])
        }
    }

    /// Checks that rows have the versions that their deletions specify.
    ///
    /// - Throws: `conflict` if a row has another version than its deletion specifies.
    func checkVersions(_ deletions: [RowDeletion]) throws {
        let others = try deletions.compactMap { deletion -> SourceRow? in
            guard deletion.ifVersion != nil, try key(of: deletion.id) != nil else { return nil }
            let row = try find(deletion.id).row.row
            return deletion.allows(row) ? nil : row
        }
        guard others.isEmpty else { throw Failure.conflict(current: others) }
    }

    /// Checks that an undo of the deletion could restore the row.
    ///
    /// - Throws: `readOnly` if the undo could not restore the row completely.
    private func checkDeletable(_ id: String) throws {
        let sql = "SELECT id, value FROM \(name.rows) WHERE id = ?"
        _ = try Row.first(db, cached: sql, [id]) { row in
            // A row that can't be read may be deleted, because it was never shown.
            try? StoredRow(id: row[0], text: row[1], name, idKey: idKey)
        }??.checkWritable()
    }

    // MARK: Moving

    private func moving(_ ids: [String]) throws -> StoreOrder {
        var keys: Set<Int64> = []
        for id in ids { keys.insert(try key(of: id) ?? gone(id)) }
        return StoreOrder(name: name, db: db, moving: keys)
    }

    /// Assigns positions to the rows that are being moved.
    ///
    /// These rows keep their order among each other.
    private func put(_ order: StoreOrder, _ positions: [Int]) throws {
        let sql = "SELECT position FROM \(name.rows) WHERE key = ?"
        let places = try order.moving.map { key in
            StoreOrder.Place(key: key, position: try Row.fetchOne(db, cached: sql, [key])?[0] ?? 0)
        }.sorted { ($0.position, $0.key) < ($1.position, $1.key) }
        for (place, position) in zip(places, positions) where place.position != position {
            try order.put(place.key, at: position)
        }
    }

    private func key(of id: String) throws -> Int64? {
        // No row has this id. Without the check, SQLite would find the row whose id is the part before U+0000.
        if id.isCutAsArgument { return nil }
        return try Row.fetchOne(db, cached: "SELECT key FROM \(name.rows) WHERE id = ?", [id])?[0]
    }

    private func gone<Value>(_ id: String) throws -> Value {
        throw Failure("targetGone", "the row \(id) is no longer there", retryable: false)
    }

    // MARK: Rows

    /// Returns the row, with its id added as the member `idKey` if that member is missing.
    private func complete(_ row: SourceRow) throws -> SourceRow {
        let id = row.id
        let value = row.value.value
        guard let member = value[idKey] else {
            return SourceRow(id: id, value: value.merged(with: JSONText.object(idKey, .string(id)).value))
        }
        guard SourceRow.id(member) == id else {
            throw Failure("invalidData", "the row \(id) has another \(idKey) among its members", retryable: false)
        }
        return row
    }

    private func checkLength(_ row: SourceRow) throws {
        let (id, value) = row.withTexts { ($0.count, $1.count) }
        if id > StoredRow.longestID {
            throw Failure(
                "invalidData",
                "the row \(LikelyName.shown(row.id)) has an id that is longer than \(StoredRow.longestID) bytes",
                retryable: false)
        }
        if value > StoredRow.longestText {
            let name = LikelyName.shown(row.id)
            throw Failure(
                "invalidData", "the row \(name) is longer than \(StoredRow.longestText) bytes", retryable: false)
        }
        if row.value.value.isDeeper(than: SourceRow.deepestLevel) {
            throw Failure("invalidData", "the row \(SourceRow.tooDeep)", retryable: false)
        }
        guard !row.id.isCutAsArgument else {
            let start = row.id.prefix { $0 != "\0" }
            throw Failure(
                "invalidData", "the row \(LikelyName.shown(String(start)))… has an id with the character U+0000",
                retryable: false)
        }
    }
}
