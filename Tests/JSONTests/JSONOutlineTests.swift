import FHJSON
import TestSupport
import Testing

struct JSONOutlineTests {
    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, #"[{"op":"replace","path":"/b","value":3}]"#),
        (#"{"a":1}"#, #"{"a":1}"#, "[]"),
        (#"{"a":1}"#, #"{"a":12}"#, #"[{"op":"replace","path":"/a","value":12}]"#),
        (#"{"a":12}"#, #"{"a":1}"#, #"[{"op":"replace","path":"/a","value":1}]"#),
        (#"{"a":1,"b":2}"#, #"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#),
        (#"{"b":2}"#, #"{"a":1,"b":2}"#, #"[{"op":"add","path":"/a","value":1}]"#),
        (#"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"c":[]}}}"#, #"[{"op":"replace","path":"/a/b/c","value":[]}]"#),
        (#"{"a/b":{"c~d":1}}"#, #"{"a/b":{"c~d":2}}"#, #"[{"op":"replace","path":"/a~1b/c~0d","value":2}]"#),
        (#"{"a\"\n":1}"#, #"{"a\"\n":2}"#, #"[{"op":"replace","path":"/a\"\n","value":2}]"#),
        // A combining mark forms one character with the slash before the mark.
        (#"{"\u0320b":1}"#, #"{"\u0320b":2}"#, "[{\"op\":\"replace\",\"path\":\"/\u{320}b\",\"value\":2}]"),
        (#"{"a\u002fb":1}"#, #"{"a\u002fb":2}"#, #"[{"op":"replace","path":"/a~1b","value":2}]"#),
        (#"{ "a" : 1 ,"b":[ 1, 2 ] }"#, #"{ "a" : 1 ,"b":[ 1, 3 ] }"#, #"[{"op":"replace","path":"/b/1","value":3}]"#),
        ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
        ("[1,3]", "[1,2,3]", #"[{"op":"add","path":"/1","value":2}]"#),
        ("[1,2,3]", "[1,9,3]", #"[{"op":"replace","path":"/1","value":9}]"#),
        ("1", "2", #"[{"op":"replace","path":"","value":2}]"#),
    ])
    func writesWhatHasChanged(old: String, new: String, patch: String) {
        #expect(self.patch(old, new)?.string == patch)
    }

    /// If one of many rows moves to the front, the patch removes and adds only this row.
    @Test(arguments: ["id", "key"])
    func aRowThatMovesLeavesTheOthersAlone(key: String) {
        func text(_ ids: [Int]) -> String {
            "[" + ids.map { #"{"\#(key)":"\#($0)","title":"row \#($0)"}"# }.joined(separator: ",") + "]"
        }
        let patch = patch(text(Array(0..<10)), text([7, 0, 1, 2, 3, 4, 5, 6, 8, 9]))
        let added = #"{"op":"add","path":"/0","value":{"\#(key)":"7","title":"row 7"}}"#
        #expect(patch?.string == #"[{"op":"remove","path":"/7"},\#(added)]"#)
    }

    @Test func aWholeValueIsReplacedWhereThatIsShorter() {
        let patch = patch(#"{"a":{"b":1,"c":2}}"#, #"{"a":{"d":3,"e":4}}"#)
        #expect(patch?.string == #"[{"op":"replace","path":"/a","value":{"d":3,"e":4}}]"#)
    }

    @Test func elementsWithTheSameIDAreToldApartByTheirPlaces() throws {
        try check(#"[{"id":1,"a":1},{"id":1,"a":2}]"#, #"[{"id":1,"a":2},{"id":1,"a":1},{"id":2}]"#)
    }

    @Test(arguments: [10, 31, 32, 33, 63, 64, 65, 66, 100, 1_000])
    func whatLiesDeepIsReplacedAsAWhole(depth: Int) throws {
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"id":1,"a":"#, "}]")] {
            func text(_ value: Int) -> String {
                String(repeating: opening, count: depth) + "\(value)" + String(repeating: closing, count: depth)
            }
            try check(text(1), text(2))
        }
    }

    @Test func whatIsVeryLongIsNotCompared() {
        let long = #"{"a":""# + String(repeating: "a", count: 1 << 20) + #"","b":"#
        #expect(patch(long + "1}", long + "2}") == nil)
        #expect(patch(long + "1}", #"{"b":1}"#) == nil)
        #expect(patch(#"{"b":1}"#, long + "2}") == nil)
    }

    /// Each patch from an outline, which is updated from text to text, gives the new text.
    @Test func whateverChangesThePatchLeadsThere() throws {
        try forEachSeed(3_000) { seed, generator in
            var model = Model.random(using: &generator)
            var old = model.spelled(using: &generator)
            let outline = outline(old)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                for _ in 0..<Int.random(in: 0...4, using: &generator) { model.edit(using: &generator) }
                let new = Bool.random(using: &generator) ? model.spelled(using: &generator) : text(model)
                try check(outline, old, new, seed)
                old = new
            }
        }
    }

    @Test func whatIsPutInTheTextsPlaceIsWhereThePatchBegins() throws {
        let outline = outline(#"{"a":1,"b":[{"id":1}]}"#)
        outline.replace { self.write(#"{"b":[{"id":2,"c":3}]}"#, to: &$0) }
        try check(outline, #"{"b":[{"id":2,"c":3}]}"#, #"{"b":[{"id":1},{"id":2,"c":4}]}"#)
    }

    @Test func roomThatALongTextNeededIsGivenBack() throws {
        let long = #"{"a":""# + String(repeating: "a", count: 1 << 19) + #"","b":2}"#
        let outline = outline(#"{"b":1}"#)
        try check(outline, #"{"b":1}"#, long)
        try check(outline, long, #"{"b":3}"#)
        try check(outline, #"{"b":3}"#, #"{"b":4}"#)
    }

    /// Each patch of a text with deferred lists gives the new text.
    @Test func whateverRowsDoThePatchLeadsThere() throws {
        try forEachSeed(2_000) { seed, generator in
            var list = TestRows(using: &generator)
            let outline = JSONOutline { list.write(to: &$0) }
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let other = JSONOutline { list.write(to: &$0) }
                let target = try JSONValue(parsing: list.text)
                for _ in 0..<Int.random(in: 0...3, using: &generator) { list.edit(using: &generator) }
                let patch = try #require(patch(outline) { list.write(to: &$0) })
                // Shared rows only make the comparison faster, and never change the patch.
                var apart = list
                apart.sharesNothing = true
                try #require(self.patch(other) { apart.write(to: &$0) }?.string == patch.string, "seed \(seed)")
                let result = try JSONPatch.apply(patch.value, to: target)
                #expect(try result == JSONValue(parsing: list.text), "seed \(seed): \(patch)")
                let size = list.text.utf8.count
                for count in [patch.bytes.count, size - 1, size] {
                    #expect(outline.isLonger(than: count) == (count < size), "seed \(seed)")
                }
            }
        }
    }

    private func check(_ old: String, _ new: String) throws { try check(outline(old), old, new) }

    private func check(_ outline: JSONOutline, _ old: String, _ new: String, _ seed: UInt64 = 0) throws {
        let patch = try #require(patch(outline) { write(new, to: &$0) })
        let result = try JSONPatch.apply(patch.value, to: JSONValue(parsing: old))
        #expect(try result == JSONValue(parsing: new), "seed \(seed): \(old) → \(new): \(patch)")
        let whole = new.utf8.count + #"[{"op":"replace","path":"","value":}]"#.utf8.count
        #expect(patch.bytes.count <= whole, "seed \(seed): \(patch)")
    }

    private func patch(_ old: String, _ new: String) -> JSONText? { patch(outline(old)) { write(new, to: &$0) } }

    private func patch(_ outline: JSONOutline, _ next: (inout JSONWriter) -> Void) -> JSONText? {
        var isWritten = false
        let patch = JSONText.build { json in
            isWritten = outline.writePatch(to: &json, next: next)
            if !isWritten { json.null() }
        }
        return isWritten ? patch : nil
    }

    private func text(_ model: Model) -> String { JSONText.build { model.write(into: &$0) }.string }

    private func outline(_ text: String) -> JSONOutline {
        JSONOutline { write(text, to: &$0) }
    }

    private func write(_ text: String, to json: inout JSONWriter) {
        Array(text.utf8).withUnsafeBytes { json.rawValue($0) }
    }
}

/// A row of a test; rows with the same stamp are equal.
private struct TestRow: Equatable {
    let id: Int
    var stamp = 0
    var isPending = false

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", "r\(id)")
        json.key("value")
        json.beginObject()
        json.field("id", "r\(id)")
        // Rows with different stamps may have the same text.
        json.field("number", stamp / 2)
        json.endObject()
        if isPending { json.field("pending", "update") } else { json.raw(#""pending":null"#) }
        json.endObject()
    }
}

private final class TestList: SharedList {
    let rows: [TestRow]
    let sharesNothing: Bool

    init(rows: [TestRow], sharesNothing: Bool) {
        self.rows = rows
        self.sharesNothing = sharesNothing
    }

    var count: Int { rows.count }

    func sharing(with older: TestList) -> ListSharing {
        let sharesNothing = sharesNothing || older.sharesNothing
        func number(_ row: TestRow) -> UInt {
            row.isPending || sharesNothing ? 0 : UInt(row.id << 16 | row.stamp << 1 | 1)
        }
        if rows.map(\.id) == older.rows.map(\.id), !sharesNothing {
            return .inOrder(different: rows.indices.filter { rows[$0] != older.rows[$0] })
        }
        return .numbered(older: older.rows.map(number), newer: rows.map(number))
    }

    func id(_ place: Int) -> String { "r\(rows[place].id)" }
    func write(_ place: Int, to json: inout JSONWriter) { rows[place].write(to: &json) }
}

/// Lists that are written as in a snapshot, or deferred.
private struct TestRows {
    private var lists: [[TestRow]] = []
    private var count = 0
    private var title = 0
    var sharesNothing = false

    init(using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            lists.append([])
            for _ in 0..<Int.random(in: 0...12, using: &generator) { insert(lists.count - 1, using: &generator) }
        }
    }

    private mutating func insert(_ list: Int, using generator: inout SeededGenerator) {
        count += 1
        lists[list].insert(TestRow(id: count), at: Int.random(in: 0...lists[list].count, using: &generator))
    }

    mutating func edit(using generator: inout SeededGenerator) {
        let list = Int.random(in: 0..<lists.count, using: &generator)
        let place = lists[list].indices.randomElement(using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: title += 1
        case 1: insert(list, using: &generator)
        case 2: if let place { lists[list].remove(at: place) }
        case 3: if let place { lists[list][place].isPending.toggle() }
        case 4:
            guard let place else { return }
            let row = lists[list].remove(at: place)
            lists[list].insert(row, at: Int.random(in: 0...lists[list].count, using: &generator))
        default: if let place { lists[list][place].stamp += 1 }
        }
    }

    var text: String { JSONText.build { write(to: &$0) }.string }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("title", title)
        json.key("lists")
        json.beginArray()
        for rows in lists {
            json.beginObject()
            json.field("id", "list")
            json.key("items")
            json.value(deferred: TestList(rows: rows, sharesNothing: sharesNothing))
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
