import FHJSON
import FHTextFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite struct TextFindTests {
    private static let words = "one\ntwo\nThree two two\nfour\nfive\nTWO"

    private func found(_ count: Int, _ current: String, _ text: String = "two", status: String = "done") -> String {
        #"{"text":"\#(text)","regex":false,"status":"\#(status)","count":\#(count),"current":\#(current)}"#
    }

    @Test func findsTheNextLineAndMarksEachMatch() async throws {
        let text = await TextDriver.loaded(Self.words)
        try await text.perform("find", #"{"text":"two"}"#)
        #expect(text.find == found(3, "1"))
        #expect(text.line == 2)
        #expect(text.spans == ["2: 0-3 match", "3: 6-9 match", "3: 10-13 match"])
        try await text.perform("find", #"{"direction":"next"}"#)
        #expect(text.line == 3)
        try await text.perform("find", #"{"direction":"next"}"#)
        #expect(text.line == 6)
        #expect(text.find == found(3, "3"))
        #expect(text.numbers == [4, 5, 6])
        try await text.perform("find", #"{"direction":"next"}"#)
        #expect(text.line == 2)
        try await text.perform("find", #"{"direction":"previous"}"#)
        #expect(text.line == 6)
    }

    @Test func upperCaseLettersAreFoundAsTheyAre() async throws {
        let text = await TextDriver.loaded(Self.words)
        try await text.perform("find", #"{"text":"TWO"}"#)
        #expect(text.find == found(1, "1", "TWO"))
        let umlauts = await TextDriver.loaded("ÄRGER\närger")
        try await umlauts.perform("find", #"{"text":"ä"}"#)
        #expect(umlauts.find == found(2, "1", "ä"))
    }

    @Test func anEmptyTextEndsTheSearch() async throws {
        let text = await TextDriver.loaded(Self.words)
        try await text.perform("find", #"{"text":"two"}"#)
        try await text.perform("find", #"{"text":""}"#)
        #expect(text.find == "null")
        #expect(text.spans == [])
    }

    @Test func nothingFoundLeavesTheLine() async throws {
        let text = await TextDriver.loaded(Self.words)
        try await text.perform("find", #"{"text":"none"}"#)
        #expect(text.find == found(0, "null", "none"))
        #expect(text.line == 1)
    }

    @Test func regularExpressionsAreThoseOfJSONSchema() async throws {
        let text = await TextDriver.loaded(Self.words)
        try await text.perform("find", #"{"text":"^(one|f.*e)$","regex":true}"#)
        #expect(text.find == #"{"text":"^(one|f.*e)$","regex":true,"status":"done","count":2,"current":1}"#)
        let marks = await TextDriver.loaded("é12 345")
        try await marks.perform("find", #"{"text":"[0-9]+","regex":true}"#)
        #expect(marks.spans == ["1: 1-3 match", "1: 4-7 match"])
        let empty = await TextDriver.loaded("abc")
        try await empty.perform("find", #"{"text":"x*","regex":true}"#)
        #expect(empty.spans == [])
        #expect(
            text.refusal("find", #"{"text":"(","regex":true}"#)?.hasPrefix("/text invalid: is no regular expression: ")
                == true)
    }

    @Test func matchesLieOverTheSpansOfTheFormat() async throws {
        let text = await TextDriver.loaded("see https://a.b/c now", .plain)
        try await text.perform("find", #"{"text":"a.b"}"#)
        #expect(
            text.spans == [
                "1: 4-12 link https://a.b/c", "1: 12-15 match", "1: 15-17 link https://a.b/c",
            ])
    }

    @Test func colourSequencesAreNotSearched() async throws {
        let text = await TextDriver.loaded("a\u{1B}[31mb\u{1B}[0mc\n31", .ansi)
        try await text.perform("find", #"{"text":"31"}"#)
        #expect(text.line == 2)
        try await text.perform("find", #"{"text":"abc"}"#)
        #expect(text.line == 1)
    }

    @Test func longTextsAreSearchedFromTheActiveLineOnAndThenFromTheStart() async throws {
        let source = GrowingSource((1...1_000).map { $0.isMultiple(of: 100) ? "hit" : "line \($0)" })
        let text = TextDriver(source) { $0.searchChunk = 150 }
        await text.start()
        try await text.perform("goTo", #"{"line":550}"#)
        let before = source.requests.count
        try text.send("find", #"{"text":"hit"}"#)
        #expect(text.find == found(0, "null", "hit", status: "searching"))
        await text.deliver()
        #expect(text.line == 600)
        #expect(text.find == found(1, "1", "hit", status: "searching"))
        await text.settle()
        #expect(text.find == found(10, "6", "hit"))
        #expect(
            Array(source.requests[before...]) == [
                "549+150", "699+150", "849+150", "999+150", "0+150", "150+150", "300+150", "450+99",
            ])
        try await text.perform("find", #"{"direction":"previous"}"#)
        #expect(text.line == 500)
        try await text.perform("goTo", #"{"line":1000}"#)
        try await text.perform("find", #"{"direction":"next"}"#)
        #expect(text.line == 100)
    }

    @Test func aStepWaitsUntilItsMatchIsFound() async throws {
        let source = GrowingSource((1...1_000).map { $0 == 900 ? "hit" : "line \($0)" })
        let text = TextDriver(source) { $0.searchChunk = 100 }
        await text.start()
        try text.send("find", #"{"text":"hit"}"#)
        await text.deliver()
        #expect(text.line == 1)
        await text.settle()
        #expect(text.line == 900)
    }

    @Test func aMoveByTheUserIsNotUndoneByALateMatch() async throws {
        let source = GrowingSource((1...1_000).map { $0 == 900 ? "hit" : "line \($0)" })
        let text = TextDriver(source) { $0.searchChunk = 100 }
        await text.start()
        try text.send("find", #"{"text":"hit"}"#)
        try text.send("goTo", #"{"line":5}"#)
        await text.settle()
        #expect(text.line == 5)
        #expect(text.find == found(1, "null", "hit"))
    }

    @Test func addedLinesAreSearchedToo() async throws {
        let source = GrowingSource(["a", "hit"], growth: .running)
        let text = TextDriver(source)
        text.store.start()
        await text.turn()
        try text.send("find", #"{"text":"hit"}"#)
        while text.find != found(1, "1", "hit") { await text.turn() }
        source.add(["hit", "b"], growth: nil)
        await text.settle()
        #expect(text.find == found(2, "1", "hit"))
        #expect(text.spans == ["2: 0-3 match", "3: 0-3 match"])
    }

    @Test func aSourceWithCursorsIsSearchedInOrder() async throws {
        let source = GrowingSource((1...300).map { $0 == 250 ? "hit" : "line \($0)" }, hasCursors: true, pageSize: 100)
        let text = TextDriver(source)
        await text.start()
        try await text.perform("find", #"{"text":"hit"}"#)
        #expect(text.line == 250)
        #expect(text.numbers == [249, 250, 251])
        #expect(text.find == found(1, "1", "hit"))
    }

    @Test func aSearchThatFailsCanBeRetried() async throws {
        let source = GrowingSource(["a", "hit"])
        let text = TextDriver(source)
        await text.start()
        source.fail(Failure("networkError", "no network"))
        try await text.perform("find", #"{"text":"hit"}"#)
        #expect(text.find == found(0, "null", "hit", status: "failed"))
        source.fail(nil)
        try await text.perform("retry")
        #expect(text.find == found(1, "null", "hit"))
    }

    @Test func whatCantBeFoundIsRefused() async {
        let text = await TextDriver.loaded("a")
        #expect(
            text.refusal("find", #"{"direction":"next"}"#)
                == "nothingToFind: nothing was searched for; send find with a text")
        #expect(text.refusal("find", #"{"regex":true}"#) == "/regex invalid: is for a text, which is missing")
        let long = String(repeating: "x", count: 4_097)
        #expect(text.refusal("find", #"{"text":"\#(long)"}"#) == "/text invalid: must have at most 4096 bytes")
    }
}
