import TestSupport
import Testing

@testable import FHFeatureValues
@testable import FHRowCollections
@testable import FHRows
@testable import FeatureKit

/// Compares orders with plain arrays; chunks are short, so that every run crosses the borders of chunks.
@Suite struct RowOrderTests {
    private func array(_ order: RowOrder) -> [UInt32] {
        var all: [UInt32] = []
        order.forEachPiece(in: 0..<order.count) { all += $0 }
        return all
    }

    private func check(_ order: RowOrder, is expected: [UInt32], _ comment: Comment) {
        #expect(array(order) == expected, comment)
        #expect(order.count == expected.count, comment)
        // Looking up a position searches a chunk. With many rows, only some positions are checked, including both ends
        // of each chunk.
        let isAsked = { (place: Int) in expected.count < 1_000 || place % 101 == 0 || (place + 2) % 4_096 < 4 }
        for (place, slot) in expected.enumerated() where isAsked(place) {
            if order[place] == slot, order.place(of: slot) == place { continue }
            Issue.record("\(slot) stands at \(place) (\(comment))")
            return
        }
    }

    @Test func anOrderOfManyInsertionsRemovalsAndMovesIsThatOfAnArray() {
        forEachSeed(60) { seed, generator in
            let limit = [2, 3, 4, 16, 17, 64].randomElement(using: &generator) ?? 4
            var order = RowOrder(limit: limit)
            var model: [UInt32] = []
            var unused = Array(UInt32(0)..<400).shuffled(using: &generator)
            for _ in 0..<200 {
                step(&order, &model, &unused, limit, &generator)
                check(order, is: model, "seed \(seed)")
                #expect(order.sequence.allSatisfy { (1...limit).contains(order.chunks[Int($0)].count) }, "seed \(seed)")
                #expect(unused.allSatisfy { !order.contains($0) && order.place(of: $0) == nil }, "seed \(seed)")
            }
        }
    }

    private func step(
        _ order: inout RowOrder, _ model: inout [UInt32], _ unused: inout [UInt32], _ limit: Int,
        _ generator: inout SeededGenerator
    ) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            guard let slot = unused.popLast() else { return }
            order.append(slot)
            model.append(slot)
        case 1:
            let run = Array(unused.suffix(Int.random(in: 0...3 * limit, using: &generator)))
            unused.removeLast(run.count)
            let place = Int.random(in: 0...model.count, using: &generator)
            order.insert(run, at: place)
            model.insert(contentsOf: run, at: place)
        case 2:
            let some = some(of: model, &generator)
            let meant = Set(some)
            #expect(order.take(some) == model.filter { meant.contains($0) })
            model.removeAll { meant.contains($0) }
            unused += meant
        default:
            let some = some(of: model, &generator)
            let meant = Set(some)
            let moved = model.filter { meant.contains($0) }
            var rest = model.filter { !meant.contains($0) }
            let anchor = Bool.random(using: &generator) ? rest.randomElement(using: &generator) : nil
            rest.insert(contentsOf: moved, at: anchor.flatMap { rest.firstIndex(of: $0) } ?? rest.count)
            order.move(some, before: anchor)
            model = rest
        }
    }

    private func some(of model: [UInt32], _ generator: inout SeededGenerator) -> [UInt32] {
        let most = Bool.random(using: &generator) ? 3 : model.count
        return Array(model.shuffled(using: &generator).prefix(Int.random(in: 0...most, using: &generator)))
    }

    @Test(arguments: [1, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 20_000])
    func aChangeAtTheBorderOfAChunkKeepsTheOrder(count: Int) {
        var order = RowOrder()
        for slot in 0..<UInt32(count) { order.append(slot) }
        var model = Array(0..<UInt32(count))
        check(order, is: model, "appended")
        for place in Set([0, 1, 4_095, 4_096, 4_097, count - 1, count]).filter({ $0 <= count }).sorted() {
            let slot = UInt32(model.count)
            order.insert([slot], at: place)
            model.insert(slot, at: place)
            check(order, is: model, "inserted at \(place)")
        }
        order.move(Array(model.suffix(2)), before: model[0])
        model = model.suffix(2) + model.dropLast(2)
        check(order, is: model, "moved to the front")
        order.remove(model[0])
        check(order, is: Array(model.dropFirst()), "the first removed")
    }

    @Test func aCopyKeepsItsOrder() {
        var order = RowOrder(limit: 4)
        for slot in 0..<20 as Range<UInt32> { order.append(slot) }
        let copy = order
        order.move([3, 19], before: 0)
        order.remove(7)
        #expect(array(copy) == Array(0..<20))
        #expect(array(order).prefix(3) == [3, 19, 0])
    }

    @Test func aChangeOfACopyLeavesAllButAFewChunksShared() {
        var order = RowOrder()
        for slot in 0..<100_000 as Range<UInt32> { order.append(slot) }
        let copy = order
        order.move([3], before: 90_000)
        order.remove(50_000)
        func addresses(_ order: RowOrder) -> Set<UInt> {
            Set(
                order.sequence.map { number in
                    order.chunks[Int(number)].withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
                })
        }
        // The row's old chunk, the two halves of its new chunk, and the other row's old chunk.
        #expect(addresses(order).subtracting(addresses(copy)).count == 4)
        #expect(addresses(copy).count == 25)
    }
}
