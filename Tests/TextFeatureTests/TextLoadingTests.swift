import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHTextFeature

@Suite struct TextLoadingTests {
    @Test func loadsWhenItStartsAndShowsTheFirstLines() async {
        let text = TextDriver(ValueSource(.string("a\nb\nc\nd\n")))
        #expect(text.phase == "idle")
        text.store.start()
        #expect(text.phase == "loading")
        await text.settle()
        #expect(text.phase == "loaded")
        #expect(text.texts == ["a", "b", "c"])
        #expect(text.numbers == [1, 2, 3])
        #expect(text.count == 4)
        #expect(text.state["endReached"]?.boolValue == true)
        #expect(text.line == 1)
        #expect(text.snapshot["settled"]?.boolValue == true)
    }

    @Test func anEmptyTextHasNoLine() async {
        let text = await TextDriver.loaded("")
        #expect(text.state["empty"]?.stringValue == "noData")
        #expect(text.state["line"]?.isNull == true)
        #expect(text.count == 0)
        #expect(text.refusal("goTo", #"{"line":1}"#) == "noLines: the text has no lines, or none is loaded yet")
    }

    @Test func anyOtherValueIsShownAsIndentedJSON() async throws {
        let value = try JSONValue(parsing: #"{"a":[1,{"b":null}],"c":{},"d":"x"}"#)
        let text = TextDriver(ValueSource(value), .json) { $0.pageSize = 20 }
        await text.start()
        #expect(
            text.texts == [
                "{", #"  "a": ["#, "    1,", "    {", #"      "b": null"#, "    }", "  ],", #"  "c": {},"#,
                #"  "d": "x""#, "}",
            ])
    }

    @Test func linesBreaksOfAllSystemsEndLines() async {
        #expect(await TextDriver.loaded("a\r\n\nb").texts == ["a", "", "b"])
    }

    @Test func aWindowFarAwayIsLoadedAlone() async throws {
        let source = GrowingSource((1...100_000).map { "line \($0)" })
        let text = TextDriver(source)
        await text.start()
        try text.send("setWindow", #"{"offset":50000,"limit":3}"#)
        #expect(text.texts == ["line 1", "line 2", "line 3"])
        #expect(text.state["loads"]?["window"]?["status"]?.stringValue == "loading")
        await text.settle()
        #expect(text.texts == ["line 50001", "line 50002", "line 50003"])
        #expect(text.window == [50_000, 3])
        #expect(text.line == 50_001)
        #expect(source.requests == ["0+403", "49800+403"])
        try text.send("setWindow", #"{"offset":50050,"limit":3}"#)
        #expect(text.numbers == [50_051, 50_052, 50_053])
        await text.settle()
        #expect(source.requests.count == 2)
        try text.send("setWindow", #"{"offset":50150,"limit":3}"#)
        #expect(text.numbers == [50_151, 50_152, 50_153])
        await text.settle()
        #expect(source.requests.last == "50203+150")
    }

    @Test func aWindowBehindTheEndShowsTheLastLines() async throws {
        let text = await TextDriver.numbered(10)
        try await text.perform("setWindow", #"{"offset":100,"limit":4}"#)
        #expect(text.numbers == [7, 8, 9, 10])
        #expect(text.window == [6, 4])
    }

    @Test func theSpansOfADistantWindowKnowTheLinesBefore() async throws {
        let lines = ["\u{1B}[31m"] + (1...1_500).map { "line \($0)" }
        let text = TextDriver(GrowingSource(lines), .ansi)
        await text.start()
        try await text.perform("setWindow", #"{"offset":1480,"limit":1}"#)
        #expect(text.spans == ["1481: 0-9 ansi red"])
        let short = TextDriver(GrowingSource(lines), .ansi) { $0.lookBack = 10 }
        await short.start()
        try await short.perform("setWindow", #"{"offset":1480,"limit":1}"#)
        #expect(short.spans == [])
    }

    @Test func aSourceWithCursorsIsReadInOrder() async throws {
        let source = GrowingSource((1...1_000).map { "line \($0)" }, hasCursors: true, pageSize: 100)
        let text = TextDriver(source)
        await text.start()
        #expect(text.count == 100)
        #expect(text.state["endReached"]?.boolValue == false)
        try await text.perform("setWindow", #"{"offset":250,"limit":3}"#)
        #expect(text.numbers == [251, 252, 253])
        #expect(source.requests == ["0+403", "@100+200", "@200+200"])
        try await text.perform("goTo", #"{"to":"end"}"#)
        #expect(text.numbers == [998, 999, 1_000])
        #expect(text.line == 1_000)
        #expect(text.state["endReached"]?.boolValue == true)
    }

    @Test func aSourceThatGivesFewLinesAtATimeIsReadOn() async throws {
        let source = GrowingSource((1...1_000).map { "line \($0)" }, pageSize: 50)
        let text = TextDriver(source, .ansi) { $0.pageSize = 100 }
        await text.start()
        #expect(text.texts.count == 100)
        try await text.perform("setWindow", #"{"offset":700,"limit":100}"#)
        #expect(text.numbers == Array(701...800))
        try await text.perform("goTo", #"{"to":"end"}"#)
        #expect(text.numbers.last == 1_000)
    }

    @Test func aSourceWithoutATotalIsReadToItsEndIfTheEndIsWanted() async throws {
        let source = GrowingSource((1...25_000).map { "line \($0)" }, hasTotal: false)
        let text = TextDriver(source)
        await text.start()
        #expect(text.count == 403)
        #expect(text.state["endReached"]?.boolValue == false)
        try text.send("goTo", #"{"to":"end"}"#)
        #expect(text.numbers == [1, 2, 3])
        await text.settle()
        #expect(text.numbers == [24_998, 24_999, 25_000])
        #expect(text.line == 25_000)
        #expect(text.count == 25_000)
        #expect(text.store.state.base.segment.lines.count < 15_000)
    }

    @Test func aFirstLoadThatFailsFillsTheScreenAndCanBeRetried() async throws {
        let source = GrowingSource(["a"])
        source.fail(Failure("networkError", "no network"))
        let text = TextDriver(source)
        await text.start()
        #expect(text.phase == "failed")
        #expect(text.errors[0]["display"]?.stringValue == "fullScreen")
        source.fail(nil)
        try await text.perform("retry")
        #expect(text.texts == ["a"])
        #expect(text.errors.isEmpty)
    }

    @Test func aWindowThatCantBeLoadedLeavesTheShownOne() async throws {
        let source = GrowingSource((1...1_000).map { "line \($0)" })
        let text = TextDriver(source)
        await text.start()
        source.fail(Failure("networkError", "no network"))
        try await text.perform("setWindow", #"{"offset":900,"limit":3}"#)
        #expect(text.numbers == [1, 2, 3])
        #expect(text.errors[0]["display"]?.stringValue == "banner")
        #expect(text.state["loads"]?["window"]?["status"]?.stringValue == "failed")
        source.fail(nil)
        try await text.perform("setWindow", #"{"offset":900,"limit":3}"#)
        #expect(text.numbers == [901, 902, 903])
        #expect(text.errors.isEmpty)
    }

    @Test func changedLinesAreLoadedAgainAroundTheWindow() async throws {
        let source = GrowingSource((1...1_000).map { "line \($0)" })
        let text = TextDriver(source)
        await text.start()
        try await text.perform("setWindow", #"{"offset":500,"limit":3}"#)
        source.replace((1...800).map { "new \($0)" })
        source.changes?.tell()
        text.store.collect()
        text.store.deliver()
        #expect(text.state["isStale"]?.boolValue == true)
        text.clock.advance(by: 200)
        await text.settle()
        #expect(text.texts == ["new 501", "new 502", "new 503"])
        #expect(text.count == 800)
        source.replace(["short"])
        try await text.perform("refresh")
        #expect(text.texts == ["short"])
        #expect(text.line == 1)
    }

    @Test func longLinesLeaveOutTheRestOfTheWindow() async {
        let long = String(repeating: "x", count: 3 << 20)
        let text = await TextDriver.loaded("\(long)\n\(long)\n\(long)")
        #expect(text.texts.count == 2)
        #expect(text.state["window"]?["omitted"]?.intValue == 1)
    }

    @Test func linesMayHaveAnyCharacters() async {
        let lines = ["tab\tand \"quotes\"", "é \\ 👩‍👧", "\u{1}\u{7F}", "", "plain"]
        let text = TextDriver(GrowingSource(lines)) { $0.pageSize = 9 }
        await text.start()
        #expect(text.texts == lines)
    }

    @Test func aMemberOfARowIsAText() async throws {
        let source = RowSource(rows: ["7": #"{"id":"7","body":"a\nb","more":{"x":1}}"#])
        let text = TextDriver(MemberSource(source, id: "7", key: "body"))
        await text.start()
        #expect(text.texts == ["a", "b"])
        let json = TextDriver(MemberSource(source, id: "7", key: "more"))
        await json.start()
        #expect(json.texts == ["{", #"  "x": 1"#, "}"])
        let numbered = TextDriver(MemberSource(RowSource(rows: ["9": #"{"id":9,"body":"n"}"#]), id: "9", key: "body"))
        await numbered.start()
        #expect(numbered.texts == ["n"])
        let gone = TextDriver(MemberSource(source, id: "8", key: "body"))
        await gone.start()
        #expect(gone.errors[0]["code"]?.stringValue == "targetGone")
    }
}

/// A source that filters its rows.
private struct RowSource: DataSource {
    let rows: [String: String]
    let capabilities: SourceCapabilities = [.query]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        let all = rows.compactMap { id, text in
            (try? JSONText(parsing: text)).map { SourceRow(id: id, value: $0) }
        }
        let found = all.filter { request.query.matches($0.value) }
        return .now(.success(Page(rows: found, endReached: true, totalCount: found.count)))
    }
}
