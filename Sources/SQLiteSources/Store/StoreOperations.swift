import FeatureKit
import GRDB
import JSON

/// An edit that is asked for: which one, and what it is, so that one that comes again is known.
struct StoreOperation: Sendable {
    let id: String
    /// Of all that the edit says.
    let digest: Int64

    /// - Parameter parts: what the edit says, from its name on.
    init(_ id: String, _ parts: [String]) {
        self.id = id
        // FNV-1a, whose values mean the same to the next process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        digest = Int64(bitPattern: hash)
    }
}

/// The operations done of late, in the database itself: what was confirmed is remembered as long as it is there.
enum StoreOperations {
    /// How many are remembered.
    private static let limit = 1_000
    /// How long an answer is that is kept; a longer one is the row as it is by then.
    private static let longestAnswer = 64 << 10

    /// What an operation answered when it was done.
    enum Memory {
        case row(JSONText)
        /// It is known that it was done, and no more.
        case done
    }

    /// - Throws: `invalidData` where the id was that of another operation.
    static func memory(of operation: StoreOperation, in db: Database) throws -> Memory? {
        var arguments = StatementArguments()
        let id = operation.id.expression(&arguments)
        let sql = "SELECT digest, answer FROM featurehost_operations WHERE id = \(id)"
        guard let row = try Row.fetchOne(db, cached: sql, arguments) else { return nil }
        guard row[0] == operation.digest else {
            throw Failure(
                "invalidData", "the operation \(operation.id) was another one when it was done; each needs its own id",
                retryable: false)
        }
        let answer: String? = row[1]
        return try answer.map { .row(try JSONText(parsing: $0)) } ?? .done
    }

    static func remember(_ operation: StoreOperation, _ answer: JSONText?, in db: Database) throws {
        let kept = answer.flatMap { $0.bytes.count <= longestAnswer ? $0.string : nil }
        var arguments = StatementArguments()
        let id = operation.id.expression(&arguments)
        arguments += [operation.digest, kept]
        try db.execute(
            cached: "INSERT INTO featurehost_operations(id, digest, answer) VALUES (\(id), ?, ?)", arguments)
        try db.execute(
            cached: "DELETE FROM featurehost_operations WHERE number <= ?", [db.lastInsertedRowID - Int64(limit)])
    }
}
