import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// Actions on rows with a scope, a condition, a question or an operation for each row.
@Suite struct ListActionTests {
    private let service = SimulatedSource(capabilities: .perform)

    private func list() async -> ListDriver {
        let kill = RowAction.Performer(source: service, operation: "kill")
        let list = ListDriver { configuration in
            configuration.actions = [
                RowAction(id: "each", title: "Each", scope: .each, performer: kill),
                RowAction(
                    id: "some", title: "Some", condition: .isIn("id", [.string("a"), .string("b")]), performer: kill),
                RowAction(id: "asks", title: "Asks", performer: kill, question: "sure"),
                RowAction(id: "one", title: "One", scope: .active, key: RowAction.enter),
                RowAction(id: "new", title: "New", scope: .none),
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

    private func outputs(of list: ListDriver) -> () -> [Output] {
        var outputs: [Output] = []
        list.store.onOutput = { outputs.append($0) }
        return { outputs }
    }

    @Test func eachRowHasAnOperationOfItsOwnAndTheResultsAreOneOutput() async throws {
        let list = await list()
        let outputs = outputs(of: list)
        try list.send("selectAll")
        try list.send("accept", #"{"action":"each"}"#)
        #expect(asked == [["a"]] && list.state["performing"]?["done"]?.intValue == 0)
        service.answer(0)
        await list.delivered()
        #expect(asked == [["a"], ["b"]] && list.state["performing"]?["done"]?.intValue == 1)
        service.fail(1, Failure("offline", "no", retryable: true))
        await list.delivered()
        #expect(list.errors.count == 1 && outputs().isEmpty)
        try list.send("retry")
        #expect(asked == [["a"], ["b"], ["b"]], "the first row is not done again")
        service.answer(2)
        await list.delivered()
        service.answer(3)
        await list.delivered()
        #expect(asked.last == ["c"] && outputs().map(\.ids) == [["a", "b", "c"]])
        #expect(outputs().first?.value.value.count == 3 && list.state["selection"]?["all"]?.boolValue == false)
    }

    @Test func eachRequestHasItsOwnIDAndARepeatedOneKeepsIt() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"each","ids":["a","b"]}"#)
        service.answer(0)
        await list.delivered()
        service.fail(1, Failure("offline", "no", retryable: true))
        await list.delivered()
        try list.send("accept", #"{"action":"each","ids":["a","b"]}"#)
        #expect(asked == [["a"], ["b"], ["b"]])
        let ids = service.operations
        #expect(ids.count == 3 && ids[0] != ids[1] && ids[1] == ids[2])
    }

    @Test func rowsToWhichAnActionDoesNotApplyStayMarked() async throws {
        let list = await list()
        for id in ["c", "b"] { try list.send("toggleSelection", #"{"id":"\#(id)"}"#) }
        #expect(list.state["availableActions"]?.count == 5)
        try list.send("accept", #"{"action":"some"}"#)
        service.answer(0)
        await list.delivered()
        #expect(asked == [["b"]] && list.state["selection"]?["ids"]?.elements.map(\.stringValue) == ["c"])
        #expect(list.state["availableActions"]?.elements.map(\.stringValue) == ["each", "asks", "one", "new"])
        #expect(list.refusal("accept", #"{"action":"some"}"#) == "notApplicable")
    }

    @Test func aQuestionIsAskedAboutTheRowsUnlessTheUserHasConfirmed() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"asks","ids":["c","a"]}"#)
        // Nothing declares the modal here.
        #expect(asked.isEmpty && list.errors.count == 1)
        try list.send("accept", #"{"action":"asks","ids":["c"],"confirmed":true}"#)
        #expect(asked == [["c"]])
    }

    @Test func theRowsOfAnActionFollowFromItsScope() async throws {
        let list = await list()
        let outputs = outputs(of: list)
        try list.send("toggleSelection", #"{"id":"c"}"#)
        #expect(list.refusal("accept", #"{"action":"one"}"#) == "noTarget", "no row is active")
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("accept", #"{"action":"one"}"#)
        try list.send("accept", #"{"action":"new"}"#)
        #expect(outputs().map(\.name) == ["one", "new"] && outputs().map(\.ids) == [["b"], []])
        #expect(list.refusal("accept", #"{"action":"one","ids":["a","b"]}"#) == "severalRows")
        #expect(list.refusal("accept", #"{"action":"new","selection":true}"#) == "noRows")
    }

    @Test func enterStartsTheActionInsteadOfOpeningTheRow() async throws {
        let list = await list()
        let outputs = outputs(of: list)
        try list.send("openItem", #"{"id":"c"}"#)
        #expect(outputs().map(\.name) == ["one"] && outputs().first?.ids == ["c"])
        #expect(list.state["activeId"]?.stringValue == "c")
    }
}
