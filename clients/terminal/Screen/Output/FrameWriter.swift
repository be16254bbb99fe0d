/// Writes the difference between the frame that a terminal shows and the next frame.
struct FrameWriter {
    /// The place of a frame in the terminal.
    enum Place {
        /// The frame fills the terminal.
        case fullScreen
        /// The frame begins in the row of the prompt.
        ///
        /// The row of the prompt in the terminal is unknown. So the cursor is moved up and down only by distances.
        case inline
    }

    private let capabilities: Capabilities
    private let place: Place
    private var pen: Pen
    /// The row of the cursor in the frame; nil if it is unknown.
    ///
    /// It is always known for an inline frame.
    private var row: Int?
    /// The column of the cursor; nil if it is unknown.
    private var column: Int?
    private var output = ControlBytes()

    init(_ capabilities: Capabilities, _ place: Place) {
        self.capabilities = capabilities
        self.place = place
        pen = Pen(capabilities)
        row = place == .inline ? 0 : nil
    }

    /// Returns the bytes that change one frame to another of the same size.
    ///
    /// - Parameter shown: the frame that the terminal shows; nil if its rows are blank.
    mutating func difference(from shown: Canvas?, to frame: Canvas) -> [UInt8] {
        output = ControlBytes()
        var old = shown ?? Canvas(frame.size, frame.tables)
        if place == .fullScreen, capabilities.scrollsRegions, shown != nil, let scroll = Scroll(from: old, to: frame) {
            pen.change(to: .plain, &output)
            scroll.write(to: &output)
            (row, column) = (nil, nil)
            old = scroll.applied(to: old)
        }
        for y in 0..<frame.size.height where old.row(y) != frame.row(y) { writeRow(y, from: old, to: frame) }
        if let cursor = frame.cursor {
            move(to: cursor)
        } else if place == .inline {
            // The cursor rests in the first row, so that the beginning of the frame is known after a terminal with a
            // new width has wrapped its rows anew.
            move(to: Point(0, 0))
        }
        return output.bytes
    }

    /// Returns the bytes after which other programs can write.
    ///
    /// The style is then the terminal's own, and the cursor is at the beginning of row `y` of the frame.
    mutating func leave(atRow y: Int) -> [UInt8] {
        output = ControlBytes()
        pen.change(to: .plain, &output)
        move(to: Point(0, y))
        return output.bytes
    }

    /// Returns the bytes that erase the terminal.
    mutating func clear() -> [UInt8] {
        output = ControlBytes()
        pen.forget()
        pen.change(to: .plain, &output)
        output.append(capabilities.clear)
        (row, column) = (0, 0)
        return output.bytes
    }

    // MARK: Rows

    private mutating func writeRow(_ y: Int, from old: Canvas, to frame: Canvas) {
        let new = frame.row(y)
        let before = old.row(y)
        let offset = new.startIndex - before.startIndex
        let tail = blankTail(of: new, frame)
        let first = new.startIndex
        var index = first
        // A character in the last cell of the terminal would scroll it, unless the terminal wraps late.
        let isLastRow = place == .fullScreen && y == frame.size.height - 1
        let end = isLastRow && !capabilities.wrapsLate ? new.endIndex - 1 : new.endIndex
        while index < min(tail, end) {
            if new[index] == before[index - offset] {
                index += 1
                continue
            }
            var start = index
            if new[start].width == 0 { start -= 1 }
            approach(Point(start - first, y), over: new, frame)
            index = write(new, from: start, to: min(tail, end), y, frame)
        }
        guard tail < new.endIndex, before[(tail - offset)...] != new[tail...] else { return }
        eraseTail(new, before, from: tail, y, frame)
    }

    /// Writes the cell at `start`, and returns the index of the cell to compare next.
    private mutating func write(
        _ row: ArraySlice<Cell>, from start: Int, to end: Int, _ y: Int, _ frame: Canvas
    ) -> Int {
        let cell = row[start]
        put(cell, frame)
        let next = start + max(1, Int(cell.width))
        column = next - row.startIndex
        if column == frame.size.width { column = nil }
        if TextWidth.isUncertain(frame.tables.character(of: cell.glyph)) { column = nil }
        return min(next, max(end, start + 1))
    }

    private mutating func put(_ cell: Cell, _ frame: Canvas) {
        pen.change(to: frame.tables.styles[Int(cell.style)], &output)
        switch cell.glyph.content {
        case .scalar(let scalar): output.scalar(scalar)
        case .cluster(let number): output.append(frame.tables.clusters[Int(number)].utf8)
        }
    }

    /// Moves the cursor by a control sequence or, if that is shorter, by rewriting the few cells before the new place.
    private mutating func approach(_ point: Point, over row: ArraySlice<Cell>, _ frame: Canvas) {
        let longest = 4
        guard self.row == point.y, let column, (1...longest).contains(point.x - column) else { return move(to: point) }
        let cells = row[(row.startIndex + column)..<(row.startIndex + point.x)]
        let isPlain = cells.allSatisfy { cell in
            guard case .scalar(let scalar) = cell.glyph.content else { return false }
            return scalar.isASCII && pen.style == pen.shown(frame.tables.styles[Int(cell.style)])
        }
        guard isPlain else { return move(to: point) }
        for cell in cells { put(cell, frame) }
        self.column = point.x
    }

    /// Returns the index from which the row can be erased, because it is blank to its end.
    ///
    /// It is the end of the row if nothing can be erased.
    private func blankTail(of row: ArraySlice<Cell>, _ frame: Canvas) -> Int {
        guard !capabilities.eraseToEnd.isEmpty, let last = row.last, last.glyph == .space, last.width == 1 else {
            return row.endIndex
        }
        let style = pen.shown(frame.tables.styles[Int(last.style)])
        let isErasable =
            style.attributes.isDisjoint(with: [.reverse, .underline, .strikethrough]) && style.link == nil
            && (style.background == .standard || capabilities.erasesInColour)
        guard isErasable else { return row.endIndex }
        return (row.lastIndex { $0 != last } ?? row.startIndex - 1) + 1
    }

    private mutating func eraseTail(
        _ new: ArraySlice<Cell>, _ old: ArraySlice<Cell>, from tail: Int, _ y: Int, _ frame: Canvas
    ) {
        let offset = new.startIndex - old.startIndex
        guard let first = (tail..<new.endIndex).first(where: { new[$0] != old[$0 - offset] }) else { return }
        move(to: Point(first - new.startIndex, y))
        pen.change(to: frame.tables.styles[Int(new[first].style)], &output)
        output.append(capabilities.eraseToEnd)
    }

    // MARK: The cursor

    private mutating func move(to point: Point) {
        if row == point.y, column == point.x { return }
        switch (place, row) {
        case (.inline, let current?): moveVertically(point.y - current)
        case (.fullScreen, point.y?): break
        case (.fullScreen, _), (.inline, nil):
            output.control(point.y + 1, point.x + 1, final: "H")
            (row, column) = (point.y, point.x)
            return
        }
        row = point.y
        if point.x == 0 {
            output.append(UInt8(ascii: "\r"))
        } else if let column, point.x == column - 1 {
            output.append(8)
        } else if let column, point.x > column {
            output.control(point.x - column, final: "C")
        } else if column != point.x, capabilities.movesToColumn {
            output.control(point.x + 1, final: "G")
        } else if column != point.x {
            output.append(UInt8(ascii: "\r"))
            output.control(point.x, final: "C")
        }
        column = point.x
    }

    private mutating func moveVertically(_ distance: Int) {
        if distance < 0 { output.control(-distance, final: "A") }
        if distance > 0 { output.control(distance, final: "B") }
    }
}
