import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The visible fields of a form as blocks, in order.
struct FormPlan {
    /// The blocks of all sections.
    private(set) var blocks: [Block] = []
    /// The ids of the targets, in the order of the tab key.
    private(set) var targets: [String] = []
    /// The visible repeated fields.
    private(set) var repeated: [RepeatedField] = []
    /// For each field with shown errors, the id of its first target; for a field without a target, the field's id.
    private(set) var erroneous: [String] = []

    private let node: Node
    private let identity: String
    private let interface: Interface
    private let fields: JSONValue
    private let layout: FormLayout
    /// The paths of the fields that were laid out, because a faulty host may list a field twice.
    private var seen: Set<ExactText> = []

    /// Lays out the sections of a form at a width.
    init(_ node: Node, _ interface: Interface, width: Int) {
        self.node = node
        identity = node.identity
        self.interface = interface
        let fields = node.state.object("fields")
        self.fields = fields
        let sections = node.state.objects("sections")
        let hasHeaders = sections.contains { !$0.text("header").isEmpty }
        let drawn = sections.flatMap { Self.paths(in: $0.texts("fields"), fields) }
        let labels = drawn.map { (path: $0, label: FieldText.plain(fields.object($0)["label"] ?? .string($0))) }
        layout = FormLayout(width: width, labels: labels, hasHeaders: hasHeaders)
        for section in sections { add(section) }
        targets = blocks.flatMap(\.targets)
    }

    /// Returns the paths of the listed fields and of all fields within them.
    ///
    /// Invisible fields are included, so that the columns do not change when a field becomes visible.
    private static func paths(in listed: [String], _ fields: JSONValue) -> [String] {
        var found: [String] = []
        var seen: Set<ExactText> = []
        var waiting = Array(listed.reversed())
        while let path = waiting.popLast() {
            guard let field = fields.value(path), seen.insert(path) else { continue }
            found.append(path)
            let within = field.texts("fields") + field.objects("items").flatMap { $0.texts("fields") }
            waiting += within.reversed()
        }
        return found
    }

    /// Returns the number of shown errors of a form's visible fields.
    static func errorCount(_ node: Node) -> Int {
        let fields = node.state.object("fields")
        let paths = paths(in: node.state.objects("sections").flatMap { $0.texts("fields") }, fields)
        return paths.reduce(0) { count, path in
            let field = fields.object(path)
            guard isVisible(field), field.isTrue("showMessages") else { return count }
            return count + field.objects("messages").count { $0.text("severity") != "warning" }
        }
    }

    private static func isVisible(_ field: JSONValue) -> Bool { field["visible"]?.boolValue != false }

    // MARK: Sections

    private mutating func add(_ section: JSONValue) {
        let paths = section.texts("fields").filter { fields[$0] != nil }
        guard paths.isEmpty || paths.contains(where: { fields[$0].map(Self.isVisible) == true }) else { return }
        if !blocks.isEmpty { blocks.append(.space()) }
        let (header, footer) = (section.text("header"), section.text("footer"))
        if !header.isEmpty { blocks.append(.prose(header, width: layout.width, interface.theme.title)) }
        add(paths, around: [])
        guard !footer.isEmpty else { return }
        blocks.append(.prose(footer, width: layout.width, indent: layout.label("/"), interface.theme.faint))
    }

    private mutating func add(_ paths: [String], within outer: String = "", around: [Binding]) {
        for path in paths where path.hasExactPrefix("\(outer)/") {
            guard let json = fields.value(path), Self.isVisible(json), seen.insert(path) else { continue }
            add(FormField(node, identity, interface, path, json, around: around))
        }
    }

    private mutating func add(_ field: FormField) {
        let first = blocks.count
        switch field.type {
        case "group":
            blocks += head(of: field)
            add(field.json.texts("fields"), within: field.path, around: field.around)
        case "repeated":
            blocks += head(of: field)
            add(RepeatedField(field))
        default: blocks += FieldRow(field, layout).blocks
        }
        guard field.hasErrors else { return }
        erroneous.append(blocks[first...].flatMap(\.targets).first ?? field.id)
    }

    /// Returns the blocks of the label, the messages and the conflict of a field that contains other fields.
    private func head(of field: FormField) -> [Block] {
        let x = layout.label(field.path)
        let width = max(1, layout.width - x)
        let label = TextFlow.lines(of: field.label + field.mark, width: width)
        let inner = x + FormLayout.indent
        let notes = FieldNotes(field, width: layout.width - inner)
        let conflict = FieldConflict(field, width: layout.width - inner)
        let head = Block(height: label.count + notes.height) { [layout] painter, area in
            FieldLabel.draw(&painter, label, of: field, at: Point(area.minX + x, area.minY))
            let below = Rect(area.minX + inner, area.minY, layout.width - inner, area.height).inset(top: label.count)
            notes.draw(&painter, in: below)
        }
        return [head] + (conflict.map { [$0.block(at: inner, width: layout.width - inner)] } ?? [])
    }

    // MARK: Items

    private mutating func add(_ field: RepeatedField) {
        repeated.append(field)
        for (index, item) in field.field.json.objects("items").enumerated() {
            let id = item.text("id")
            let around = field.bindings(item: id) + field.field.around
            let first = blocks.count
            add(item.texts("fields"), within: field.field.path, around: around)
            if first == blocks.count { blocks.append(.space()) }
            blocks[first] = numbered(blocks[first], index + 1, id, of: field)
        }
        blocks.append(field.buttons(layout))
    }

    /// Returns the first block of an item, with the number of the item drawn to its left.
    private func numbered(_ block: Block, _ number: Int, _ id: String, of field: RepeatedField) -> Block {
        let x = layout.label("\(field.path(of: id))/")
        return Block(height: block.height, targets: block.targets) { painter, area in
            let place = Rect(area.minX + x - 5, area.minY, 4, 1)
            let style = isSameText(field.current(painter.focus), id) ? painter.theme.title : painter.theme.faint
            block.draw(&painter, area)
            painter.line("\(number).", in: place, style, alignment: .trailing)
        }
    }
}
