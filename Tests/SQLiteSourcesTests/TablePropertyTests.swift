import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Compares a table with a plain array through random edits, repetitions and restarts.
@Suite(.hangLimit)
struct TablePropertyTests {
    private struct Model {
        var rows: [SourceRow] = []

        func place(_ id: String) -> Int? { rows.firstIndex { $0.id == id } }

        mutating func move(_ ids: [String], to place: (([SourceRow]) -> Int)) {
            let moved = rows.filter { ids.contains($0.id) }
            rows.removeAll { ids.contains($0.id) }
            rows.insert(contentsOf: moved, at: place(rows))
        }
    }

    /// An edit of the model and of a source.
    private enum Edit {
        case insert(SourceRow, before: String?)
        case update(String, JSONText)
        case move([String], before: String?)
        case moveBehind([String], String)
        case delete([String])

        func perform(_ source: TableSource, _ opID: String) async throws {
            switch self {
            case .insert(let row, let before): _ = try await source.insert(row, before: before, opID: opID).value
            case .update(let id, let patch): _ = try await source.update(id, patch: patch, opID: opID).value
            case .move(let ids, let before): _ = try await source.move(ids, before: before, opID: opID).value
            case .moveBehind(let ids, let anchor): _ = try await source.move(ids, behind: anchor, opID: opID).value
            case .delete(let ids): _ = try await source.delete(ids, opID: opID).value
            }
        }

        func perform(_ model: inout Model) {
            switch self {
            case .insert(let row, let before):
                model.rows.insert(row, at: before.flatMap(model.place) ?? model.rows.count)
            case .update(let id, let patch):
                guard let place = model.place(id) else { return }
                let value = model.rows[place].value.value.merged(with: patch.value)
                model.rows[place] = SourceRow(id: id, value: value)
            case .move(let ids, let before):
                model.move(ids) { rows in before.flatMap { id in rows.firstIndex { $0.id == id } } ?? rows.count }
            case .moveBehind(let ids, let anchor):
                model.move(ids) { rows in (rows.firstIndex { $0.id == anchor } ?? rows.count - 1) + 1 }
            case .delete(let ids): model.rows.removeAll { ids.contains($0.id) }
            }
        }
    }

    private struct Draws {
        var generator: SeededGenerator
        private var count = 0

        init(_ generator: SeededGenerator) { self.generator = generator }

        mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0..<values.count)] }

        mutating func edit(_ model: Model) -> Edit {
            let ids = model.rows.map(\.id)
            guard ids.count > 3 else { return insert(before: nil) }
            // Most rows are inserted at the same position, until the gaps between positions are used up.
            let anchor = number(0..<4) > 0 ? ids[1] : pick(ids)
            let some = ids.shuffled(using: &generator).prefix(number(1..<4)).filter { $0 != anchor }
            switch number(0..<12) {
            case 0..<3: return insert(before: pick([nil, anchor]))
            case 3..<5: return .update(pick(ids), JSONText.object(pick(["a", "b"]), pick(Self.values)))
            case 5..<8: return .move(some, before: pick([anchor, anchor, anchor, nil]))
            case 8..<11: return .moveBehind(some, anchor)
            default: return .delete(Array(some.prefix(1)) + ["nobody"])
            }
        }

        private mutating func insert(before: String?) -> Edit {
            count += 1
            return .insert(row("r\(count)", #""a":\#(pick(Self.values))"#), before: before)
        }

        mutating func query() -> RowQuery {
            let predicates: [Condition?] = [
                nil, .equals("a", .null), .greater("b", .integer(1)), .contains("a", "E"),
            ]
            let predicate = pick(predicates)
            let sort = pick([[], [SortKey("a")], [SortKey("b", isDescending: true), SortKey("a", isNumber: true)]])
            return RowQuery(predicate: predicate, text: pick(["", "", "e", "1 r"]), sort: sort)
        }

        private static var values: [JSONText] {
            [.null, .integer(1), .real(2.5), .bool(true), .string("É"), .string("e"), .string("10"), .emptyArray]
        }
    }

    @Test func aTableIsWhatItsEditsMakeOfIt() async throws {
        try await forEachSeed(6) { seed, generator in
            var draws = Draws(generator)
            let scratch = try Scratch()
            var source = try await scratch.table()
            var model = Model()
            var last: (edit: Edit, id: String)?
            for step in 0..<150 {
                if let last, draws.number(0..<8) == 0 { try await last.edit.perform(source, last.id) }
                if draws.number(0..<25) == 0 { source = try await scratch.table() }
                let edit = draws.edit(model)
                try await edit.perform(source, "\(step)")
                edit.perform(&model)
                last = (edit, "\(step)")
                if step % 10 == 9 { try await compare(source, model, &draws, "seed \(seed), step \(step)") }
            }
            try await compare(source, model, &draws, "seed \(seed)")
        }
    }

    private func compare(
        _ source: TableSource, _ model: Model, _ draws: inout Draws, _ place: Comment
    ) async throws {
        let rows = try await source.all(draws.number(1..<20))
        #expect(rows == model.rows.map(\.value.string), place)
        let query = draws.query()
        let passing = model.rows.filter { query.matches($0.value) }
        let right = passing.indices.sorted { a, b in
            query.precedes(passing[a].value, passing[b].value)
                || a < b && !query.precedes(passing[b].value, passing[a].value)
        }.map { passing[$0] }
        let offset = draws.number(0..<right.count + 2)
        let limit = draws.number(1..<10)
        let page = try await source.fetch(
            FeatureKit.FetchRequest(start: .offset(offset), limit: limit, query: query)
        ).value
        #expect(Array(page.rows) == Array(right.dropFirst(offset).prefix(limit)), place)
        #expect(page.endReached == (offset + limit >= right.count), place)
        #expect(page.totalCount == right.count, place)
    }
}
