import FHJSON
import FHTerminalClient
import TestSupport
import Testing

@testable import FHTerminalUI

/// The lines of a table: its rows, and the headers of its sections.
@Suite struct ArrangementTests {
    /// Returns a row for each letter: the letter is the row's section, and its index in the whole list is the id.
    private static func rows(_ sections: some Sequence<Character>, active: Int? = nil, offset: Int = 0) -> [Row] {
        sections.enumerated().map { index, section in
            Row(
                id: String(offset + index), value: .emptyObject, isActive: offset + index == active,
                section: String(section))
        }
    }

    private static func lines(_ arrangement: Arrangement) -> [String] {
        arrangement.lines.map { line in
            switch line {
            case .row(let row): row.id
            case .section(let title): title
            }
        }
    }

    private static func arranged(
        _ rows: [Row], offset: Int = 0, height: Int, _ memory: RowTableMemory = RowTableMemory()
    ) -> Arrangement {
        Arrangement(rows, offset: offset, height: height, memory: memory)
    }

    @Test func headersAreAboveTheFirstRowAndEachFirstRowOfASection() {
        #expect(Self.lines(Self.arranged(Self.rows("aabb"), height: 6)) == ["a", "0", "1", "b", "2", "3"])
        let arrangement = Self.arranged(Self.rows("abba", active: 3), height: 4)
        #expect(Self.lines(arrangement) == ["b", "2", "a", "3"] && arrangement.rowCount == 2)
    }

    @Test func rowsWithoutSectionsHaveNoHeaders() {
        let rows = ["0", "1"].map { Row(id: $0, value: .emptyObject) }
        #expect(Self.lines(Self.arranged(rows, height: 2)) == ["0", "1"])
        #expect(Self.lines(Self.arranged(Self.rows("ab"), height: 2)) == ["0", "1"], "a low table has no headers")
        #expect(Self.lines(Self.arranged([], height: 5)).isEmpty)
    }

    @Test func theActiveRowIsAlwaysDrawn() {
        forEachSeed(100) { seed, generator in
            let letters = Array("abcdefgh")
            let sections = (0..<30).map { _ in letters.randomElement(using: &generator) ?? "a" }.sorted()
            let height = Int.random(in: 1...12, using: &generator)
            let memory = RowTableMemory()
            var (active, offset) = (0, 0)
            for _ in 0..<40 {
                active = max(0, min(29, active + .random(in: -6...6, using: &generator)))
                // A host moves its window as little as necessary.
                offset = max(0, min(active, max(offset, active - height + 1)))
                let rows = Self.rows(sections[offset..<min(30, offset + height)], active: active, offset: offset)
                let lines = Self.lines(Self.arranged(rows, offset: offset, height: height, memory))
                #expect(lines.contains(String(active)) && lines.count <= height, "seed \(seed)")
            }
        }
    }

    @Test func noLineStaysEmptyBelowTheLastRow() {
        let memory = RowTableMemory()
        memory.first = 99
        #expect(Self.lines(Self.arranged(Self.rows("aabbcc"), height: 5, memory)) == ["b", "3", "c", "4", "5"])
        memory.first = -3
        #expect(Self.lines(Self.arranged(Self.rows("aabbcc"), height: 5, memory)) == ["a", "0", "1", "b", "2"])
    }

    @Test func theTableFollowsTheActiveRowOnlyWhenItChanges() {
        let memory = RowTableMemory()
        let rows = Self.rows("aaaaaaaa", active: 0)
        #expect(Self.arranged(rows, height: 4, memory).first == 0)
        memory.first = 3
        #expect(Self.arranged(rows, height: 4, memory).first == 3, "the wheel has scrolled")
        #expect(Self.arranged(Self.rows("aaaaaaaa", active: 1), height: 4, memory).first == 1)
    }
}

/// The widths of columns.
@Suite struct ColumnWidthsTests {
    private static let roles: [Column.Role] = [.icon, .title, .subtitle, .detail, .detail, .badge, .toggle]

    private static func columns(_ roles: [Column.Role]) -> [Column] {
        roles.enumerated().map { Column("\($0)", label: "L", role: $1) }
    }

    @Test func columnsFitIntoAnyWidth() {
        forEachSeed(300) { seed, generator in
            let columns = Self.columns(Self.roles.filter { _ in Bool.random(using: &generator) })
            let natural = columns.map { _ in Int.random(in: 1...60, using: &generator) }
            let width = Int.random(in: 1...150, using: &generator)
            let fitted = ColumnWidths.fit(columns, natural: natural, width: width)
            #expect(fitted.isEmpty == columns.isEmpty, "seed \(seed)")
            var x = 0
            for (index, part) in fitted.enumerated() {
                #expect(part.width > 0 && part.x >= x + (index > 0 ? 2 : 0), "seed \(seed)")
                x = part.x + part.width
            }
            #expect(x <= width, "seed \(seed): \(x) of \(width)")
            let keys = fitted.map(\.column.key)
            #expect(keys == columns.map(\.key).filter(keys.contains), "seed \(seed)")
            if columns.contains(where: { $0.role == .title }) {
                #expect(fitted.contains { $0.column.role == .title }, "seed \(seed)")
            }
        }
    }

    @Test func wideLinesShowAllColumns() {
        let columns = Self.columns(Self.roles)
        let natural = [2, 40, 20, 10, 30, 8, 3]
        let fitted = ColumnWidths.fit(columns, natural: natural, width: 200)
        #expect(zip(fitted, natural).allSatisfy { $0.width >= $1 } && fitted.count == natural.count)
    }

    @Test func detailsAreLeftOutBeforeBadgesAndTicks() {
        let fitted = ColumnWidths.fit(Self.columns(Self.roles), natural: [2, 40, 20, 10, 10, 8, 3], width: 30)
        #expect(!fitted.contains { $0.column.role == .detail } && fitted.contains { $0.column.role == .toggle })
        let narrow = ColumnWidths.fit(Self.columns(Self.roles), natural: [2, 40, 20, 10, 10, 8, 3], width: 5)
        #expect(narrow.map(\.column.role) == [.title] && narrow[0].width == 5)
        #expect(ColumnWidths.fit([], natural: [], width: 10).isEmpty)
    }
}

/// Texts with matches.
@Suite struct MatchedTextTests {
    private static func shown(_ text: MatchedText) -> String {
        var shown = ""
        var isMatch = false
        for part in text.parts {
            if part.isMatch != isMatch { shown += part.isMatch ? "[" : "]" }
            isMatch = part.isMatch
            shown.append(part.character)
        }
        return shown + (isMatch ? "]" : "")
    }

    @Test func rangesOfScalarsMarkCharacters() {
        #expect(Self.shown(MatchedText("blue teapot", [0..<4, 5..<8])) == "[blue] [tea]pot")
        #expect(Self.shown(MatchedText("e\u{301}a", [1..<2])) == "[e\u{301}]a")
        #expect(Self.shown(MatchedText("abc", [1..<1, 7..<9])) == "abc")
    }

    @Test func aCutTextShowsItsMatches() {
        let text = MatchedText("a long text with a match at its end", [19..<24])
        #expect(Self.shown(text.cut(width: 40)) == "a long text with a [match] at its end")
        #expect(Self.shown(text.cut(width: 20)) == "…ith a [match] at its end" || text.cut(width: 20).columns <= 20)
        #expect(text.cut(width: 0).parts.isEmpty)
    }

    @Test func aCutTextFitsIntoAnyWidth() {
        let letters: [Character] = ["a", " ", "宿", "e\u{301}", "b"]
        forEachSeed(300) { seed, generator in
            let text = String(
                (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "a"
                })
            let start = Int.random(in: 0...30, using: &generator)
            let match = start..<(start + Int.random(in: 0...4, using: &generator))
            let width = Int.random(in: 0...30, using: &generator)
            let whole = MatchedText(text, [match])
            let cut = whole.cut(width: width)
            #expect(cut.columns <= width, "seed \(seed)")
            if whole.columns <= width { #expect(Self.shown(cut) == Self.shown(whole), "seed \(seed)") }
            if width >= 6, whole.parts.contains(where: \.isMatch) {
                #expect(cut.parts.contains { $0.isMatch }, "seed \(seed): \(Self.shown(whole)) in \(width)")
            }
            let lines = whole.lines(width: width)
            #expect(lines.allSatisfy { $0.columns <= max(2, width) + 40 }, "seed \(seed)")
            #expect(lines.flatMap(\.parts).map(\.character) == Array(text), "seed \(seed)")
        }
    }
}
