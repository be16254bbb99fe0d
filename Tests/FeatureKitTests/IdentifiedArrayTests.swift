import FeatureKit
import TestSupport
import Testing

@Suite struct IdentifiedArrayTests {
    private struct Item: Identifiable, Equatable, Codable {
        let id: String
        var text = ""
    }

    private func array(_ ids: String...) -> IdentifiedArray<Item> { IdentifiedArray(ids.map { Item(id: $0) }) }

    @Test func aKnownIdTakesTheKnownPlace() {
        var items = array("a", "b", "c")
        items.append(Item(id: "a", text: "new"))
        items.insert(Item(id: "b", text: "new"), at: 0)
        #expect(items.map(\.id) == ["a", "b", "c"] && items.map(\.text) == ["new", "new", ""])
    }

    @Test func elementsAreSetAndTakenByTheirIds() {
        var items = array("a", "b")
        items[id: "c"] = Item(id: "c")
        items[id: "a"] = nil
        items[id: "nobody"] = nil
        items.update("b") { $0.text = "changed" }
        #expect(items.elements == [Item(id: "b", text: "changed"), Item(id: "c")])
        #expect(items.update("a") { $0.text } == nil)
        #expect(items.index(id: "c") == 1 && items[id: "a"] == nil && items.ids == ["b", "c"])
    }

    @Test func movedElementsStandTogetherInTheirOrder() {
        var items = array("a", "b", "c", "d", "e")
        items.move(["d", "b"], before: "a")
        #expect(items.map(\.id) == ["b", "d", "a", "c", "e"])
        items.move(["a", "b"], before: nil)
        #expect(items.map(\.id) == ["d", "c", "e", "b", "a"])
        items.move(["d"], before: "d")
        items.move(["d"], before: "nobody")
        #expect(items.map(\.id) == ["d", "c", "e", "b", "a"])
    }

    @Test func sortingIsStableAndKeepsTheIds() {
        var items = array("b2", "a1", "b1", "a2")
        items.sort { $0.id.first ?? " " < $1.id.first ?? " " }
        #expect(items.map(\.id) == ["a1", "a2", "b2", "b1"])
        #expect(items.ids.allSatisfy { items[id: $0]?.id == $0 })
    }

    /// Compares an identified array with a plain array through random edits.
    @Test func itIsAnArrayWithoutRepeatedIds() {
        var items = IdentifiedArray<Item>()
        var model: [Item] = []
        var random = SeededGenerator.announced("itIsAnArrayWithoutRepeatedIds")
        for step in 0..<5_000 {
            let item = Item(id: "\(Int.random(in: 0..<20, using: &random))", text: "\(step)")
            let place = Int.random(in: 0...model.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                items.insert(item, at: place)
                if let known = model.firstIndex(where: { $0.id == item.id }) {
                    model[known] = item
                } else {
                    model.insert(item, at: place)
                }
            case 1:
                items.remove(id: item.id)
                model.removeAll { $0.id == item.id }
            case 2:
                items.removeAll { $0.id.hasPrefix("1") && step % 5 == 0 }
                model.removeAll { $0.id.hasPrefix("1") && step % 5 == 0 }
            default:
                items.sort { $0.text < $1.text }
                model.sort { $0.text < $1.text }
            }
            #expect(items.elements == model)
            #expect(model.allSatisfy { items[id: $0.id] == $0 })
        }
    }
}
