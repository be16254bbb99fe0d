import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Draws a feature by its layout: headings, labels with values, buttons and children.
struct LayoutView: FeatureView {
    /// The least height of a child that fills the rest of the view, such as a list.
    private static let childHeight = 10

    private let node: Node
    private let interface: Interface
    private let lines: [LayoutLine]

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        lines = node.layout
    }

    var crumbs: [String] { [node.title] }

    var info: String { onlyChild?.info ?? "" }

    var wayBack: (() -> Void)? {
        let focused = LayoutChild.focused(in: node, interface).value
        return children.first { isSameText($0.id, focused) }?.pane.wayBack
    }

    var firstFocus: String? {
        for line in lines {
            if line.type == "child" {
                if let first = child(line)?.pane.firstFocus { return first }
            } else if let value = value(line), value.isFocusable {
                return value.id
            } else if line.type == "button", button(line).reason == nil {
                return button(line).id
            }
        }
        return nil
    }

    func height(width: Int) -> Int? {
        let parts = parts(width: width - 3)
        return parts.contains { $0.height == nil } ? nil : parts.reduce(0) { $0 + ($1.height ?? 0) }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        // The scroll bar has a column of its own.
        let inner = area.inset(left: 1, right: 1)
        let parts = parts(width: area.width - 3)
        let flexible = parts.filter { $0.height == nil }.count
        let rest = inner.height - parts.reduce(0) { $0 + ($1.height ?? 0) }
        let share = max(Self.childHeight, flexible > 0 ? rest / flexible : 0)
        painter.column(parts.map { $0.block($0.height ?? share) }, in: inner, id: "layout \(node.identity)")
    }

    // MARK: Parts

    /// A block of the view, whose height may depend on the rows that the other blocks leave free.
    private struct Part {
        let height: Int?
        let block: (Int) -> Block

        init(_ block: Block) {
            height = block.height
            self.block = { _ in block }
        }

        init(height: Int?, _ block: @escaping (Int) -> Block) {
            self.height = height
            self.block = block
        }
    }

    private func parts(width: Int) -> [Part] {
        var parts: [Part] = []
        var isSpaced = true
        let space = {
            if !isSpaced { parts.append(Part(.space())) }
            isSpaced = true
        }
        var labels = Block.labelWidth(lines.filter { $0.hasValue }.map(\.label), width: width)
        if lines.allSatisfy({ $0.label.isEmpty || !$0.hasValue }) { labels = 0 }
        var numbers = LayoutNumbers(lines)
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            if line.type == "button" {
                let group = lines[index...].prefix { $0.type == "button" }
                space()
                parts.append(Part(buttons(group.map(button), width: width)))
                index = group.endIndex
                isSpaced = false
                if index < lines.endIndex { space() }
                continue
            }
            index += 1
            if line.type == "section" {
                space()
                parts.append(Part(.prose(line.label, width: width, interface.theme.title)))
            } else if let child = child(line) {
                space()
                parts.append(part(child, numbers.heading(of: line), width: width))
                isSpaced = false
                if index < lines.endIndex { space() }
                continue
            } else if let value = value(line) {
                parts.append(Part(value.block(labelWidth: labels, width: width)))
            }
            isSpaced = false
        }
        return parts
    }

    private func buttons(_ buttons: [Button], width: Int) -> Block {
        Block(height: Painter.rows(of: buttons, width: width).count, targets: buttons.map(\.id)) { painter, area in
            painter.buttons(buttons, in: area)
        }
    }

    private func button(_ line: LayoutLine) -> Button {
        let reason = node.refusal(of: line.action)
        let name = [node.identity, line.action, line.label].joined(separator: "\u{1F}")
        let isLike = { (other: LayoutLine) in
            other.type == "button" && other.action == line.action && other.label == line.label
        }
        let isUnique = lines.count(where: isLike) < 2
        let id = isUnique ? name : "\(name) \(JSONText(line.json.object("params")).string)"
        return Button("button \(id)", line.label, role: line.json.text("role"), unless: reason) { [node] in
            node.press(line)
        }
    }

    private func value(_ line: LayoutLine) -> LayoutValue? {
        line.hasValue ? LayoutValue(line, node, interface) : nil
    }

    // MARK: Children

    private var children: [LayoutChild] { lines.compactMap(child) }

    private func child(_ line: LayoutLine) -> LayoutChild? {
        guard line.type == "child" else { return nil }
        return node.child(line.path).map { LayoutChild($0, of: node, interface) }
    }

    /// The only child of a view without values; nil if there are values, or not exactly one child.
    private var onlyChild: Pane? {
        let children = children
        return children.count == 1 && !lines.contains(where: \.hasValue) ? children.first?.pane : nil
    }

    private func part(_ child: LayoutChild, _ heading: String, width: Int) -> Part {
        let above = heading.isEmpty ? [] : [Block.prose(heading, width: width, interface.theme.title)]
        let top = above.height
        let indent = heading.isEmpty ? 0 : 1
        let height = child.pane.height(width: width - indent).map { $0 + top }
        return Part(height: height) { height in
            Block(height: height) { painter, area in
                for block in above { block.draw(&painter, area) }
                child.draw(&painter, in: Rect(area.minX + indent, area.minY + top, width - indent, area.height - top))
            }
        }
    }
}

/// A child in the layout of a view.
struct LayoutChild {
    let id: String
    let pane: Pane
    private let parent: Node
    private let interface: Interface

    init(_ node: Node, of parent: Node, _ interface: Interface) {
        id = node.identity
        pane = Pane(node, interface)
        self.parent = parent
        self.interface = interface
    }

    /// Returns the remembered identity of the child that contains the focus; nil if none does.
    static func focused(in parent: Node, _ interface: Interface) -> Remembered<String?> {
        interface.memory.object("focused child\u{1F}\(parent.identity)") { Remembered(nil) }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let count = painter.scene.targets.count
        pane.draw(&painter, in: area)
        let focused = Self.focused(in: parent, interface)
        let hasFocus = painter.scene.targets.dropFirst(count).contains { painter.hasFocus($0.id) }
        if hasFocus { focused.value = id } else if isSameText(focused.value, id) { focused.value = nil }
    }
}
