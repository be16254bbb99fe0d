import FHJSON
import FeatureKit
import Testing

@testable import FHDataSources

@Suite struct InlineSourceTests {
    @Test func answersAtOnce() throws {
        let source = try InlineSource(rows: try rows("a", "b"))
        guard case .now(let answer) = source.fetch(FetchRequest(start: .offset(0), limit: 1)) else {
            Issue.record("it must not wait")
            return
        }
        #expect(try answer.get() == Page(rows: try rows("a"), endReached: false, totalCount: 2))
        #expect(source.capabilities == .all)
        #expect(source.idKey == "id")
    }

    @Test func refusesTwoRowsWithOneID() throws {
        #expect(code { _ = try InlineSource(rows: try rows("a", "a")) } == "invalidData")
    }

    @Test func editsLast() async throws {
        let source = try InlineSource(rows: try rows("a", "b"))
        _ = try await source.insert(try row(#"{"id":"c"}"#), before: "b", opID: "1").get()
        _ = try await source.update("a", patch: try JSONText(parsing: #"{"x":1}"#), opID: "2").get()
        _ = try await source.move(["a"], before: nil, opID: "3").get()
        _ = try await source.delete(["b"], opID: "4").get()
        #expect(try await source.all().map(\.value.string) == [#"{"id":"c"}"#, #"{"id":"a","x":1}"#])
    }

    @Test func anOperationThatComesAgainIsNotDoneTwice() async throws {
        let source = try InlineSource(rows: try rows("a", "b", "c"))
        for _ in 0..<2 { _ = try await source.move(["a"], before: nil, opID: "1").get() }
        for _ in 0..<2 { _ = try await source.insert(try row(#"{"id":"d"}"#), before: nil, opID: "2").get() }
        #expect(try await source.ids() == ["b", "c", "a", "d"])
    }

    @Test func aRefusedEditChangesNothing() async throws {
        let source = try InlineSource(rows: try rows("a", "b", "c"))
        await #expect(throws: Failure.self) { try await source.move(["a", "x"], before: nil, opID: "1").get() }
        await #expect(throws: Failure.self) { try await source.move(["a"], before: "x", opID: "2").get() }
        await #expect(throws: Failure.self) {
            try await source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "3").get()
        }
        #expect(try await source.ids() == ["a", "b", "c"])
    }

    /// A move before one of the moved rows is refused, and no row is lost.
    @Test func aMoveBeforeAMovedRowLosesNothing() async throws {
        let source = try InlineSource(rows: try rows("a", "b", "c"))
        _ = try? await source.move(["a", "b"], before: "b", opID: "1").get()
        #expect(try await source.ids().sorted() == ["a", "b", "c"])
    }

    @Test func manyThreadsLoseNothing() async throws {
        let source = try InlineSource(rows: [])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let new = try row(#"{"id":"\#(number)"}"#)
                    _ = try await source.insert(new, before: nil, opID: "\(number)").get()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await source.ids().compactMap { Int($0) }.sorted() == Array(0..<100))
    }
}
