import FHTerminalScreen

/// A button, or an item of a toolbar.
public struct Button {
    /// The id of the button's target.
    public let id: String
    /// The title.
    public let title: String
    /// The role, which determines the style, such as `primary`, `destructive` or `cancel`.
    public let role: String
    /// The name of a key that presses the button wherever the focus is; empty if there is none.
    public let key: String
    /// The reason why the button can't be pressed now, for users; nil if it can.
    public let reason: String?
    /// True if the button can have the focus.
    public let isFocusable: Bool
    /// Called when the button is pressed.
    public let press: () -> Void
    /// The purpose, in a sentence for users; empty if none is declared.
    public var description = ""
    /// True if the button is in a toolbar, and the focus is in the feature of this toolbar.
    private(set) var isNearFocus = false

    /// Makes a button.
    public init(
        _ id: String, _ title: String, role: String = "", key: String = "", unless reason: String? = nil,
        isFocusable: Bool = true, press: @escaping () -> Void
    ) {
        self.id = id
        self.title = title
        self.role = role
        self.key = key
        self.reason = reason
        self.isFocusable = isFocusable
        self.press = press
    }

    /// Returns the button with another key.
    func withKey(_ key: String) -> Button {
        var button = Button(id, title, role: role, key: key, unless: reason, isFocusable: isFocusable, press: press)
        button.description = description
        return button
    }

    /// Returns the button with another value of ``isNearFocus``.
    func near(focus isNearFocus: Bool) -> Button {
        var button = self
        button.isNearFocus = isNearFocus
        return button
    }

    /// The text of the button.
    public var text: String { key.isEmpty ? "[ \(title) ]" : "[ \(key) \(title) ]" }
    /// The number of columns.
    public var width: Int { TextWidth.columns(of: VisibleText.visible(text)) }
}

extension Painter {
    /// Draws a button.
    ///
    /// - Returns: the column after the button.
    @discardableResult
    public mutating func button(_ button: Button, at point: Point) -> Int {
        let area = Rect(point.x, point.y, button.width, 1)
        put(button.text, at: point, style(of: button))
        if button.isFocusable { scene.add(button) }
        guard button.reason == nil else { return area.maxX }
        onClick(area) { event in if event.kind == .release, event.button == 0 { button.press() } }
        if button.isFocusable {
            add(Target(button.id, area, [Binding(.press, button.title, shownKeys: "⏎", act: button.press)]))
        }
        return area.maxX
    }

    private func style(of button: Button) -> Style {
        if button.reason != nil { return theme.faint }
        let style: Style =
            switch button.role {
            case "primary", "confirmation": theme.accent
            case "destructive": theme.error
            default: theme.text
            }
        return hasFocus(button.id) ? style.adding(.reverse) : style
    }

    /// Draws buttons beside each other, in several rows if they don't fit into one.
    ///
    /// - Returns: the number of rows.
    @discardableResult
    public mutating func buttons(_ buttons: [Button], in area: Rect, alignment: Alignment = .leading) -> Int {
        let rows = Self.rows(of: buttons, width: area.width)
        for (index, row) in rows.enumerated() {
            let width = row.reduce(-1) { $0 + $1.width + 1 }
            let spare = max(0, area.width - width)
            var x = area.minX + (alignment == .trailing ? spare : alignment == .centre ? spare / 2 : 0)
            for button in row { x = self.button(button, at: Point(x, area.minY + index)) + 1 }
        }
        return rows.count
    }

    /// Divides buttons into rows that fit into a width.
    static func rows(of buttons: [Button], width: Int) -> [[Button]] {
        var rows: [[Button]] = []
        var x = 0
        for button in buttons {
            if rows.isEmpty || x + button.width > width {
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append(button)
            x += button.width + 1
        }
        return rows
    }
}
