import FHJSON
import FHTerminalClient
import Testing

@testable import FHTerminalUI

/// The texts and tones that the host gives for formatted values.
@Suite struct CellTests {
    private static let columns: JSON = [
        States.title,
        ["key": "size", "label": "Size", "type": "number", "role": "detail", "format": ["type": "bytes"]],
        ["key": "kind", "label": "Kind", "type": "text", "role": "badge", "format": ["type": "tag", "values": [:]]],
        ["key": "used", "label": "Used", "type": "number", "role": "detail", "format": ["type": "progress"]],
    ]

    private static let rows: JSON = [
        States.item(
            ["id": "1", "title": "First", "size": 1_234_567, "kind": "p", "used": 0.5],
            [
                "cells": [
                    "size": ["text": "1.2 MB", "tone": "error"], "kind": ["text": "Pome", "icon": "star"],
                    "used": ["text": "█████░░░░░  50%"],
                ],
                "tone": "dim",
            ]),
        States.item(
            ["id": "2", "title": "Second", "size": 7, "kind": "q", "used": nil], ["cells": ["size": ["text": "7 B"]]]),
    ]

    private static func stage(_ columns: JSON = columns, _ members: JSON = [:]) -> FakeStage {
        FakeStage(
            "list", States.list((["columns": columns, "items": rows, "count": 2] as JSON).merging(members)),
            ["setActive", "setWindow"])
    }

    @Test func textsOfTheHostAreDrawnInsteadOfValues() {
        let stage = Self.stage()
        #expect(stage.shows("* Pome") && stage.shows("█████░░░░░  50%"))
        #expect(!stage.shows("1234567"))
        // Numbers stand on the right, and the value without a cell is drawn.
        let first = stage.lines.first { $0.contains("First") } ?? ""
        let second = stage.lines.first { $0.contains("Second") } ?? ""
        #expect(first.contains("1.2 MB") && second.contains("   7 B") && second.contains("q"))
    }

    @Test func tonesHaveStyles() {
        let stage = Self.stage()
        let theme = stage.app.theme
        #expect(stage.style(of: "1.2 MB") == theme.error)
        #expect(stage.style(of: "First") == theme.faint)
        #expect(stage.style(of: "Second") == theme.text)
    }

    @Test func columnsHaveTheDeclaredRoom() {
        var size: JSON = [
            "key": "size", "label": "Size", "type": "number", "role": "detail", "width": 12, "align": "left",
        ]
        let stage = Self.stage([States.title, size])
        let first = stage.lines.first { $0.contains("First") } ?? ""
        let second = stage.lines.first { $0.contains("Second") } ?? ""
        func column(of text: String, in line: String) -> Int? {
            line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }
        #expect(column(of: "1.2 MB", in: first) == column(of: "7 B", in: second))
        size = size.merging(["align": "right", "grow": 1])
        let grown = Self.stage([States.title, size]).lines.first { $0.contains("First") } ?? ""
        let width = column(of: "1.2 MB", in: grown) ?? 0
        #expect(width > (column(of: "1.2 MB", in: first) ?? 80) + 20, "\(grown)")
    }

    @Test func matchesAreMarkedOnlyInTextsThatEqualTheValue() {
        let column = Column("size", label: "Size", type: "number", role: .detail)
        let row = JSONText.object("size", .integer(7)).value
        func isText(_ item: JSON) -> Bool {
            let item = (try? JSONText(parsing: item.description).value) ?? .null
            return column.isText(row, RowCells(item))
        }
        #expect(isText([:]) && isText(["cells": ["size": ["text": "7"]]]))
        #expect(!isText(["cells": ["size": ["text": "7 B"]]]))
        #expect(!isText(["cells": ["size": ["text": "7", "icon": "star"]]]))
    }

    @Test func barsAndCurvesAreSaidAsNumbers() {
        let stage = PlainStage(
            "list", States.list(["columns": Self.columns, "items": Self.rows, "count": 2, "totalCount": 2]),
            ["setActive"])
        let text = stage.takeText()
        #expect(text.contains("1. Title: First, Size: 1.2 MB, Used: 50%, Kind: Pome\n"), "\(text)")
        #expect(text.contains("2. Title: Second, Size: 7 B, Kind: q\n"), "\(text)")
    }

    @Test func theReaderIsToldToTheHost() {
        func reader(_ variables: [String: String], _ file: String? = nil) -> [String?] {
            let reader = Reader({ variables[$0] }, zoneFile: file)
            return [reader.locale, reader.timeZone]
        }
        #expect(reader(["LANG": "de_DE.UTF-8", "TZ": ":Europe/Berlin"]) == ["de_DE.UTF-8", "Europe/Berlin"])
        #expect(reader(["LANG": "de", "LC_ALL": "C.UTF-8", "TZ": ""]) == [nil, nil])
        #expect(reader(["LC_TIME": "fr"], "/usr/share/zoneinfo/Asia/Tokyo") == ["fr", "Asia/Tokyo"])
        #expect(reader(["TZ": "/etc/zone"], "/usr/share/zoneinfo/Asia/Tokyo") == [nil, nil])
    }
}
