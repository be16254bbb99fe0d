import FHJSON
public import FHTerminalScreen

/// Draws a frame, and records its targets, clicks and keys.
///
/// ```swift
/// painter.put("Name", at: Point(area.minX, area.minY), painter.theme.faint)
/// painter.add(Target("name", area, editor: editor))
/// ```
public struct Painter {
    /// The cells.
    public var canvas: Canvas
    /// The styles of the parts of the screen.
    public let theme: Theme
    /// The state that the interface keeps from frame to frame.
    public let memory: Memory
    /// The targets, clicks and keys of the frame.
    public internal(set) var scene = Scene()
    /// The buttons of all toolbars, the first nine of which are pressed by digits.
    public private(set) var tools: [Button] = []
    /// The targets, clicks, keys and toolbars of the layer below the one that is being drawn.
    private(set) var covered: (scene: Scene, tools: [Button]) = (Scene(), [])
    /// The id of the target with the focus; nil if none has it.
    public let focus: String?
    /// Moves the focus to a target; the next frame shows it.
    public let focusing: (String) -> Void
    /// The cells that can be drawn on.
    ///
    /// Targets outside of these cells are recorded, but not drawn.
    public private(set) var clip: Rect

    /// Creates a painter.
    public init(
        _ canvas: Canvas, theme: Theme, memory: Memory, focus: String?, focusing: @escaping (String) -> Void
    ) {
        self.canvas = canvas
        self.theme = theme
        self.memory = memory
        self.focus = focus
        self.focusing = focusing
        clip = canvas.bounds
    }

    // MARK: Drawing

    /// Draws a text in one line; see ``Canvas/put(_:at:_:in:)``.
    @discardableResult
    public mutating func put(_ text: String, at point: Point, _ style: Style? = nil, in area: Rect? = nil) -> Int {
        canvas.put(text, at: point, style ?? theme.text, in: area.map { $0.intersection(clip) } ?? clip)
    }

    /// Draws a text in one line of an area, cut with `…` if it is too long.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    public mutating func line(
        _ text: String, in area: Rect, _ style: Style? = nil, alignment: Alignment = .leading
    ) -> Int {
        let fitted = TextFlow.cut(text, width: area.width)
        let spare = area.width - TextWidth.columns(of: fitted)
        let indent = alignment == .trailing ? spare : alignment == .centre ? spare / 2 : 0
        return put(fitted, at: Point(area.minX + indent, area.minY), style, in: area)
    }

    /// Fills an area with a style.
    public mutating func fill(_ area: Rect, _ style: Style) {
        canvas.fill(area.intersection(clip), with: " ", style)
    }

    /// Changes the styles of the cells in an area, and keeps their characters.
    public mutating func restyle(_ area: Rect, _ change: (Style) -> Style) {
        canvas.restyle(area.intersection(clip), change)
    }

    /// Calls a function whose drawing is limited to an area.
    public mutating func clipped(to area: Rect, _ draw: (inout Painter) -> Void) {
        let outer = clip
        clip = area.intersection(outer)
        draw(&self)
        clip = outer
    }

    /// Clears an area, and draws a frame in its outermost cells.
    ///
    /// - Parameters:
    ///   - title: the text in the upper border; empty for none.
    ///   - info: the text at the right of the lower border; empty for none.
    public mutating func frame(_ area: Rect, title: String = "", info: String = "") {
        fill(area, theme.text)
        guard area.width >= 2, area.height >= 2 else { return }
        let rule = String(repeating: "─", count: area.width - 2)
        put("╭\(rule)╮", at: area.origin, theme.border)
        for y in area.minY + 1..<area.maxY - 1 {
            put("│", at: Point(area.minX, y), theme.border)
            put("│", at: Point(area.maxX - 1, y), theme.border)
        }
        put("╰\(rule)╯", at: Point(area.minX, area.maxY - 1), theme.border)
        let top = Rect(area.minX + 2, area.minY, max(0, area.width - 4), 1)
        if !title.isEmpty { line(" \(title) ", in: top, theme.title) }
        if !info.isEmpty {
            line(" \(info) ", in: Rect(top.minX, area.maxY - 1, top.width, 1), theme.faint, alignment: .trailing)
        }
    }

    // MARK: Reactions

    /// Returns true if a target has the focus.
    public func hasFocus(_ id: String) -> Bool { isSameText(focus, id) }

    /// Records a place that can have the focus.
    public mutating func add(_ target: Target) { scene.add(target) }

    /// Requests the focus for a target, because the host has moved the focus or the target is new.
    ///
    /// The last request of a frame counts, if the target is in the topmost layer.
    ///
    /// - Parameter granted: called when the target gets the focus, before the frame is drawn again.
    public mutating func wantFocus(_ id: String, granted: @escaping () -> Void) {
        scene.wantFocus(id, granted: granted)
    }

    /// Records the handler of mouse events in an area.
    public mutating func onClick(_ area: Rect, _ act: @escaping (MouseEvent) -> Void) {
        scene.addClick(area.intersection(clip), act)
    }

    /// Draws a part of the screen, and records keys that act while the focus is in this part.
    public mutating func scope(_ bindings: [Binding], _ draw: (inout Painter) -> Void) {
        scene.begin(bindings)
        draw(&self)
        scene.end()
    }

    /// Shows the terminal's cursor.
    public mutating func showCursor(at point: Point) {
        if clip.contains(point) { canvas.cursor = point }
    }

    /// Draws the buttons of a toolbar, each with its key or, if it has none, with its digit.
    ///
    /// - Parameter hasFocus: true if the focus is in the feature of the toolbar.
    /// - Returns: the number of rows.
    @discardableResult
    public mutating func toolbar(_ buttons: [Button], in area: Rect, hasFocus: Bool = false) -> Int {
        let numbered = buttons.map { button in
            tools.append(button.near(focus: hasFocus))
            return button.key.isEmpty ? button.withKey(tools.count < 10 ? String(tools.count) : "") : button
        }
        return self.buttons(numbered, in: area)
    }

    /// Moves the targets, clicks, keys and toolbars so far to ``covered``, because a further layer is drawn over them.
    mutating func cover() {
        covered = (scene, tools)
        scene = Scene()
        tools = []
        canvas.cursor = nil
    }
}

/// The alignment of a text in its line.
public enum Alignment: Sendable {
    case leading, centre, trailing
}
