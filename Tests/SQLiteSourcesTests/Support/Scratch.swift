import FHJSON
import FeatureKit
import Foundation
import GRDB
import Testing

@testable import FHSQLiteSources

/// A folder for one test, with a database.
final class Scratch: Sendable {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "sqlite-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A path whose folder does not exist yet.
    var path: String { folder + "/deep/er/rows.db" }

    /// Uses the database on a separate connection, like another program.
    func sql<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue(path: path).inDatabase(body)
    }

    func table(_ name: String = "rows", in stores: StoreDatabases = StoreDatabases()) async throws -> TableSource {
        let options = JSONText.build { json in
            json.beginObject()
            json.field("path", path)
            json.field("table", name)
            json.endObject()
        }
        return try await open(options.string, in: stores)
    }

    /// Opens a source over a table of another program.
    ///
    /// - Parameters:
    ///   - options: The options of the source as JSON members.
    ///   - path: The database; by default the one of this test.
    func sqlite(_ options: String, at path: String? = nil) async throws -> SQLiteSource {
        let path = JSONText.string(path ?? self.path)
        return try await SQLiteSource.open(JSONValue(parsing: #"{"path":\#(path),\#(options)}"#)).value
    }

    func open(_ options: String, in stores: StoreDatabases = StoreDatabases()) async throws -> TableSource {
        try await TableSource.open(JSONValue(parsing: options), in: stores).value
    }
}

extension SourceAnswer {
    /// The failure; nil for a value.
    var failure: Failure? {
        get async {
            do throws(Failure) {
                _ = try await value
                return nil
            } catch {
                return error
            }
        }
    }
}

extension DataSource {
    /// Fetches all rows in pages by cursor.
    func all(_ limit: Int = 100) async throws -> [String] {
        var rows: [String] = []
        var start = FeatureKit.FetchRequest.Start.offset(0)
        while true {
            let page = try await fetch(FeatureKit.FetchRequest(start: start, limit: limit)).value
            rows += page.rows.map(\.value.string)
            guard let cursor = page.nextCursor else { return rows }
            start = .cursor(cursor)
        }
    }

    func ids() async throws -> [String] {
        try await all().map { try JSONValue(parsing: $0)[idKey]?.stringValue ?? "?" }
    }

    @discardableResult
    func add(_ ids: String..., before: String? = nil) async throws -> [String] {
        for id in ids {
            _ = try await insert(row(id), before: before, opID: UUID().uuidString).value
        }
        return ids
    }
}

func row(_ id: String, _ members: String = "") -> SourceRow {
    let text = #"{"id":"\#(id)"\#(members.isEmpty ? "" : ",")\#(members)}"#
    guard let value = try? JSONText(parsing: text) else { preconditionFailure(text) }
    return SourceRow(id: id, value: value)
}
