import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport

@testable import FHListFeature

/// Random steps, drawn from the run's seed.
extension ListRun {
    func step() async {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<30: await advance(by: Int.random(in: 1...400, using: &generator))
        case 30..<62: edit()
        case 62..<70: send(pick(["undo", "redo", "undo"]))
        case 70..<80: look()
        case 80..<86: select()
        case 86..<90: send(pick(["refresh", "loadMore", "load", "loadMore"]))
        case 90..<94: again()
        case 94..<98: await strangeChange()
        case 98: await settle()
        default: restart()
        }
    }

    /// Completes all pending work and compares the shown rows with the source.
    func end() async {
        source.becomeReliable()
        await settle()
        send("refresh")
        await settle()
        send("setWindow", #"{"offset":0,"limit":10000}"#)
        await settle()
        guard isGood else { return }
        let state = store.snapshot()
        let items = state["state"]?["items"].map { Array($0.elements) } ?? []
        let wanted = source.held.table.asked(list.request.query).rows
        if items.compactMap({ $0["id"]?.stringValue }) != wanted.map(\.id) {
            return fail("last shown is not last saved: \(wanted.map(\.id).joined(separator: " "))")
        }
        for (item, row) in zip(items, wanted) where item["value"] != row.value.value {
            fail("the source has \(row.value.string)")
        }
        if state["settled"]?.boolValue != true { fail("it is not settled") }
        if state["state"]?["isStale"]?.boolValue != false { fail("it is stale") }
        if let count = state["state"]?["totalCount"]?.intValue, count != wanted.count { fail("it has miscounted") }
    }

    private func edit() {
        switch Int.random(in: 0..<14, using: &generator) {
        case 10: send("updateItems", #"{"ids":\#(ids()),"patch":\#(RowDraws.patch(&generator))}"#)
        case 11:
            let values = (0..<2).map { _ in RowDraws.row(newID(), &generator).value.string }.joined(separator: ",")
            send("insertItems", #"{"values":[\#(values)]\#(before())}"#)
        case 12:
            let target = pick([#""selection":true"#, #""all":true,"except":\#(ids())"#])
            send("updateItems", #"{\#(target),"patch":\#(RowDraws.patch(&generator))}"#)
        case 13:
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: send("deleteItems", #"{"ids":{"all":true,"except":\#(ids())}}"#)
            case 1, 2: send("deleteItems", #"{"selection":true}"#)
            case 3, 4: send("toggleItem", #"{"selection":true,"key":"done"}"#)
            default: send("moveItems", #"{"selection":true\#(before())}"#)
            }
        case 0, 1:
            let value = RowDraws.row(newID(), &generator).value.string
            send("insertItem", #"{"value":\#(value)\#(before())}"#)
        case 2, 3: send("updateItem", #"{"id":"\#(id())","patch":\#(RowDraws.patch(&generator))}"#)
        case 4, 5: send("toggleItem", #"{"id":"\#(id())","key":"done"}"#)
        case 6, 7: send("deleteItems", #"{"ids":\#(ids())}"#)
        default: send("moveItems", #"{"ids":\#(ids())\#(before())}"#)
        }
    }

    private func look() {
        switch Int.random(in: 0..<10, using: &generator) {
        case 8, 9: send("goTo", #"{"offset":\#(Int.random(in: -12...16, using: &generator))}"#)
        case 0, 1:
            let offset = Int.random(in: 0...12, using: &generator)
            send("setWindow", #"{"offset":\#(offset),"limit":\#(Int.random(in: 1...6, using: &generator))}"#)
        case 2: send("setFilter", pick([#"{"filter":"open"}"#, #"{"filter":null}"#, #"{"filter":{"text":"a"}}"#]))
        case 3: send("setFilter", #"{"filter":null}"#)
        case 4:
            let sort = pick(["[]", "[]", #"[{"key":"size"}]"#, #"[{"key":"name","descending":true},{"key":"size"}]"#])
            send("setSort", #"{"sort":\#(sort)}"#)
        case 5: send("itemAppeared", #"{"id":"\#(id())"}"#)
        case 6: send("setActive", #"{"id":"\#(id())"}"#)
        default: send("moveActive", #"{"by":\#(Int.random(in: -3...3, using: &generator))}"#)
        }
    }

    private func select() {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: send("select", #"{"id":"\#(id())"}"#)
        case 1, 2: send("toggleSelection", #"{"id":"\#(id())"}"#)
        case 3: send("selectRange", #"{"from":"\#(id())","to":"\#(id())"}"#)
        case 4: send("selectAll")
        default: send("clearSelection")
        }
    }

    private func again() {
        let error = store.snapshot()["errors"].map { Array($0.elements) }?.randomElement(using: &generator)
        guard let id = error?["id"]?.stringValue else { return send("retry") }
        send(pick(["retry", "retry", "dismissError"]), #"{"id":"\#(id)"}"#)
    }

    private func restart() {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: send("reset")
        case 1: send("setTaskId", #"{"id":"\#(Int.random(in: 0...99, using: &generator))"}"#)
        case 2: note("closed"); reopen()
        default: break
        }
    }

    private func strangeChange() async {
        let fresh = newID()
        await changeSource(isTold: Int.random(in: 0..<4, using: &generator) > 0) { table, draws in
            let ids = table.ids
            let (one, other) = (ids.randomElement(using: &draws), ids.randomElement(using: &draws))
            switch Int.random(in: 0..<4, using: &draws) {
            case 0: table.insert(RowDraws.row(fresh, &draws), before: one)
            case 1: if let one { table.delete([one]) }
            case 2: if let one, one != other { table.move([one], before: other) }
            default: if let one { table.replace(RowDraws.row(one, &draws)) }
            }
        }
    }

    // MARK: Draws

    private func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    /// Returns the id of a shown row, or sometimes of any row of the source.
    private func id() -> String {
        let shown = list.shown.rows
        if shown.isEmpty || Int.random(in: 0..<20, using: &generator) == 0 {
            return source.held.table.ids.randomElement(using: &generator) ?? "nowhere"
        }
        return shown.keys[Int.random(in: 0..<shown.count, using: &generator)]
    }

    private func ids() -> String {
        let ids = (0..<Int.random(in: 1...3, using: &generator)).map { _ in #""\#(id())""# }
        return "[\(ids.joined(separator: ","))]"
    }

    private func before() -> String {
        Int.random(in: 0..<3, using: &generator) == 0 ? "" : #","beforeId":"\#(id())""#
    }
}

/// Draws rows with similar values, so that many rows are equal under a sort.
enum RowDraws {
    static func row(_ id: String, _ generator: inout SeededGenerator) -> SourceRow {
        let value = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.field("name", ["a", "b", "ab", "c"].randomElement(using: &generator) ?? "a")
            json.field("size", Int.random(in: 0...4, using: &generator))
            json.field("done", Bool.random(using: &generator))
            json.endObject()
        }
        return SourceRow(id: id, value: value)
    }

    static func patch(_ generator: inout SeededGenerator) -> String {
        let size = Int.random(in: 0...4, using: &generator)
        let name = ["a", "b", "ab", "c"].randomElement(using: &generator) ?? "a"
        let patches = [
            #"{"size":\#(size)}"#, #"{"name":"\#(name)"}"#, #"{"name":"\#(name)","size":\#(size)}"#,
            #"{"done":\#(Bool.random(using: &generator))}"#, #"{"note":{"text":"\#(name)"}}"#,
        ]
        return patches.randomElement(using: &generator) ?? "{}"
    }
}
