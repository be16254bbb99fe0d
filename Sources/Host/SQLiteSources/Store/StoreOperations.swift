import FHJSON
import FeatureKit
import GRDB

/// The identity of an edit, by which repetitions are recognized.
///
/// It consists of the operation id and a digest of the edit's content.
struct StoreOperation: Sendable {
    let id: String
    let digest: Int64

    /// Makes the identity of an edit.
    ///
    /// - Parameters:
    ///   - id: The operation id.
    ///   - parts: The content, beginning with the edit's name.
    init(_ id: String, _ parts: [String]) {
        self.id = id
        // FNV-1a, because its values must be the same in the next process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        digest = Int64(bitPattern: hash)
    }
}

/// The recent operations.
///
/// They are stored in the database itself, so that they are remembered as long as their effects.
enum StoreOperations {
    /// The maximum number of operations.
    private static let limit = 1_000
    /// The maximum length in bytes of a stored answer.
    ///
    /// A longer answer is not stored. If its operation is repeated, the answer is the current rows.
    private static let longestAnswer = 64 << 10

    /// The stored answer of an operation.
    enum Memory {
        case row(JSONText)
        /// The operation was performed, but its answer is not stored.
        case done
    }

    /// Returns the stored answer of an operation; nil if it was not performed recently.
    ///
    /// - Throws: `invalidData` if the id belongs to a different operation.
    static func memory(of operation: StoreOperation, in db: Database) throws -> Memory? {
        var arguments = StatementArguments()
        let id = operation.id.expression(&arguments)
        let sql = "SELECT digest, answer FROM featurehost_operations WHERE id = \(id)"
        guard let row = try Row.fetchOne(db, cached: sql, arguments) else { return nil }
        guard row[0] == operation.digest else {
            throw Failure(
                "invalidData", "the id \(operation.id) was already used for another operation; use a different id",
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
