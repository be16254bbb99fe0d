import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// The matched members of a row.
@Suite struct SearchKeysTests {
    private func ids(_ query: String, keys: [String] = [], columns: [Column] = []) async throws -> [String] {
        let search = SearchDriver(keys: keys, columns: columns, pageSize: 10)
        search.store.start()
        let rows = try [
            #"{"id":"a","name":"Gull","berth":417,"open":true,"at":{"port":"Tromso"},"note":"x"}"#,
            #"{"id":"b","name":"Tern","berth":88,"open":false,"at":{"port":"Malmo"},"note":"y"}"#,
        ].map { text in
            let value = try JSONText(parsing: text)
            return SourceRow(id: value.value["id"]?.stringValue ?? "", value: value)
        }
        search.source.answer(0, with: Page(rows: rows, endReached: true))
        await search.settle()
        try await search.search(query)
        let groups = (search.state["groups"] ?? .null).elements
        return groups.flatMap { ($0["items"] ?? .null).elements.compactMap { $0["id"]?.stringValue } }
    }

    @Test func numbersAndNestedMembersAreMatched() async throws {
        #expect(try await ids("417", keys: ["berth"]) == ["a"])
        #expect(try await ids("malmo", keys: ["name", "/at/port"]) == ["b"])
    }

    @Test func withoutKeysTheColumnsAreMatched() async throws {
        #expect(try await ids("88") == ["b"])
        #expect(try await ids("y") == ["b"])
        #expect(try await ids("88", columns: [Column(key: "name"), Column(key: "berth", type: .number)]) == ["b"])
        #expect(try await ids("88", columns: [Column(key: "name")]) == [])
        #expect(try await ids("88", columns: [Column(key: "name"), Column(key: "berth", role: .none)]) == [])
        #expect(try await ids("true") == [])
    }
}
