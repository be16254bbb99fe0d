import FHHosting
import FHJSON
import FHWorkspaces
import Testing

@testable import FHPeers

/// Sources of the type `client`, whose rows a client provides.
@Suite struct ClientSourceTests {
    private static let buffers = #"""
        {"sources": {
          "buffers": {"type": "client", "can": ["insert", "update", "move", "delete"], "timeoutMs": 86400000},
          "slow": {"type": "client", "timeoutMs": 1}},
         "features": {
          "buffers": {"kind": "list", "source": "buffers"},
          "slow": {"kind": "list", "source": "slow"}}}
        """#
    private static let offer = #"{"capabilities":{"sources":["buffers","slow","unknown"]}}"#
    private static let rows = #"{"items":[{"id":1,"name":"a.txt"},{"id":"2","name":"b.txt"}],"endReached":true}"#

    private func withFront(
        isClockVirtual: Bool = false, isSequential: Bool = false, isOffered: Bool = true,
        _ body: (FrontEnd, TestHost) async throws -> Void
    ) async throws {
        let workspace = try workspace(Self.buffers)
        let catalog = Catalog(workspace.features, clientSources: workspace.clientSources)
        try await withHost(catalog) {
            $0.isClockVirtual = isClockVirtual
            $0.limits.drainMs = 3_600_000
        } _: { host in
            let front = await host.frontEnd(isSequential: isSequential)
            if isOffered { await front.answer("initialize", Self.offer) }
            try await body(front, host)
        }
    }

    @Test func aNameThatLooksLikeASourcesOwnIsNoOffer() async throws {
        let features = "{\"f\": {\"kind\": \"list\", \"source\": \"\u{E9}\"}}"
        let workspace = try workspace("{\"sources\": {\"\u{E9}\": {\"type\": \"client\"}}, \"features\": \(features)}")
        try await withHost(Catalog(workspace.features, clientSources: workspace.clientSources)) { host in
            let front = await host.frontEnd()
            let answer = await front.answer("initialize", "{\"capabilities\":{\"sources\":[\"e\u{301}\"]}}")
            #expect(answer["result"]?["capabilities"]?["sources"]?.count == 0)
        }
    }

    /// Opens the list as `p` and returns the request to its source.
    private func open(_ front: FrontEnd, _ feature: String = "buffers") async -> JSONValue {
        _ = await front.begin("feature/open", #"{"feature":"\#(feature)","instance":"p"}"#)
        return await asked(front, "source/fetch")
    }

    /// Returns the next request of the host.
    private func asked(_ front: FrontEnd, _ method: String) async -> JSONValue {
        await front.host.frames(front.number) { $0["method"]?.stringValue == method }.last ?? .null
    }

    /// Sends an action without waiting for its result.
    private func act(_ front: FrontEnd, _ action: String, _ params: String = "{}") async {
        _ = await front.begin("feature/send", FrontEnd.action(action, params))
    }

    private func reply(_ front: FrontEnd, to request: JSONValue, _ result: String) async {
        await front.send(#"{"jsonrpc":"2.0","id":\#(request["id"]?.intValue ?? -1),"result":\#(result)}"#)
    }

    private func fail(_ front: FrontEnd, _ request: JSONValue, _ error: String) async {
        await front.send(#"{"jsonrpc":"2.0","id":\#(request["id"]?.intValue ?? -1),"error":\#(error)}"#)
    }

    /// Waits until nothing is loading and returns the snapshot.
    private func settled(_ front: FrontEnd) async -> JSONValue {
        await front.answer("feature/settle", #"{"instance":"p"}"#)
        return await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"] ?? .null
    }

    private func ids(_ snapshot: JSONValue) -> [String] {
        snapshot["state"]?["items"]?.elements.compactMap { $0["id"]?.stringValue } ?? []
    }

    private func error(_ snapshot: JSONValue) -> String? { snapshot["errors"]?[0]?["code"]?.stringValue }

    /// Makes the first page fail and returns the error that is shown.
    private func shown(_ front: FrontEnd, _ answer: (JSONValue) async -> Void) async -> JSONValue {
        await answer(await open(front))
        return await firstError(front)
    }

    private func firstError(_ front: FrontEnd) async -> JSONValue {
        await settled(front)["errors"]?[0] ?? .null
    }

    // MARK: Requests

    @Test func theAnswerToInitializeNamesWhatThereIs() async throws {
        try await withFront(isOffered: false) { front, _ in
            let names = await front.answer("initialize", Self.offer)["result"]?["capabilities"]?["sources"]
            #expect(names?.elements.compactMap(\.stringValue) == ["buffers", "slow"])
        }
    }

    @Test func namesThatAreNoStringsAreRefused() async throws {
        for sources in [#"["a", 1]"#, #""buffers""#] {
            try await withFront(isOffered: false) { front, _ in
                let answer = await front.answer("initialize", #"{"capabilities":{"sources":\#(sources)}}"#)
                #expect(answer.errorCode == -32602)
                #expect(answer["error"]?["data"]?["param"]?.stringValue == "capabilities")
            }
        }
    }

    @Test func aListShowsWhatTheFrontEndAnswers() async throws {
        try await withFront { front, _ in
            let request = await open(front)
            let wanted = try JSONValue(parsing: #"{"source":"buffers","offset":0,"limit":50,"refresh":true}"#)
            #expect(request["params"] == wanted)
            await reply(front, to: request, Self.rows)
            #expect(ids(await settled(front)) == ["1", "2"])
        }
    }

    @Test(arguments: [false, true])
    func anAnswerIsReadWhileOtherMessagesWait(isClockVirtual: Bool) async throws {
        try await withFront(isClockVirtual: isClockVirtual, isSequential: true) { front, _ in
            let request = await open(front)
            let wait = await front.begin("feature/settle", #"{"instance":"p"}"#)
            let last = await front.begin("ping")
            await reply(front, to: request, Self.rows)
            let frames = await front.until(last)
            // The delayed response comes after the response for which it was delayed.
            #expect(frames.compactMap { $0["id"]?.intValue }.suffix(2) == [wait, last])
            #expect(frames.snapshots.last.map(ids) == ["1", "2"])
        }
    }

    @Test func answersInABatchEndAWaitToo() async throws {
        try await withFront(isClockVirtual: true, isSequential: true) { front, _ in
            let request = await open(front)
            let wait = await front.begin("feature/settle", #"{"instance":"p"}"#)
            let id = request["id"]?.intValue ?? -1
            await front.send(#"[{"jsonrpc":"2.0","id":\#(id),"result":\#(Self.rows)}]"#)
            #expect(await front.until(wait).snapshots.last.map(ids) == ["1", "2"])
        }
    }

    @Test func theInputsEndFailsWhatNobodyCanAnswerAnyMore() async throws {
        try await withFront(isSequential: true) { front, _ in
            _ = await open(front)
            let wait = await front.begin("feature/settle", #"{"instance":"p"}"#)
            await front.endInput()
            let frames = await front.untilEnd()
            #expect(frames.snapshots.last.flatMap(error) == "notOffered")
            #expect(frames.last?["id"]?.intValue == wait)
        }
    }

    @Test func nobodyWhoOffersIsAnErrorThatRetryMends() async throws {
        try await withFront(isOffered: false) { front, host in
            await front.answer("feature/open", #"{"feature":"buffers","instance":"p"}"#)
            let shown = await firstError(front)
            #expect(shown["code"]?.stringValue == "notOffered" && shown["retryable"]?.boolValue == true)

            let editor = await host.frontEnd()
            await editor.answer("initialize", Self.offer)
            // The arrival of a client counts as a change.
            let request = await asked(editor, "source/fetch")
            await reply(editor, to: request, Self.rows)
            _ = await front.host.frames(front.number) { !ids($0.snapshot ?? .null).isEmpty }
            #expect(ids(await settled(front)) == ["1", "2"])
        }
    }

    @Test func whoOfferedLastIsAskedAndWhoWasBeforeWhenThatOneLeaves() async throws {
        try await withFront { front, host in
            let editor = await host.frontEnd()
            await editor.answer("initialize", Self.offer)
            await front.answer("feature/open", #"{"feature":"buffers","instance":"p"}"#)
            _ = await asked(editor, "source/fetch")
            await editor.notify("exit")
            #expect(error(await settled(front)) == "notOffered")
            await act(front, "retry")
            await reply(front, to: await asked(front, "source/fetch"), Self.rows)
            #expect(ids(await settled(front)) == ["1", "2"])
        }
    }

    @Test func whatNobodyWaitsForIsCancelled() async throws {
        try await withFront { front, _ in
            let request = await open(front)
            _ = await front.begin("feature/close", #"{"instance":"p"}"#)
            let cancelled = await asked(front, "$/cancelRequest")["params"]?["id"]?.intValue
            #expect(cancelled == request["id"]?.intValue)
            // Later answers of the disconnected client change nothing.
            await reply(front, to: request, Self.rows)
            #expect(await front.answer("ping")["result"] == .null)
        }
    }

    @Test func whatIsNotAnsweredInTimeFails() async throws {
        try await withFront { front, _ in
            _ = await open(front, "slow")
            _ = await asked(front, "$/cancelRequest")
            let shown = await firstError(front)
            #expect(shown["code"]?.stringValue == "timeout" && shown["retryable"]?.boolValue == true)
        }
    }

    // MARK: Answers

    @Test func anErrorsWordAndMessageAreShown() async throws {
        let cases = [
            (#"{"code":-31009,"message":"The editor is busy."}"#, "sourceFailed", true),
            (#"{"code":1,"message":"No.","data":{"code":"networkError","retryable":false}}"#, "networkError", false),
            (#"{"code":-32601,"message":"What?"}"#, "invalidData", false),
            (#"{"code":-32602,"message":"Who?","data":{"retryable":true}}"#, "invalidData", true),
            (#"{"code":"x"}"#, "sourceFailed", true),
        ]
        for (text, code, isRetryable) in cases {
            try await withFront { front, _ in
                let shown = await shown(front) { await fail(front, $0, text) }
                #expect(shown["code"]?.stringValue == code && shown["retryable"]?.boolValue == isRetryable)
                if let message = try JSONValue(parsing: text)["message"] { #expect(shown["message"] == message) }
            }
        }
    }

    @Test func anErrorWithoutAMessageIsShownWithOne() async throws {
        try await withFront { front, _ in
            let shown = await shown(front) { await fail(front, $0, #"{"code":1,"message":""}"#) }
            #expect(shown["message"]?.stringValue == "the peer did not say why")
        }
    }

    @Test func aResultThatIsNotAsItShouldBeSaysWhere() async throws {
        let cases = [
            ("7", "is not an object"), ("{}", "lacks items"), (#"{"items":7}"#, "lacks items, an array of rows"),
            (#"{"items":[],"nextCursor":7}"#, "has nextCursor, which is not a string"),
            (#"{"items":[],"endReached":1}"#, "has endReached, which is not true or false"),
            (#"{"items":[],"totalCount":-1}"#, "has totalCount, which is not an integer from 0"),
        ]
        for (text, sentence) in cases {
            try await withFront { front, _ in
                let shown = await shown(front) { await reply(front, to: $0, text) }
                #expect(shown["code"]?.stringValue == "invalidData")
                let message = shown["message"]?.stringValue ?? ""
                #expect(message.hasPrefix("the answer to source/fetch of the source buffers \(sentence)"), "\(message)")
            }
        }
    }

    @Test func anEmptyPageIsTheLast() async throws {
        try await withFront { front, _ in
            await reply(front, to: await open(front), #"{"items":[],"endReached":false}"#)
            let append = await settled(front)["state"]?["loads"]?["append"]
            #expect(append?["endReached"]?.boolValue == true)
        }
    }

    // MARK: Edits and changes

    @Test func anEditIsAskedForAndItsRowShown() async throws {
        try await withFront { front, _ in
            await reply(front, to: await open(front), Self.rows)
            _ = await settled(front)
            await act(front, "updateItem", #"{"id":"2","patch":{"name":"c.txt"}}"#)
            let request = await asked(front, "source/update")
            let params: JSONValue = request["params"] ?? .null
            #expect(params["id"]?.stringValue == "2" && params["patch"]?["name"]?.stringValue == "c.txt")
            await reply(front, to: request, #"{"item":{"id":"2","name":"C.TXT"}}"#)
            let items: JSONValue = await settled(front)["state"]?["items"] ?? .null
            #expect(items.elements.last?["value"]?["name"]?.stringValue == "C.TXT")
        }
    }

    /// For a client without versions, the host compares them, also with rows that another list has written.
    @Test func anUpdateOfARowThatAnotherListHasWrittenIsAConflict() async throws {
        try await withFront { front, _ in
            await reply(front, to: await open(front), Self.rows)
            _ = await settled(front)
            _ = await front.begin("feature/open", #"{"feature":"buffers","instance":"q"}"#)
            await reply(front, to: await asked(front, "source/fetch"), Self.rows)
            _ = await front.answer("feature/settle", #"{"instance":"q"}"#)
            await act(front, "updateItem", #"{"id":"2","patch":{"name":"mine"}}"#)
            await reply(front, to: await asked(front, "source/update"), #"{"item":{"id":"2","name":"mine"}}"#)
            _ = await settled(front)
            let action = #"{"instance":"q","action":"updateItem","params":{"id":"2","patch":{"name":"other"}}}"#
            _ = await front.answer("feature/send", action)
            let answer = await front.answer("feature/settle", #"{"instance":"q"}"#)
            #expect(answer["result"]?["settled"]?.boolValue == true)
            let shown: JSONValue = await front.answer("feature/snapshot", #"{"instance":"q"}"#)["result"] ?? .null
            #expect(error(shown) == "conflict")
            let items: JSONValue = shown["state"]?["items"] ?? .null
            #expect(items.elements.last?["value"]?["name"]?.stringValue == "mine")
        }
    }

    @Test func anUpdateNeedsTheRowAndTheRowItsID() async throws {
        let cases = [
            ("{}", "lacks item, the row as it is now"),
            (#"{"item":{"id":"9"}}"#, "has the item 9 in place of 2; a row keeps its id"),
        ]
        for (text, sentence) in cases {
            try await withFront { front, _ in
                await reply(front, to: await open(front), Self.rows)
                _ = await settled(front)
                await act(front, "updateItem", #"{"id":"2","patch":{"name":"c.txt"}}"#)
                await reply(front, to: await asked(front, "source/update"), text)
                let shown = await firstError(front)
                let message = shown["message"]?.stringValue
                #expect(message == "the answer to source/update of the source buffers \(sentence)")
            }
        }
    }

    @Test func aRowThatGetsAnotherIDHasItAtOnce() async throws {
        try await withFront { front, _ in
            await reply(front, to: await open(front), Self.rows)
            _ = await settled(front)
            await act(front, "insertItem", #"{"value":{"id":"mine","name":"c.txt"}}"#)
            await reply(front, to: await asked(front, "source/insert"), #"{"item":{"id":3,"name":"c.txt"}}"#)
            let shown = await settled(front)
            #expect(ids(shown) == ["1", "2", "3"] && error(shown) == nil)
        }
    }

    @Test func aChangeNoticeLeadsToOneReload() async throws {
        try await withFront(isClockVirtual: true) { front, host in
            await reply(front, to: await open(front), Self.rows)
            _ = await settled(front)
            for _ in 0..<3 { await front.notify("source/changed", #"{"source":"buffers"}"#) }
            // Clients that don't offer the source are ignored.
            let other = await host.frontEnd()
            await other.notify("source/changed", #"{"source":"buffers"}"#)
            let time = await front.begin("clock/advance", #"{"ms":1000}"#)
            let request = await asked(front, "source/fetch")
            #expect(request["params"]?["refresh"]?.boolValue == true)
            await reply(front, to: request, #"{"items":[{"id":"3"}],"endReached":true}"#)
            let frames = await front.until(time)
            #expect(!frames.contains { $0["method"]?.stringValue == "source/fetch" })
            #expect(frames.snapshots.last.map(ids) == ["3"])
        }
    }
}
