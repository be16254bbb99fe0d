import FHJSON
import FHTerminalScreen
import FHTerminalUI

/// Options of the preview of a filter.
public struct FilterPreviewOptions: Equatable, Sendable {
    /// A side of the lines, on which the preview is drawn.
    public enum Side: String, CaseIterable, Sendable { case up, down, left, right }

    /// The command, with placeholders.
    public var command: String
    /// The side of the lines, on which the preview is drawn.
    public var side = Side.right
    /// The columns or rows of the preview, in percent of those of the dialog.
    public var percent = 50
    /// The number of columns or rows of the preview; nil to use ``percent``.
    public var length: Int?
    /// True to hide the preview until the action `toggle-preview`.
    public var isHidden = false
    /// True to break long lines.
    public var wraps = false

    /// Makes options.
    public init(_ command: String) { self.command = command }

    /// Reads the side, the size and flags of a preview, such as `right,60%,hidden`.
    ///
    /// Borders are accepted and have no effect.
    ///
    /// - Returns: false if a part of the text is unknown.
    public mutating func place(_ text: String) -> Bool {
        for part in text.split(whereSeparator: { $0 == "," || $0 == ":" }) {
            if let side = Side(rawValue: String(part)) {
                self.side = side
            } else if part.last == "%", let percent = Int(part.dropLast()), (1...99).contains(percent) {
                (self.percent, length) = (percent, nil)
            } else if let length = Int(part), length > 0 {
                self.length = length
            } else {
                switch part {
                case "hidden": isHidden = true
                case "nohidden": isHidden = false
                case "wrap": wraps = true
                case "nowrap": wraps = false
                default: if !part.hasPrefix("border") { return false }
                }
            }
        }
        return true
    }
}

/// The preview of the active line: the output of a command.
final class FilterPreview {
    /// The shortest time in milliseconds between the starts of two commands.
    private static let pauseMs = 40
    private static let longestOutput = 1 << 20

    var options: FilterPreviewOptions
    var isHidden: Bool
    private(set) var offset = 0
    /// The size of the text in the last frame; nil before the first one.
    private var size: Size?
    private var source: Source?
    private var command = FilledCommand()
    private var startedAt: Int?
    private var due: (command: FilledCommand, time: Int)?
    private var job: FilterJob?
    /// The files of the running command.
    private var files = FilterFiles()
    private var output: [UInt8] = []
    private var text = PagerText("")

    init(_ options: FilterPreviewOptions) {
        self.options = options
        isHidden = options.isHidden
    }

    /// The descriptor of the command's output; nil if no command runs.
    var descriptor: Int32? { job?.descriptor }

    /// The time at which the next command is to be started; nil for none.
    var deadline: Int? { size == nil ? nil : due?.time }

    // MARK: The command

    /// The values from which a command is filled; while they are the same, the command is the same.
    struct Source: Equatable {
        let command: ExactText
        let active: Int?
        let query: ExactText
        let marks: Int
        let lines: Int
    }

    /// Returns true if the command has to be filled again.
    func isNew(_ source: Source) -> Bool {
        defer { self.source = source }
        return source != self.source
    }

    /// Shows the output of a command: starts it now, or ``pauseMs`` after the last start.
    ///
    /// Nothing happens if this command is shown already.
    func show(_ command: FilledCommand, now: Int) {
        if command == due?.command ?? self.command { return }
        due = (command, max(now, (startedAt ?? now - Self.pauseMs) + Self.pauseMs))
        advance(now: now)
    }

    /// Makes the next call of ``show(_:now:)`` start the command again.
    func refresh() { (source, command) = (nil, FilledCommand()) }

    /// Starts the next command if its time has come, and if its size is known.
    func advance(now: Int) {
        guard let due, now >= due.time, let size else { return }
        self.due = nil
        command = due.command
        startedAt = now
        job?.end()
        output = []
        offset = 0
        // The command is empty if there is no active line; then nothing is shown.
        let sizes = "export FZF_PREVIEW_COLUMNS=\(size.width) FZF_PREVIEW_LINES=\(size.height)\n"
        files = FilterFiles()
        do throws(FilterFiles.Failure) {
            let text = try command.text(files)
            job = text.isEmpty ? nil : FilterJob(sizes + text, mixesErrors: true)
        } catch {
            job = nil
            output = Array(error.message.utf8)
        }
        if job == nil { setText() }
    }

    /// Reads the bytes that are ready at ``descriptor``.
    func receive() {
        guard let job else { return }
        if let bytes = job.read() {
            if output.count < Self.longestOutput { output += bytes }
        } else {
            self.job = nil
            files = FilterFiles()
        }
        setText()
    }

    /// Ends the command.
    func end() {
        job?.end()
        job = nil
        files = FilterFiles()
    }

    private func setText() { text = PagerText(String(decoding: output, as: UTF8.self)) }

    // MARK: Drawing

    /// Scrolls by rows.
    func scroll(by rows: Int) { offset = max(0, offset + rows) }
    /// Scrolls to the first row.
    func scrollToTop() { offset = 0 }
    /// The rows of half a page.
    var halfPage: Int { max(1, (size?.height ?? 0) / 2) }

    /// Draws the preview in a part of an area.
    ///
    /// - Returns: the rest of the area.
    func draw(_ painter: inout Painter, in area: Rect) -> Rect {
        if isHidden { return area }
        let isBeside = options.side == .left || options.side == .right
        let room = isBeside ? area.width : area.height
        let length = min(options.length ?? room * options.percent / 100, room - (isBeside ? 20 : 4))
        // A preview that is too small shows nothing useful.
        guard length >= (isBeside ? 12 : 2) else { return area }
        switch options.side {
        case .left:
            let (left, right) = area.splitLeft(length)
            for y in area.minY..<area.maxY { painter.put("│", at: Point(left.maxX - 1, y), painter.theme.border) }
            drawText(&painter, in: left.inset(right: 2))
            return right.inset(left: 1)
        case .right:
            let (left, right) = area.splitLeft(area.width - length)
            for y in area.minY..<area.maxY { painter.put("│", at: Point(right.minX, y), painter.theme.border) }
            drawText(&painter, in: right.inset(left: 2))
            return left.inset(right: 1)
        case .up:
            let (top, bottom) = area.splitTop(length)
            drawRule(&painter, y: top.maxY - 1, in: area)
            drawText(&painter, in: top.inset(bottom: 1))
            return bottom
        case .down:
            let (top, bottom) = area.splitTop(area.height - length)
            drawRule(&painter, y: bottom.minY, in: area)
            drawText(&painter, in: bottom.inset(top: 1))
            return top
        }
    }

    private func drawRule(_ painter: inout Painter, y: Int, in area: Rect) {
        painter.put(String(repeating: "─", count: area.width), at: Point(area.minX, y), painter.theme.border)
    }

    private func drawText(_ painter: inout Painter, in area: Rect) {
        guard !area.isEmpty else { return }
        size = area.size
        text.setWidth(area.width, isWrapped: options.wraps)
        let last = text.place(area.height - 1, above: text.last())
        var place = text.place(offset, below: PagerText.Place(line: 0, row: 0))
        if place > last {
            // Otherwise, the keys that scroll up would have no effect at first.
            place = last
            offset = text.rows(above: last)
        }
        for y in area.minY..<area.maxY {
            let rows = text.rows(place.line)
            if place.row < rows.count { painter.spans(rows[place.row], at: Point(area.minX, y), in: area) }
            if place.row + 1 < text.rows(of: place.line) {
                place.row += 1
            } else {
                place = PagerText.Place(line: place.line + 1, row: 0)
                if place.line >= text.count { return }
            }
        }
    }
}
