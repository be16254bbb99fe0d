import FeatureKit
import Testing

@testable import FeatureTesting

/// The message of a failed expectation lists the compared parts, in the same order for both states.
@Suite struct StateDifferenceTests {
    private struct Item: Identifiable, Equatable {
        let id: String
        var text = ""
    }

    private struct Basket: Equatable {
        var items: IdentifiedArray<Item> = []
        var prices: [String: Int] = [:]
        var words: Set<String> = []
    }

    private func lines(_ expected: Basket, _ actual: Basket) -> [Substring] {
        StateDifference(expected: expected, actual: actual).description.split(separator: "\n")
    }

    @Test func elementsAreShownAndNotWhenTheyCame() {
        let ids = (0..<3).map { "\($0)" }
        let expected = Basket(items: IdentifiedArray(ids.map { Item(id: $0) }))
        var actual = Basket(items: IdentifiedArray(ids.map { Item(id: $0) }))
        #expect(lines(expected, actual) == ["(the states print alike)"])
        actual.items[id: "1"]?.text = "new"
        let difference = lines(expected, actual)
        #expect(difference.count == 2 && difference.last?.hasSuffix("text: new") == true)
    }

    @Test func dictionariesAndSetsAreShownInAnOrderThatBothHave() {
        let numbers = Array(0..<100)
        var (expected, actual) = (Basket(), Basket())
        // The reserved capacity changes the order of the elements.
        actual.prices.reserveCapacity(10_000)
        actual.words.reserveCapacity(10_000)
        for number in numbers {
            expected.prices["p\(number)"] = number
            expected.words.insert("w\(number)")
        }
        for number in numbers.reversed() {
            actual.prices["p\(number)"] = number
            actual.words.insert("w\(number)")
        }
        #expect(lines(expected, actual) == ["(the states print alike)"])
        actual.prices["p7"] = 70
        actual.words.insert("x")
        let difference = lines(expected, actual).map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
        #expect(Set(difference).isSuperset(of: ["p7: 7", "p7: 70", "is x"]))
        // The size of the set differs too.
        #expect(difference.count == 5)
    }

    @Test func aStackIsShownAsItsFeatures() {
        #expect(Mirror(reflecting: FeatureStack()).children.map(\.label) == ["entries", "aside"])
    }
}
