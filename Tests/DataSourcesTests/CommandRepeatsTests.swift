import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources

/// Rows that a command prints with the same id are distinguished, within a run and across runs.
@Suite(.hangLimit)
struct CommandRepeatsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a source over a file, so that each run may print other rows.
    private func source() throws -> CommandSource { try script("cat '\(folder.file("rows"))'", .jsonl) }

    /// Runs the command again and returns the ids and the numbers of its rows.
    private func rows(_ source: CommandSource, _ numbers: [Int]) async throws -> [(id: String, number: Int?)] {
        try folder.write("rows", bytes: numbers.flatMap { Array("{\"id\":\"x\",\"n\":\($0)}\n".utf8) })
        return try await source.page(0, .max, isRefresh: true).rows.map { ($0.id, $0.member("n")?.intValue) }
    }

    @Test func aRepeatedIDIsFollowedByADigestOfTheRow() async throws {
        let text = "{\"id\":\"x\",\"n\":1}\n{\"id\":\"y\"}\n{\"id\":\"x\",\"n\":2}\n{\"id\":\"x\",\"n\":2}\n"
        try folder.write("rows", bytes: Array(text.utf8))
        let page = try await source().page(0, .max)
        let ids = page.rows.map(\.id)
        #expect(ids[0] == "x" && ids[1] == "y" && ids[2].hasPrefix("x#") && ids[3] == ids[2] + "-2")
        #expect(page.problems?.listed.map(\.line) == [3, 4])
        #expect(page.problems?.listed.map(\.id) == [ids[2], ids[3]])
        #expect(page.problems?.listed.first?.code == "repeatedId")
    }

    /// An id of one run never identifies another row in a later run.
    @Test func anIDOfOneOfSeveralRowsNamesNoOtherInALaterRun() async throws {
        let source = try source()
        var named: [String: Int?] = [:]
        for numbers in [[1, 2], [2, 1], [2], [3, 1], [1], [3, 2, 1]] {
            let rows = try await rows(source, numbers)
            #expect(rows.map(\.number) == numbers && Set(rows.map(\.id)).count == numbers.count)
            for row in rows { #expect(named.updateValue(row.number, forKey: row.id) ?? row.number == row.number) }
        }
        // Only a row that repeats an id is a problem.
        #expect(try await self.rows(source, [2]).count == 1)
        #expect(try await source.page(0, .max).problems == nil)
    }

    /// A row may already have the id that would be generated for a repeated id.
    @Test func anIDWithADigestMayBeTaken() async throws {
        let source = try source()
        let id = try await rows(source, [1, 2])[1].id
        let text = "{\"id\":\"\(id)\"}\n{\"id\":\"x\",\"n\":1}\n{\"id\":\"x\",\"n\":2}\n"
        try folder.write("rows", bytes: Array(text.utf8))
        let ids = try await source.page(0, .max, isRefresh: true).rows.map(\.id)
        #expect(ids[0] == id && ids[2] == id + "-2" && Set(ids).count == 3)
    }

    /// If too many ids are repeated, all ids count as repeated.
    @Test func theMemoryOfRepeatedIDsIsBounded() {
        let memory = RepeatMemory(limit: 2)
        for id in ["a", "b", "a"] { memory.add(id) }
        let before = memory.known
        #expect(before.contains("a") && before.contains("b") && !before.contains("c"))
        memory.add("c")
        #expect(memory.known.contains("d") && !before.contains("c"))
    }
}
