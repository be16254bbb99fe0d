import FHJSON
import FHTerminalClient

/// A layer of the screen: the catalog, a feature, a question or a popup.
///
/// Layers are drawn over each other, and only the topmost one gets keys.
struct Layer {
    /// The content of a layer.
    enum Content {
        /// The features to open.
        case catalog
        /// A feature, in the style of its presentation.
        case feature(Question, Node, Style)
        /// A question without a feature.
        case question(Question)
        /// A popup of the interface, such as a menu.
        case popup(any Popup)
    }

    /// The presentation style of a feature, which determines its size.
    enum Style: String {
        case fullScreen, sheet, popover
    }

    /// A name that stays the same as long as the layer shows the same feature, question or popup.
    let key: String
    /// The content.
    let content: Content

    /// True if nothing below the layer can be seen.
    var isFullScreen: Bool {
        switch content {
        case .catalog: true
        case .feature(_, _, let style): style == .fullScreen
        case .question, .popup: false
        }
    }

    /// The identities of the layer's feature and, for a flow, of the features on top.
    var identities: [String] {
        guard case .feature(_, let node, _) = content else { return [] }
        var identities: [String] = []
        var shown: Node? = node
        while let node = shown {
            identities.append(node.identity)
            shown = node.top
        }
        return identities
    }

    /// Makes a layer.
    init(key: String, content: Content) {
        self.key = key
        self.content = content
    }

    /// Returns the layers that show an instance, the lowest first.
    ///
    /// - Parameter leave: the function of the escape key in the lowest layer; nil for none.
    static func all(of root: Node, leave: (() -> Void)?) -> [Layer] {
        let lowest = Question(title: "", leave: leave, node: root)
        let layers = [Layer(key: "instance \(root.snapshot.instance)", content: .feature(lowest, root, .fullScreen))]
        return layers + Overlay.all(over: root).map(Layer.init)
    }

    /// Makes the layer of a feature or a question over others.
    init(_ overlay: Overlay) {
        key = overlay.key
        if let node = overlay.question.node {
            content = .feature(overlay.question, node, Style(rawValue: overlay.style) ?? .sheet)
        } else {
            content = .question(overlay.question)
        }
    }
}

/// The state that the interface keeps for a layer as long as the layer is shown.
final class LayerState {
    let key: String
    /// The id of the target with the focus.
    var focus: String?
    /// True if the user expects the layer, so that the next key may be for it.
    let isExpected: Bool
    /// True if the user has pressed a key to enter a layer that was not expected, or has clicked in it.
    var isAnswered = false

    init(_ key: String, isExpected: Bool) {
        self.key = key
        self.isExpected = isExpected
    }

    /// True if keys go to the layer.
    var takesKeys: Bool { isExpected || isAnswered }
}

/// The layers of the screen, the lowest first.
struct LayerStack {
    /// A layer with its state.
    typealias Entry = (layer: Layer, state: LayerState)

    /// The layers with their states.
    private(set) var entries: [Entry] = []

    /// The topmost layer, which gets the keys; nil before the first frame.
    var top: Entry? { entries.last }

    /// Replaces the layers.
    ///
    /// From the lowest layer up, each new layer gets the state of the old one if their ``Layer/key`` is the same. From
    /// the first layer with another key on, layers get new states.
    ///
    /// - Parameter isExpected: returns true if the user expects a new layer.
    mutating func replace(by layers: [Layer], isExpected: (Layer) -> Bool) {
        let kept = zip(entries, layers).prefix { isSameText($0.state.key, $1.key) }.count
        entries = layers.enumerated().map { index, layer in
            let state = index < kept ? entries[index].state : LayerState(layer.key, isExpected: isExpected(layer))
            return (layer, state)
        }
    }
}
