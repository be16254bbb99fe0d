import FHFuzzyMatch
public import FHTerminalScreen
public import FHTerminalUI

extension FilterDialog {
    /// The areas in which the parts of the dialog are drawn.
    private struct Parts {
        var query: Rect
        var info: Rect
        var header: Rect
        var list: Rect
    }

    private static let fewest = 3

    // MARK: Places

    /// Returns the lines of the header: its text, and the first lines of the input if they belong to it.
    private func headerLines(width: Int) -> [[StyledSpan]] {
        let text = title.isEmpty ? [] : TextFlow.lines(of: title, width: max(1, width))
        let head = Style(.bold)
        return text.map { [StyledSpan($0, head)] } + lines.header.map { AnsiText.spans(of: $0) }
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int {
        let look = options.look
        let wanted: Int =
            switch look.height {
            case .rows(let rows): rows
            case .percent(100): look.screenHeight
            // A percentage of a terminal with few rows would show too few lines.
            case .percent(let percent): max(10, look.screenHeight * percent / 100)
            case .allBut(let rows): look.screenHeight - rows
            }
        guard look.isAdaptive else { return max(Self.fewest, wanted) }
        showMatches()
        return max(Self.fewest, min(wanted, search.count + 2 + headerLines(width: width).count))
    }

    private func parts(of area: Rect, header: Int) -> Parts {
        let info = area.height > 2 ? 1 : 0
        let head = min(header, max(0, area.height - 1 - info - 1))
        if options.look.layout == .reverse {
            let (query, below) = area.splitTop(1)
            let (status, rest) = below.splitTop(info)
            let (headerArea, list) = rest.splitTop(head)
            return Parts(query: query, info: status, header: headerArea, list: list)
        }
        let (above, query) = area.splitBottom(1)
        let (rest, status) = above.splitBottom(info)
        let (list, headerArea) = rest.splitBottom(head)
        return Parts(query: query, info: status, header: headerArea, list: list)
    }

    // MARK: Drawing

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        showMatches()
        if search.count > 0 { list.isShown = true }
        let main = preview?.draw(&painter, in: area) ?? area
        let gutter = self.gutter
        let header = headerLines(width: main.width - gutter)
        let parts = parts(of: main, header: header.count)
        drawQuery(&painter, in: parts.query)
        drawInfo(&painter, in: parts.info.inset(left: min(gutter, parts.info.width)))
        for (index, spans) in header.prefix(parts.header.height).enumerated() {
            let point = Point(parts.header.minX + gutter, parts.header.minY + index)
            painter.spans(spans, at: point, in: parts.header)
        }
        drawList(&painter, in: parts.list)
    }

    /// The number of columns before the texts of lines.
    private var gutter: Int {
        TextWidth.columns(of: options.look.pointer) + (list.isMultiple ? TextWidth.columns(of: options.look.marker) : 0)
            + 1
    }

    private func drawQuery(_ painter: inout Painter, in area: Rect) {
        let prompt = TextFlow.cut(options.look.prompt, width: area.width / 2)
        let x = painter.put(prompt, at: area.origin, painter.theme.accent, in: area)
        let field = Rect(x, area.minY, max(1, area.maxX - x), 1)
        painter.line(of: editor, Target(InputDialog.target, field))
    }

    private func drawInfo(_ painter: inout Painter, in area: Rect) {
        guard !area.isEmpty else { return }
        var info = "\(search.count)/\(lines.count)"
        if list.isMultiple, list.markedCount > 0 { info += " (\(list.markedCount) marked)" }
        if !search.options.sorts { info += " unsorted" }
        if !lines.isComplete { info += " reading…" } else if !search.isComplete { info += " searching…" }
        if !timeLeft.isEmpty { info += "  \(timeLeft)" }
        let x = painter.line(info, in: area, painter.theme.faint)
        guard options.settings.showHelp else { return }
        var hints = [Hint("⏎", "choose"), Hint("esc", "leave")]
        if list.isMultiple { hints.insert(Hint("⇥", "mark"), at: 1) }
        var width = hints.reduce(-3) { $0 + $1.width + 3 }
        while !hints.isEmpty, x + 3 + width > area.maxX { width -= hints.removeLast().width + 3 }
        var start = area.maxX - width
        for hint in hints {
            start = painter.put(hint.keys, at: Point(start, area.minY), painter.theme.detail, in: area) + 1
            start = painter.put(hint.title, at: Point(start, area.minY), painter.theme.faint, in: area) + 3
        }
    }

    private func drawList(_ painter: inout Painter, in area: Rect) {
        guard !area.isEmpty else { return }
        let places = list.places(height: area.height, count: search.count)
        for place in places {
            let distance = place - places.lowerBound
            let y = options.look.layout == .standard ? area.maxY - 1 - distance : area.minY + distance
            drawLine(place, &painter, in: Rect(area.minX, y, area.width, 1))
        }
    }

    private func drawLine(_ place: Int, _ painter: inout Painter, in area: Rect) {
        let look = options.look
        let row = search.row(place)
        let isActive = place == list.place
        var x = area.minX
        if isActive { painter.put(look.pointer, at: area.origin, painter.theme.accent, in: area) }
        x += TextWidth.columns(of: look.pointer)
        if list.isMultiple {
            if list.isMarked(row) { painter.put(look.marker, at: Point(x, area.minY), painter.theme.success, in: area) }
            x += TextWidth.columns(of: look.marker)
        }
        let text = Rect(x + 1, area.minY, max(0, area.maxX - x - 1), 1)
        let line = styledLine(row, isActive: isActive, painter.theme)
        drawText(line.spans, end: line.matchEnd, &painter, in: text)
    }

    /// Returns the styled text of a line, and the column after its last match.
    private func styledLine(_ row: Int, isActive: Bool, _ theme: Theme) -> (spans: [StyledSpan], matchEnd: Int) {
        var line = StyledLine(lines.spans(lines.shown(row)))
        if isActive { line.restyle(0..<line.characters.count) { $0.adding(.bold) } }
        var end = 0
        if let pattern = search.pattern {
            let ranges = characters(lines.ranges(of: pattern, row: row), in: line)
            for range in ranges {
                line.restyle(range) { style in
                    Style(
                        foreground: theme.match.foreground, background: style.background,
                        style.attributes.union(theme.match.attributes), link: style.link)
                }
            }
            end = ranges.map(\.upperBound).max() ?? 0
        }
        return Self.withoutTabs(line, end)
    }

    /// Converts ranges of Unicode scalars into ranges of characters.
    private func characters(_ ranges: [Range<Int>], in line: StyledLine) -> [Range<Int>] {
        guard let last = ranges.map(\.upperBound).max() else { return [] }
        var characterAt: [Int] = []
        for (index, entry) in line.characters.enumerated() where characterAt.count <= last {
            characterAt += Array(repeating: index, count: entry.character.unicodeScalars.count)
        }
        return ranges.compactMap { range in
            guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= characterAt.count else { return nil }
            return characterAt[range.lowerBound]..<(characterAt[range.upperBound - 1] + 1)
        }
    }

    /// Replaces tabs by blanks, and returns the column after the first `end` characters.
    private static func withoutTabs(_ line: StyledLine, _ end: Int) -> (spans: [StyledSpan], matchEnd: Int) {
        var result = StyledLine()
        var column = 0
        var endColumn = 0
        for (index, entry) in line.characters.enumerated() {
            if entry.character == "\t" {
                let count = 8 - column % 8
                result.append(StyledSpan(String(repeating: " ", count: count), entry.style))
                column += count
            } else {
                let visible = VisibleText.visible(entry.character)
                result.append(StyledSpan(String(visible), entry.style))
                column += TextWidth.columns(of: visible)
            }
            if index + 1 == end { endColumn = column }
        }
        return (result.spans, endColumn)
    }

    /// Draws a text, shifted to the left if its last match would otherwise be cut off.
    private func drawText(_ spans: [StyledSpan], end: Int, _ painter: inout Painter, in area: Rect) {
        let width = spans.reduce(0) { $0 + TextWidth.columns(of: $1.text) }
        guard width > area.width, area.width > 2 else {
            painter.spans(spans, at: area.origin, in: area)
            return
        }
        let margin = min(10, area.width / 3)
        let shift = min(max(0, end + margin - area.width), width - area.width + 1)
        painter.spans(spans, at: Point(area.minX - shift, area.minY), in: area)
        if shift > 0 { painter.put("…", at: area.origin, painter.theme.faint, in: area) }
        if width - shift > area.width {
            painter.put("…", at: Point(area.maxX - 1, area.minY), painter.theme.faint, in: area)
        }
    }
}
