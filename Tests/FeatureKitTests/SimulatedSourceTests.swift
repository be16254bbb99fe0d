import FHJSON
import FeatureTesting
import Synchronization
import Testing

@testable import FHFeatureValues
@testable import FHRows
@testable import FeatureKit

@Suite struct SimulatedSourceTests {
    private func row(_ id: String, _ value: String) throws -> SourceRow {
        SourceRow(id: id, value: try JSONText(parsing: value))
    }

    private func update(_ source: SimulatedSource, _ id: String) throws -> SourceAnswer<SourceRow> {
        source.update(id, patch: try JSONText(parsing: #"{"n":2}"#), opID: "o")
    }

    @Test func anUpdateThatIsJustAnsweredLeavesTheRestOfTheRow() async throws {
        let source = SimulatedSource()
        source.answer(0, with: Page(rows: [try row("a", #"{"id":"a","n":1,"t":"x"}"#)], endReached: true))
        for call in 1...3 { source.answer(call) }
        _ = try await source.fetch(FetchRequest(start: .offset(0), limit: 1)).value
        #expect(try await update(source, "a").value == row("a", #"{"id":"a","n":2,"t":"x"}"#))
        _ = try await source.insert(try row("b", #"{"id":"b"}"#), before: nil, opID: "o").value
        #expect(try await update(source, "b").value == row("b", #"{"id":"b","n":2}"#))
    }

    @Test func anUpdateIsWhatItIsAnsweredWith() async throws {
        let source = SimulatedSource()
        source.answer(0, with: Page(rows: [try row("a", #"{"id":"a","n":3}"#)], endReached: true))
        source.answer(1)
        #expect(try await update(source, "a").value == row("a", #"{"id":"a","n":3}"#))
        #expect(try await update(source, "a").value == row("a", #"{"id":"a","n":2}"#))
    }

    @Test func anUpdateOfARowThatWasNeverGivenFailsTheTest() async throws {
        let source = SimulatedSource()
        source.answer(0)
        let said = Mutex<[String]>([])
        await Unimplemented.$report.withValue(.init { message in said.withLock { $0.append(message) } }) {
            await #expect(throws: Failure.self) { _ = try await update(source, "a").value }
        }
        #expect(said.withLock { $0.count } == 1)
    }
}
