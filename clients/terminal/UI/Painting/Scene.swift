import FHJSON
import FHTerminalScreen

/// A place that can have the focus.
public struct Target {
    /// A name that is the same in each frame.
    public let id: String
    /// The cells of the place.
    public let area: Rect
    /// The keys of the place, which take precedence over the keys of the features around it.
    public let bindings: [Binding]
    /// The text that typed keys change; nil if nothing is typed here.
    public let editor: TextEditor?
    /// Called after the user has changed the text.
    public let edited: () -> Void
    /// Handles a character that is typed at a place without a text, if no binding has the character.
    ///
    /// Nil if nothing can be typed here.
    public let typed: ((Character) -> Void)?
    /// Called with true after the target has got the focus, and with false after it has lost the focus.
    public let focusChanged: (Bool) -> Void
    /// The keys of the features around the place, the innermost first.
    ///
    /// Set by the painter.
    fileprivate(set) var around: [[Binding]] = []

    /// Makes a target.
    public init(
        _ id: String, _ area: Rect, _ bindings: [Binding] = [], editor: TextEditor? = nil,
        edited: @escaping () -> Void = {}, typed: ((Character) -> Void)? = nil,
        focusChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.id = id
        self.area = area
        self.bindings = bindings
        self.editor = editor
        self.edited = edited
        self.typed = typed
        self.focusChanged = focusChanged
    }

    /// The bindings of the features around the place, the innermost first.
    var outerBindings: [Binding] { around.flatMap { $0 } }
}

/// The targets, clicks and keys of a drawn frame.
public struct Scene {
    /// The places that can have the focus, in the order of the tab key.
    public private(set) var targets: [Target] = []
    /// The keys of all scopes, the innermost first, which act if no target has the focus.
    public private(set) var untargeted: [Binding] = []
    /// The focusable buttons (``Button/isFocusable``), including the buttons that can't be pressed now.
    private(set) var buttons: [Button] = []
    private var clicks: [(area: Rect, act: (MouseEvent) -> Void)] = []
    private var wheels: [(area: Rect, act: (Int) -> Void)] = []
    private var open: [[Binding]] = []
    /// The target for which the focus was requested, and the function to call when it gets the focus; nil for none.
    private(set) var wantedFocus: (id: String, granted: () -> Void)?

    /// Creates an empty scene.
    public init() {}

    /// Returns a target by its id; nil if it is not there.
    public func target(_ id: String?) -> Target? { id.flatMap { id in targets.first { isSameText($0.id, id) } } }

    mutating func add(_ target: Target) {
        var target = target
        target.around = open.reversed()
        targets.append(target)
    }

    mutating func add(_ button: Button) { buttons.append(button) }

    mutating func addClick(_ area: Rect, _ act: @escaping (MouseEvent) -> Void) { clicks.append((area, act)) }

    mutating func addWheel(_ area: Rect, _ act: @escaping (Int) -> Void) { wheels.append((area, act)) }

    mutating func wantFocus(_ id: String, granted: @escaping () -> Void) { wantedFocus = (id, granted) }

    mutating func begin(_ bindings: [Binding]) { open.append(bindings) }

    mutating func end() {
        if let bindings = open.popLast() { untargeted += bindings }
    }

    /// Handles a mouse event by the handler that was recorded last for its cell.
    ///
    /// - Returns: false if no handler was recorded for the cell.
    func click(_ event: MouseEvent) -> Bool {
        if event.kind == .wheelUp || event.kind == .wheelDown {
            guard let found = wheels.last(where: { $0.area.contains(event.point) }) else { return false }
            found.act(event.kind == .wheelUp ? -3 : 3)
            return true
        }
        guard let found = clicks.last(where: { $0.area.contains(event.point) }) else { return false }
        found.act(event)
        return true
    }
}
