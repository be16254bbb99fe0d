import FHJSON
import Testing

@testable import FHFeatureValues
@testable import FHRowCollections
@testable import FHRows
@testable import FeatureKit

@Suite struct RowFittingTests {
    /// Makes rows with texts of about the given sizes in bytes.
    private func rows(_ sizes: [Int]) -> RowCollection {
        RowCollection(
            sizes.enumerated().map { place, size in
                SourceRow(id: "\(place)", value: .object("t", .string(String(repeating: "x", count: size))))
            })
    }

    private static let mega = 1_000_000

    @Test func shortRowsAreAllShown() {
        let collection = rows(Array(repeating: 100, count: 1_000))
        #expect(collection.fitting(0..<1_000) == 0..<1_000)
        #expect(collection.fitting(10..<20, with: 30) == 10..<20)
    }

    @Test func longRowsAreShownAsFarAsThereIsRoom() {
        let collection = rows(Array(repeating: Self.mega, count: 20))
        #expect(collection.fitting(0..<20) == 0..<4)
        #expect(collection.fitting(5..<20) == 5..<9)
        #expect(collection.fitting(5..<8) == 5..<8)
        #expect(collection.fitting(0..<0) == 0..<0)
    }

    @Test func aRowThatMustBeShownIsTheLastWhereItIsNotAmongTheFirst() {
        let collection = rows(Array(repeating: Self.mega, count: 20))
        #expect(collection.fitting(0..<20, with: 3) == 0..<4)
        #expect(collection.fitting(0..<20, with: 4) == 1..<5)
        #expect(collection.fitting(0..<20, with: 19) == 16..<20)
        #expect(collection.fitting(0..<10, with: 15) == 0..<4)
    }

    @Test func aRowIsShownHoweverLongItIs() {
        let collection = rows([10, 5 * Self.mega, 10])
        #expect(collection.fitting(0..<3) == 0..<1)
        #expect(collection.fitting(1..<3) == 1..<2)
        #expect(collection.fitting(0..<3, with: 1) == 1..<2)
    }

    @Test func aRowThatBecomesLongCounts() {
        var collection = rows(Array(repeating: 10, count: 20))
        for place in 0..<20 {
            let text = String(repeating: "x", count: Self.mega)
            collection.put(SourceRow(id: "\(place)", value: .object("t", .string(text))))
        }
        #expect(collection.fitting(0..<20) == 0..<4)
    }
}
