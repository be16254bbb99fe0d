import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// Filters, groups, and rows that can't be accepted, over rows that the host matches.
@Suite struct SearchFilterTests {
    private func rows(_ texts: [String]) throws -> Page {
        let rows = try texts.enumerated().map { number, text in
            SourceRow(id: "\(number)", value: try JSONText(parsing: #"{"id":"\#(number)",\#(text)}"#))
        }
        return Page(rows: rows, endReached: true)
    }

    private func loaded(
        _ texts: [String], pageSize: Int = 10, _ configure: (inout SearchConfiguration) -> Void
    ) async throws -> SearchDriver {
        let search = SearchDriver(keys: ["name"], pageSize: pageSize, configure)
        search.store.start()
        search.source.answer(0, with: try rows(texts))
        await search.settle()
        return search
    }

    private let fruits = [
        #""name":"ab","kind":"red","old":true"#, #""name":"a","kind":"green""#, #""name":"abc","kind":"red""#,
        #""name":"abcd","kind":null"#, #""name":"abcde","kind":"green","old":true"#,
    ]

    // MARK: Filters

    private func filtered() async throws -> SearchDriver {
        try await loaded(fruits) {
            $0.filters = [
                NamedFilter(id: "red", title: "Red", predicate: .equals("kind", JSONText.string("red"))),
                NamedFilter(id: "old", title: "Old", predicate: .equals("old", .build { $0.raw("true") })),
            ]
        }
    }

    @Test func aFilterAnswersTheQueryAnewAtOnce() async throws {
        let search = try await filtered()
        try await search.search("a")
        #expect(search.names == ["a", "ab", "abc", "abcd", "abcde"])
        try search.send("setFilter", #"{"filter":"red"}"#)
        #expect(search.state["filter"]?.stringValue == "red")
        #expect(search.status == "loading")
        #expect(search.isStale == true)
        #expect(search.names.count == 5)
        #expect(search.refusal("accept") == "staleResults")
        await search.settle()
        #expect(search.names == ["ab", "abc"])
        #expect(search.count == 2)
        #expect(search.totalCount == 5)
        #expect(search.isStale == false)
        #expect(search.status == "success")
        // The same filter makes no further request.
        #expect(await search.changes { try? search.send("setFilter", #"{"filter":"red"}"#) } == [])
        try search.send("setFilter", #"{"filter":{"id":"red","text":"ABC"}}"#)
        await search.settle()
        #expect(search.names == ["abc"])
        try search.send("setFilter", #"{"filter":null}"#)
        #expect(search.state["filter"]?.isNull == true)
        await search.settle()
        #expect(search.names.count == 5)
    }

    @Test func aFilterEndsTheDebounce() async throws {
        let search = try await filtered()
        try search.send("setQuery", #"{"query":"ab"}"#)
        try search.send("setFilter", #"{"filter":"old"}"#)
        #expect(search.status == "loading")
        await search.settle()
        #expect(search.names == ["ab", "abcde"])
        #expect(search.isSettled)
    }

    @Test func aFilterStaysOverQueriesAndWithoutOne() async throws {
        let search = try await filtered()
        try search.send("setFilter", #"{"filter":"old"}"#)
        #expect(search.status == "idle")
        #expect(search.empty == "prompt")
        try await search.search("abcd")
        #expect(search.names == ["abcde"])
    }

    @Test func aFilterThatIsNotDeclaredIsRefused() async throws {
        let search = try await filtered()
        #expect(search.refusal("setFilter", #"{"filter":"blue"}"#) == "unknownFilter")
        #expect(search.refusal("setFilter", #"{"filter":{"id":"blue","text":"a"}}"#) == "unknownFilter")
        #expect(
            search.state["filters"].map { JSONText($0).string }
                == #"[{"id":"red","title":"Red"},{"id":"old","title":"Old"}]"#)
    }

    @Test func theFilterThatIsChosenAtFirstHolds() async throws {
        let search = try await loaded(fruits) {
            $0.filters = [NamedFilter(id: "red", title: "Red", predicate: .equals("kind", JSONText.string("red")))]
            $0.filter = "red"
        }
        #expect(search.state["filter"]?.stringValue == "red")
        try await search.search("a")
        #expect(search.names == ["ab", "abc"])
    }

    // MARK: Groups

    private func groups(_ search: SearchDriver) -> [String] {
        (search.state["groups"] ?? .null).elements.map { group in
            let names = (group["items"] ?? .null).elements.map { $0["value"]?["name"]?.stringValue ?? "" }
            return "\(group["id"]?.stringValue ?? "")=\(group["title"]?.stringValue ?? ""):\(names)"
        }
    }

    @Test func groupsStandInTheOrderOfTheirBestResults() async throws {
        let search = try await loaded(fruits) { $0.groupBy = "kind" }
        try await search.search("a")
        #expect(
            groups(search) == [
                #"green=green:["a", "abcde"]"#, #"red=red:["ab", "abc"]"#, #"=:["abcd"]"#,
            ])
        #expect(search.activeID == "1")
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == "4")
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == "0")
    }

    @Test func theWindowCountsInShownOrder() async throws {
        let search = try await loaded(fruits, pageSize: 2) { $0.groupBy = "kind" }
        try await search.search("a")
        try search.send("setWindow", #"{"offset":1,"limit":2}"#)
        #expect(groups(search) == [#"green=green:["abcde"]"#, #"red=red:["ab"]"#])
        #expect(search.count == 5)
    }

    // MARK: Rows that can't be accepted

    @Test func rule8DisabledRowsAreShownAndPassedOver() async throws {
        let search = try await loaded(fruits) { $0.enabledWhen = .not(.equals("old", .build { $0.raw("true") })) }
        try await search.search("ab")
        #expect(search.names == ["ab", "abc", "abcd", "abcde"])
        #expect(search.items.map { $0["enabled"]?.boolValue } == [false, true, true, false])
        #expect(search.activeID == "2")
        try search.send("moveActive", #"{"by":-1}"#)
        #expect(search.activeID == "2")
        try search.send("moveActive", #"{"by":9223372036854775807}"#)
        #expect(search.activeID == "3")
        try search.send("moveActive", #"{"by":-9223372036854775808}"#)
        #expect(search.activeID == "2")
        #expect(search.refusal("setActive", #"{"id":"0"}"#) == "disabled")
        #expect(search.refusal("accept", #"{"id":"0"}"#) == "disabled")
        #expect(search.refusal("accept", #"{"id":"3"}"#) == nil)
    }

    @Test func aSelectedRowThatIsDisabledByNowIsNotAcceptedWithOthers() async throws {
        let search = await SearchDriver.loaded(["ab", "abx"], tellsChanges: true) {
            $0.enabledWhen = .not(.contains("name", "c"))
            $0.selection = .multiple
        }
        try await search.search("ab")
        for id in ["0", "1"] { try search.send("toggleSelection", #"{"id":"\#(id)"}"#) }
        await search.renew(["abc", "abx"])
        #expect(search.refusal("accept") == "disabled")
        try search.send("toggleSelection", #"{"id":"0"}"#)
        #expect(search.refusal("accept") == nil)
    }

    @Test func rule8WhereAllAreDisabledNoneIsActive() async throws {
        let search = try await loaded(fruits) { $0.enabledWhen = .equals("kind", JSONText.string("green")) }
        try await search.search("abc$")
        #expect(search.names == ["abc"])
        #expect(search.activeID == nil)
        #expect(search.refusal("accept") == "gone")
        #expect(search.refusal("moveActive", #"{"by":1}"#) == nil)
    }

    @Test func rule8WhatBecomesDisabledDoesNotStayActive() async throws {
        let search = SearchDriver(keys: ["name"], pageSize: 10, tellsChanges: true) {
            $0.enabledWhen = .not(.equals("old", .build { $0.raw("true") }))
        }
        search.store.start()
        search.source.answer(0, with: try rows([#""name":"a""#, #""name":"ab""#]))
        await search.settle()
        try await search.search("a")
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == "1")
        search.notify()
        search.clock.advance(by: 200)
        search.source.answer(1, with: try rows([#""name":"a""#, #""name":"ab","old":true"#]))
        await search.settle()
        #expect(search.activeID == "0")
    }
}
