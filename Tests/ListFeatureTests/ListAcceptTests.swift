import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// Declared actions on rows: what the source is asked, and what becomes of marks, errors and rows.
@Suite struct ListAcceptTests {
    private let service = SimulatedSource(capabilities: .perform)

    private func list(changesRows: Bool = false) async -> ListDriver {
        let list = ListDriver { configuration in
            configuration.actions = [
                RowAction(
                    id: "stop", title: "Stop",
                    performer: .init(source: service, operation: "kill", changesRows: changesRows)),
                RowAction(id: "show", title: "Show"),
            ]
        }
        list.store.start()
        await list.answer(0, list.page("abc", endReached: true))
        return list
    }

    /// The ids in the input of each operation.
    private var asked: [[String]] {
        service.calls.map { call in
            guard case .perform(_, let input) = call else { return [] }
            return input.value["ids"].map { $0.elements.compactMap(\.stringValue) } ?? []
        }
    }

    @Test func theMarkedRowsAreAskedForAndThenUnmarked() async throws {
        let list = await list()
        var outputs: [Output] = []
        list.store.onOutput = { outputs.append($0) }
        try list.send("toggleSelection", #"{"id":"c"}"#)
        try list.send("toggleSelection", #"{"id":"a"}"#)
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("accept", #"{"action":"stop","selection":true,"value":{"signal":9}}"#)
        #expect(
            list.unavailable("accept") == "performing" && list.state["performing"]?["action"]?.stringValue == "stop")
        #expect(list.refusal("accept", #"{"action":"show","ids":["b"]}"#) == "performing")
        service.answer(0)
        await list.delivered()
        #expect(asked == [["c", "a"]] && outputs.map(\.name) == ["stop"] && outputs.first?.ids == ["c", "a"])
        #expect(list.state["selection"]?["ids"]?.count == 0 && list.state["performing"] == nil)
        #expect(list.source.calls.count == 1, "the rows of another source are not loaded again")
    }

    @Test func rowsThatMayHaveChangedAreLoadedAgain() async throws {
        let list = await list(changesRows: true)
        try list.send("accept", #"{"action":"stop","ids":["b"]}"#)
        service.answer(0)
        await list.delivered()
        await list.answer(1, list.page("ac", endReached: true))
        #expect(list.ids == "ac")
    }

    @Test func rowsAreLoadedAgainAfterAFailureThatMayHaveChangedThem() async throws {
        let list = await list(changesRows: true)
        try list.send("accept", #"{"action":"stop","ids":["b"]}"#)
        service.fail(0, Failure("offline", "no", retryable: true))
        await list.delivered()
        #expect(list.source.calls.count == 2 && list.errors.count == 1)
    }

    @Test func aFailureKeepsTheMarksAndIsTheSameOperationAgain() async throws {
        let list = await list()
        try list.send("selectAll")
        try list.send("accept", #"{"action":"stop","selection":true}"#)
        service.fail(0, Failure("offline", "no", retryable: true))
        await list.delivered()
        #expect(list.state["selection"]?["all"]?.boolValue == true && list.errors.count == 1)
        try list.send("retry")
        #expect(list.errors.isEmpty && asked == [["a", "b", "c"], ["a", "b", "c"]])
        service.answer(1)
        await list.delivered()
        #expect(list.state["selection"]?["all"]?.boolValue == false)
    }

    @Test(arguments: [
        (#"{"action":"stop","ids":[]}"#, "noItems"), (#"{"action":"stop","ids":["x"]}"#, "gone"),
        (#"{"action":"stop","selection":true}"#, "noTarget"),
        (#"{"action":"stop","all":true,"except":["a","b","c"]}"#, "noItems"),
    ])
    func rowsThatAreNotThereAreRefused(params: String, reason: String) async {
        let list = await list()
        #expect(list.refusal("accept", params) == reason && asked.isEmpty)
    }
}
