import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension App {
    /// Replaces the layers by those of the newest state, and closes the popups if the layers below them change.
    ///
    /// If another layer is on top, and not because of the user's own operation, typed keys are refused until the user
    /// pauses.
    func updateLayers() {
        let before = stack.top?.layer
        let below = lowerLayers()
        // A popup belongs to the layers below it, and is closed if they change.
        let former = stack.entries.map(\.layer).filter(\.isOfHost)
        if !isSameText(below.map(\.key), former.map(\.key)) { interface.closePopups() }
        stack.replace(by: below + upperLayers(), isExpected: isExpected)
        guard let before, let top = stack.top else { return }
        let isOther = !isSameText(before.key, top.layer.key) || !isSameText(before.identities, top.layer.identities)
        // A question that was not expected gets no keys until the user enters it, so it needs no pause.
        if isOther, !isOwn, top.state.takesKeys {
            changeGuard.begin(now: now)
            queue.clear()
        }
    }

    /// The layers below the popups.
    private func lowerLayers() -> [Layer] {
        var layers = [Layer(key: "catalog", content: .catalog)]
        if let instance, let root = session.node(instance) {
            layers += Layer.all(of: root) { [unowned self] in (leave ?? showCatalog)() }
        }
        return layers + [hostLayer].compactMap { $0 }
    }

    private func upperLayers() -> [Layer] {
        [decisions.quitting].compactMap { $0 }.map(Layer.init)
            + interface.popups.map { Layer(key: "popup \(ObjectIdentifier($0))", content: .popup($0)) }
    }

    /// Returns true if the user expects a layer, so that it may get the next key.
    ///
    /// A question is not expected while the user is typing or moving, or if another client has caused it.
    private func isExpected(_ layer: Layer) -> Bool {
        switch layer.content {
        case .catalog, .popup, .feature: true
        case .question: UserDecisions.isExpected(layer.key) ?? isOwn
        }
    }

    /// True if the newest snapshot follows from the user's last command, and not from another client.
    private var isOwn: Bool {
        let isOfPeer = instance.flatMap(session.node)?.snapshot.isOfPeer == true
        return queue.isCommanded && !isOfPeer
    }

    // MARK: Drawing

    /// The number of rows for a popup or a question over a feature that needs fewer rows.
    private static let popupHeight = 12

    /// Returns the number of rows that the shown layers need at a width.
    public func wantedHeight(width: Int) -> Int {
        updateLayers()
        let heights = stack.entries.map(\.layer).map { layer in
            guard case .feature(let question, let node, _) = layer.content else {
                return layer.key == "catalog" ? 0 : Self.popupHeight
            }
            // The title with its rule, the keys, and the buttons of a presentation.
            let frame = 3 + (question.choices.isEmpty ? 0 : 2)
            return frame + (Pane(node, interface).height(width: width) ?? Self.popupHeight)
        }
        return heights.max() ?? 0
    }

    /// Draws a layer over the layers below it.
    func draw(_ layer: Layer, _ state: LayerState, isTop: Bool, _ painter: inout Painter) {
        let bounds = painter.canvas.bounds
        let said = message.isEmpty || !isTop ? [] : TextFlow.lines(of: message, width: bounds.width - 2).prefix(3)
        let node = isTop ? layer.node : nil
        let work = node.flatMap { WorkLine($0, interface) }
        let notice = node.flatMap { NoticeLine($0, interface) }
        let lineCount = said.count + (notice == nil ? 0 : 1) + (work == nil ? 0 : 1)
        let (body, foot) = bounds.splitBottom(1 + min(lineCount, max(0, bounds.height - 4)))
        if !layer.isFullScreen { painter.restyle(bounds) { $0.adding(.dim) } }
        switch layer.content {
        case .catalog: CatalogView(self).draw(&painter, in: body)
        case .feature(let question, let node, let style):
            FeatureLayer(question, node, style, interface).draw(&painter, in: body)
        case .question(let question): painter.question(question, in: body, key: layer.key, state)
        case .popup(let popup): popup.draw(&painter, in: body)
        }
        guard isTop else { return }
        painter.fill(foot, painter.theme.text)
        let (lines, keys) = foot.inset(left: 1, right: 1).splitBottom(1)
        for (row, line) in said.prefix(lines.height).enumerated() {
            painter.put(line, at: Point(lines.minX, lines.minY + row), painter.theme.warning, in: lines)
        }
        var rest = Rect(lines.minX, lines.minY + said.count, lines.width, max(0, lines.height - said.count))
        if let notice, rest.height > 0 {
            notice.draw(&painter, in: rest.splitTop(1).0)
            rest = rest.inset(top: 1)
        }
        if let work, rest.height > 0 { work.draw(&painter, in: rest.splitTop(1).0) }
        let isSlow = interface.isLasting(session.isWaiting, "host")
        if isSlow { painter.line(interface.spinner, in: keys, painter.theme.accent, alignment: .trailing) }
        KeyLine(keyGroups(of: layer, state, painter.scene, painter.tools))
            .draw(&painter, in: keys.inset(right: isSlow ? 2 : 0))
    }
}

extension Layer {
    /// The shown feature; nil for the catalog, a question or a popup.
    var node: Node? {
        if case .feature(_, let node, _) = content { node } else { nil }
    }

    /// True for all layers except popups and the question before quitting, which the interface itself opens.
    var isOfHost: Bool { !isPopup && key != UserDecisions.quitKey }

    /// True if the layer is a popup.
    var isPopup: Bool {
        if case .popup = content { return true }
        return false
    }

    /// The title of the shown feature, for the help; empty for a question or a popup.
    var title: String {
        switch content {
        case .catalog: "Features"
        case .feature(let question, let node, _):
            question.title.isEmpty ? node.top?.title ?? node.title : question.title
        case .question, .popup: ""
        }
    }

    /// Returns the id of the target that has the focus at first; nil for the layer's first target.
    func firstFocus(_ interface: Interface) -> String? {
        switch content {
        case .catalog: "catalog"
        case .feature(_, let node, _): Pane(node, interface).firstFocus
        case .question(let question): question.firstFocus
        case .popup: nil
        }
    }
}
