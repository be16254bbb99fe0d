import FHJSON
public import FHTerminalClient
public import FHTerminalScreen

/// Draws the features of a kind.
///
/// A view is made for each frame. State that it keeps is in ``Interface/memory``, under the identity of the node.
public protocol FeatureView {
    /// Makes the view of a node.
    init(_ node: Node, _ interface: Interface)

    /// The titles from the outermost feature to the shown one.
    var crumbs: [String] { get }
    /// Information about the feature, such as the number of rows.
    var info: String { get }
    /// The function of the escape key within the feature; nil if the key leaves the feature.
    var wayBack: (() -> Void)? { get }
    /// The id of the target that has the focus at first; nil if there is none.
    var firstFocus: String? { get }
    /// True if the view itself handles the key that finishes a feature, `ctrl+s`, which otherwise presses a toolbar
    /// button.
    var isFinishedByKey: Bool { get }

    /// The number of rows at the top that stay while an error fills the rest of the view.
    var heightBesideError: Int { get }
    /// Returns the number of rows that the view needs at a width; nil if it fills any number of rows.
    func height(width: Int) -> Int?
    /// Draws the view, with its keys as a scope.
    func draw(_ painter: inout Painter, in area: Rect)
}

extension FeatureView {
    /// No information.
    public var info: String { "" }
    /// No function of the escape key within the feature.
    public var wayBack: (() -> Void)? { nil }
    /// No target.
    public var firstFocus: String? { nil }
    /// False: the key that finishes a feature presses a toolbar button.
    public var isFinishedByKey: Bool { false }
    /// No rows: an error fills the whole view.
    public var heightBesideError: Int { 0 }
    /// Nil: the view fills any number of rows.
    public func height(width: Int) -> Int? { nil }
}

extension Node {
    /// Returns the view of the feature.
    ///
    /// A feature of an unknown kind is drawn as its state.
    public func view(_ interface: Interface) -> any FeatureView {
        let own: any FeatureView =
            switch kind {
            case "list": ListView(self, interface)
            case "search": SearchView(self, interface)
            case "form": FormView(self, interface)
            case "flow": FlowView(self, interface)
            case "text": TextView(self, interface)
            case "view": LayoutView(self, interface)
            default: PlainView(self, interface)
            }
        return arrangement.map { PanesView(self, interface, arrangement: $0, own: own) } ?? own
    }
}

/// Draws a feature of a kind that the terminal does not know: its state as text.
private struct PlainView: FeatureView {
    private let node: Node

    init(_ node: Node, _ interface: Interface) { self.node = node }

    var crumbs: [String] { [node.title] }
    var firstFocus: String? { id }
    private var id: String { "state \(node.identity)" }

    func draw(_ painter: inout Painter, in area: Rect) {
        let inner = area.inset(left: 2, top: 1, right: 2)
        let blocks = node.state.members.map { key, value in
            Block.prose("\(key): \(value.stringValue ?? JSONText(value).description)", width: inner.width)
        }
        painter.add(Target(id, inner, painter.scrolling(inner, id: id)))
        painter.column(blocks, in: inner, id: id)
    }
}
