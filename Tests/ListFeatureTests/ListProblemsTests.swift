import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct ListProblemsTests {
    private static func problems(_ lines: Int...) -> RowProblems {
        var problems = RowProblems()
        for line in lines { problems.add(.init(line: line, code: "invalidJSON", message: "is not JSON.")) }
        return problems
    }

    private static func page(_ list: ListDriver, _ ids: String, _ problems: RowProblems?) -> Page {
        Page(rows: ids.map { list.row("\($0)") }, endReached: true, problems: problems)
    }

    @Test func problemsAreListedBesideTheRowsWithABanner() async {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Self.page(list, "ab", Self.problems(3)))
        #expect(list.ids == "ab")
        #expect(list.state["problems"]?["count"]?.intValue == 1)
        #expect(list.state["problems"]?["listed"]?[0]?["line"]?.intValue == 3)
        #expect(list.errors.count == 1)
        #expect(list.errors[0]["code"]?.stringValue == "problems")
        #expect(list.errors[0]["display"]?.stringValue == "banner")
        #expect(list.errors[0]["retryable"]?.boolValue == false)
    }

    @Test func aBannerThatWasDismissedComesBackForOtherProblemsAlone() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Self.page(list, "ab", Self.problems(3)))
        let id = try #require(list.errors[0]["id"]?.stringValue)
        try list.send("dismissError", #"{"id":"\#(id)"}"#)
        try list.send("refresh")
        await list.answer(1, Self.page(list, "ab", Self.problems(3)))
        #expect(list.errors.isEmpty)
        try list.send("refresh")
        await list.answer(2, Self.page(list, "ab", Self.problems(3, 4)))
        #expect(list.errors.count == 1)
    }

    @Test func aLoadWithoutProblemsTakesThemAway() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Self.page(list, "ab", Self.problems(3)))
        try list.send("refresh")
        await list.answer(1, Self.page(list, "abc", nil))
        #expect(list.state["problems"]?.isNull == true)
        #expect(list.errors.isEmpty)
    }

    @Test func anEditOfAListWithProblemsIsFollowedByARefresh() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Self.page(list, "ab", Self.problems(3)))
        try list.send("deleteItems", #"{"ids":["a"]}"#)
        await list.answer(1)
        await list.answer(2, Self.page(list, "b", Self.problems(2)))
        #expect(list.state["problems"]?["listed"]?[0]?["line"]?.intValue == 2)
    }
}
