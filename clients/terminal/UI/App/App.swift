public import FHJSON
public import FHTerminalClient
public import FHTerminalScreen

/// The features of a host on a screen: draws frames, and handles the events of the terminal.
///
/// It does no input or output, and has no clock: its owner passes on events, calls ``update()`` after the host's
/// messages, and shows the frames.
///
/// ```swift
/// let app = App(session, size: Size(80, 24), feature: "tasks", canvas: { Canvas($0) })
/// app.handle(.key(Key(.down)))
/// let frame = app.frame(on: screen.canvas())
/// ```
public final class App {
    /// The state that the parts of the screen share.
    public let interface: Interface
    /// The styles of the parts of the screen.
    public var theme: Theme {
        get { interface.theme }
        set {
            interface.theme = newValue
            isOutdated = true
        }
    }
    /// The keys of the actions.
    public var keymap: Keymap {
        get { interface.keymap }
        set {
            interface.keymap = newValue
            isOutdated = true
        }
    }
    /// The size of the screen.
    public var size: Size { didSet { if size != oldValue { isOutdated = true } } }
    /// The status with which the program ends; nil while it runs.
    public internal(set) var exitStatus: Int32?
    /// The message in the line above the keys; empty if there is none.
    public internal(set) var message = ""
    /// Called when the user switches between light and dark.
    public var toggleTheme: () -> Void {
        get { owner.toggleTheme }
        set { owner.toggleTheme = newValue }
    }
    /// Leaves the shown feature; nil to return to the catalog.
    public var leave: (() -> Void)? {
        get { owner.leave }
        set { owner.leave = newValue }
    }
    /// The time in milliseconds for which keys are refused after the screen has changed by itself; see ``ChangeGuard``.
    public var pauseMs: Int {
        get { changeGuard.pauseMs }
        set { changeGuard.pauseMs = newValue }
    }

    /// The name of the shown instance; nil while the catalog is shown.
    var instance: String?
    /// The functions that the owner of this object provides.
    var owner: OwnerFunctions
    /// The decisions of the user about the program and the host.
    let decisions: UserDecisions
    var queue = KeyQueue()
    var changeGuard = ChangeGuard()
    /// The layers of the screen.
    var stack = LayerStack()
    /// The last frame.
    private(set) var drawn = DrawnFrame()
    /// True if something other than a message of the host has changed since the last frame.
    var isOutdated = true

    var session: Session { interface.session }
    var now: Int { interface.now() }

    /// Creates the program over a host.
    ///
    /// - Parameters:
    ///   - feature: the feature to show at first; nil for the catalog.
    ///   - canvas: makes a canvas of a size, for frames that are not shown and only determine the meaning of keys.
    public init(
        _ session: Session, size: Size, feature: String? = nil, canvas: @escaping (Size) -> Canvas
    ) {
        interface = Interface(session)
        decisions = UserDecisions(session)
        self.size = size
        owner = OwnerFunctions(canvas: canvas)
        session.say = { [unowned self] text in
            message = text
            isOutdated = true
        }
        setUpDecisions()
        interface.needsFrame = { [unowned self] in isOutdated = true }
        interface.moveFocus = { [unowned self] by in
            if stack.top?.state.takesKeys == true { moveFocus(by: by) }
        }
        if let feature { open(feature) }
    }

    // MARK: Events

    /// Handles an event of the terminal.
    public func handle(_ event: InputEvent) {
        switch event {
        case .key(.control("c")):
            // As in every terminal, ctrl+c acts at once, and waiting keys that were typed before it are dropped.
            queue.clear()
            queue.isCommanded = true
            quit()
        case .key, .paste:
            guard !changeGuard.refuses(now: now) else {
                return interface.say("The screen has just changed by itself. Look at it, and type again.")
            }
            queue.append(event)
            handleKeys()
        case .mouse(let event):
            if event.kind == .press { queue.isCommanded = true }
            refresh()
            if drawn.scene.click(event) { isOutdated = true }
        case .background, .synchronization, .cursor: break
        }
    }

    /// Handles the host's messages and the waiting keys; called after a message and at the ``deadline``.
    ///
    /// - Returns: true if a frame has to be drawn and shown.
    public func update() -> Bool {
        session.receive()
        if let time = interface.wakeTime, time <= now { isOutdated = true }
        handleKeys()
        return !drawn.isShown || isBehind
    }

    /// True if the last frame does not show the newest state.
    private var isBehind: Bool { isOutdated || drawn.changes != session.changes }

    /// The time in milliseconds at which ``update()`` has to be called even without a message of the host; nil for
    /// none.
    public var deadline: Int? { [queue.deadline, interface.wakeTime].compactMap { $0 }.min() }

    /// True if all keys are handled, all requests are answered and everything is drawn.
    public var isUpToDate: Bool {
        queue.isEmpty && !session.isWaiting && drawn.isShown && !isBehind
    }

    private func handleKeys() {
        while exitStatus == nil, !queue.isEmpty {
            refresh()
            let event = queue.next(isWaiting: session.isWaiting, now: now, isCommand: isCommand)
            guard let event else { return }
            act(on: event)
            session.receive()
        }
    }

    // MARK: Frames

    /// Draws the newest state on an empty canvas, and returns the frame to show.
    public func frame(on canvas: Canvas) -> Canvas {
        drawn.isShown = true
        return draw(on: canvas)
    }

    private func draw(on canvas: Canvas) -> Canvas {
        interface.memory.beginFrame()
        var painter = drawOnce(canvas)
        // Drawing may move the focus or close a popup. The number of attempts is limited, because a faulty view could
        // change something each time.
        for _ in 0..<4 where isOutdated { painter = drawOnce(canvas) }
        isOutdated = false
        return painter.canvas
    }

    private func drawOnce(_ canvas: Canvas) -> Painter {
        isOutdated = false
        drawn.changes = session.changes
        interface.wakeTime = nil
        updateLayers()
        let painter = drawLayers(canvas)
        if let wanted = painter.scene.wantedFocus, stack.top?.state.takesKeys == true,
            painter.scene.target(wanted.id) != nil
        {
            wanted.granted()
            setFocus(wanted.id, in: painter.scene)
        } else if let first = missingFocus(painter.scene) {
            setFocus(first, in: painter.scene)
        }
        drawn.scene = painter.scene
        drawn.tools = painter.tools
        return painter
    }

    /// Draws the newest state without showing it, so that the next key acts on it, or so that requests of the views
    /// are sent although no frame can be shown yet.
    public func refresh() {
        guard isBehind else { return }
        _ = draw(on: owner.canvas(size))
        drawn.isShown = false
    }

    private func drawLayers(_ canvas: Canvas) -> Painter {
        var painter = Painter(
            canvas, theme: theme, memory: interface.memory, focus: stack.top?.state.focus,
            focusing: { [unowned self] id in setFocus(id, in: drawn.scene) })
        let lowest = stack.entries.lastIndex { $0.layer.isFullScreen } ?? 0
        for (index, entry) in stack.entries.enumerated().dropFirst(lowest) {
            if index > lowest { painter.cover() }
            let isTop = index == stack.entries.count - 1
            draw(entry.layer, entry.state, isTop: isTop, &painter)
        }
        return painter
    }

    /// Returns the id of the target that gets the focus if no target has it; nil if a target has it.
    private func missingFocus(_ scene: Scene) -> String? {
        guard let top = stack.top, top.state.takesKeys, scene.target(top.state.focus) == nil else { return nil }
        let wanted = top.layer.firstFocus(interface)
        return scene.target(wanted)?.id ?? scene.targets.first?.id
    }

    /// Moves the focus, and notifies the targets that lose and get it.
    func setFocus(_ id: String, in scene: Scene) {
        guard let top = stack.top?.state, !isSameText(top.focus, id) else { return }
        let old = scene.target(top.focus)
        top.focus = id
        top.isAnswered = true
        isOutdated = true
        old?.focusChanged(false)
        scene.target(id)?.focusChanged(true)
    }

    // MARK: Features

    /// Opens a feature and shows it.
    ///
    /// - Parameter params: the opening params; with params, the feature is opened even if an instance of it is open.
    public func open(_ feature: String, _ params: JSONValue? = nil) {
        interface.say("")
        session.open(feature, params) { [unowned self] name in
            instance = name ?? instance
            isOutdated = true
        }
    }

    /// Shows an instance as soon as its first snapshot has arrived.
    public func show(_ instance: String) {
        self.instance = instance
        isOutdated = true
    }

    /// Returns to the catalog; the feature stays open.
    func showCatalog() {
        instance = nil
        isOutdated = true
    }

    /// Ends the program, or asks first if changes would be lost; a second call ends it without an answer.
    func quit() {
        if decisions.asksToQuit || !session.hasUnsavedChanges {
            exitStatus = 0
        } else {
            decisions.asksToQuit = true
            interface.closePopups()
            isOutdated = true
        }
    }
}

/// The parts of the last frame that later events need.
struct DrawnFrame {
    /// The targets, clicks and keys of the frame.
    var scene = Scene()
    /// The buttons of toolbars, the first of which has the key 1.
    var tools: [Button] = []
    /// ``Session/changes`` at the time of the frame; -1 before the first frame.
    var changes = -1
    /// True if the frame is shown; false if it was drawn only to determine the meaning of a key.
    var isShown = false
}
