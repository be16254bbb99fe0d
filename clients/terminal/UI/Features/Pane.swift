import FHTerminalClient
import FHTerminalScreen

/// A feature with its view, its errors and its toolbar.
struct Pane {
    private let node: Node
    private let interface: Interface
    private let view: any FeatureView

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        view = node.view(interface)
    }

    var crumbs: [String] { view.crumbs }
    var info: String { view.info }
    var wayBack: (() -> Void)? { view.wayBack }
    var isFinishedByKey: Bool { view.isFinishedByKey }
    /// The id of the target that has the focus at first.
    var firstFocus: String? {
        node.errors("fullScreen").isEmpty || view.heightBesideError > 0 ? view.firstFocus : nil
    }

    // MARK: Drawing

    /// Returns the number of rows that the pane needs at a width; nil if it fills any number of rows.
    func height(width: Int) -> Int? {
        let problems = Problems(node, "fullScreen")
        let body = problems.isEmpty ? view.height(width: width) : problems.blocks(width: min(60, width - 2)).height
        guard let body else { return nil }
        return body + banners(width: width - 2).height + inline(width: width - 2).height
            + toolbarHeight(width: width - 2)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        painter.scope(finishing) { painter in drawParts(&painter, in: area) }
    }

    /// The key that finishes the feature, which is tried after the keys of the view.
    ///
    /// It presses the confirmation button of the innermost feature that contains the focus. If the view itself handles
    /// the key, this binding has no effect: it keeps the key from finishing an outer feature while the view can't
    /// finish.
    private var finishing: [Binding] {
        if view.isFinishedByKey { return [Binding(.finish, "", .hidden, unless: "") {}] }
        return tools.first { $0.role == "confirmation" }.map { tool in
            [Binding(.finish, "Finish", unless: tool.reason, act: tool.press)]
        } ?? []
    }

    private func drawParts(_ painter: inout Painter, in area: Rect) {
        let banners = banners(width: area.width - 2)
        let inline = inline(width: area.width - 2)
        let (top, rest) = area.splitTop(min(banners.height, max(1, area.height / 2)))
        let below = toolbarHeight(width: area.width - 2)
        let (middle, bottom) = rest.splitBottom(below)
        let (body, notes) = middle.splitBottom(min(inline.height, middle.height / 2))
        painter.column(banners, in: top.inset(left: 1, right: 1), id: "\(node.identity) banners")
        let fullScreen = Problems(node, "fullScreen")
        let count = painter.scene.targets.count
        if fullScreen.isEmpty {
            view.draw(&painter, in: body)
        } else {
            let (head, body) = body.splitTop(view.heightBesideError)
            if !head.isEmpty { view.draw(&painter, in: head) }
            let width = min(60, body.width - 2)
            let blocks = fullScreen.blocks(width: width)
            let height = min(body.height, blocks.height)
            let place = Rect(
                body.minX + (body.width - width) / 2, body.minY + (body.height - height) / 2, width, height)
            painter.column(blocks, in: place, id: "\(node.identity) problems")
        }
        painter.column(inline, in: notes.inset(left: 1, right: 1), id: "\(node.identity) inline")
        if below > 0 {
            let hasFocus = painter.scene.targets.dropFirst(count).contains { painter.hasFocus($0.id) }
            let place = bottom.inset(left: 1, top: below - rowCount(width: area.width - 2), right: 1)
            painter.toolbar(tools, in: place, hasFocus: hasFocus)
        }
    }

    /// Returns the blocks above the view: the reason why the feature's row can't be changed, and errors.
    private func banners(width: Int) -> [Block] {
        let reason = node.readOnlyReason
        let said = reason.isEmpty ? [] : [Block.prose("! \(reason)", width: width, interface.theme.error)]
        return said + Problems(node, "banner").blocks(width: width)
    }

    private func inline(width: Int) -> [Block] { Problems(node, "inline").blocks(width: width) }

    // MARK: The toolbar

    /// The buttons of the toolbar.
    private var tools: [Button] {
        node.toolbar.enumerated().map { index, item in
            var button = Button(
                "tool \(node.identity) \(index)", item.title, role: item.role, key: item.key, unless: item.reason,
                isFocusable: false, press: item.send)
            button.description = item.description
            return button
        }
    }

    private func toolbarHeight(width: Int) -> Int {
        let rows = rowCount(width: width)
        // If the feature on top has a toolbar, there is already an empty row above that toolbar.
        let isBelowOther = node.top?.snapshot.json.objects("toolbar").isEmpty == false
        return rows == 0 || isBelowOther ? rows : rows + 1
    }

    private func rowCount(width: Int) -> Int {
        // Each button without a key gets a digit in front.
        let numbered = tools.enumerated().map { $1.key.isEmpty ? $1.withKey(String(min(9, $0 + 1))) : $1 }
        return tools.isEmpty ? 0 : Painter.rows(of: numbered, width: width).count
    }
}

extension [Block] {
    /// The number of rows of all blocks.
    var height: Int { reduce(0) { $0 + $1.height } }
}
