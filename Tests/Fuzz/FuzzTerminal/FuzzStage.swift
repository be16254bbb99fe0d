import FHEventLoop
import FHJSON
import FHTerminalClient
import FHTerminalScreen
import SystemPackage

@testable import FHTerminalProgram
@testable import FHTerminalUI

/// The user interface on a model of a terminal, which plays the steps of an input.
///
/// It does what `TerminalRunner` does for a terminal of the system, with a clock that only steps move.
final class FuzzStage {
    /// The largest number of turns of the loop in which everything has to settle.
    private static let mostTurns = 20_000
    /// The time in milliseconds after which `KeyInput` takes the beginning of a sequence for keys.
    private static let escapeMs = 25
    /// The limit of a wait for features that wait for the clock; the virtual clock answers at once.
    private static let settlingMs = 1_000

    private let loop: PollLoop
    private var connections: [MortalConnection]
    private let app: App
    private let output: FuzzOutput
    private var decoder = InputDecoder(hasAltKeys: true)
    private var theme = ThemeChoice(.direct, hint: nil)
    /// The time in milliseconds.
    private var now = 100_000
    private var steps: ArraySlice<InputScript.Step>
    private var settling: Settling?
    private var turns = 0
    /// True if a mouse was used, which may scroll the active row out of view.
    private var hasMouse = false
    private var isEnding = false

    init(_ script: InputScript) {
        do throws(Errno) {
            loop = try PollLoop()
        } catch {
            fatalError("there is no loop: \(error)")
        }
        connections = [MortalConnection(FuzzHost.connect(on: loop))]
        let features = FuzzHost.features
        let feature = script.feature == 0 ? nil : features[script.feature % features.count]
        app = App(Session(connections[0]), size: script.size, feature: feature) { Canvas($0) }
        output = FuzzOutput(script.size, isSynchronized: script.isSynchronized)
        steps = (script.steps + [.settle])[...]
        decoder.expectsCursor = true
        prepare(acceptsAllKeys: script.acceptsAllKeys)
    }

    private func prepare(acceptsAllKeys: Bool) {
        if acceptsAllKeys { app.pauseMs = 0 }
        app.theme = theme.theme
        app.interface.now = { [unowned self] in now }
        app.interface.terminal.copy = { [output] in
            output.write(TerminalRequests.copy($0))
            return true
        }
        app.interface.terminal.edit = { .saved($0 + "\nedited") }
        app.toggleTheme = { [unowned self] in
            theme.toggle()
            app.theme = theme.theme
        }
        app.reconnect = { [unowned self] in
            connections.append(MortalConnection(FuzzHost.connect(on: loop)))
            app.interface.session.replace(connection: connections[connections.count - 1])
        }
    }

    /// Plays the steps.
    func play() {
        loop.beforePoll { [unowned self] in finishTurn() }
        loop.run()
        for connection in connections { connection.release() }
        breakCycles()
    }

    /// Drops unanswered requests and open popups, which refer to the user interface as long as they are there.
    private func breakCycles() {
        for connection in connections { connection.isEnded = true }
        app.interface.session.receive()
        app.interface.closePopups()
    }

    // MARK: Turns

    private func finishTurn() {
        if isEnding { return }
        if update() { draw() }
        if app.exitStatus != nil { return end() }
        if settling != nil {
            turns += 1
            require(turns < Self.mostTurns, "it has not settled in \(turns) turns")
            if settling?.goOn() != true { return }
            settling = nil
            checkSettled()
        }
        guard let step = steps.popFirst() else { return quit() }
        perform(step)
        if update() { draw() }
        loop.post {}
    }

    private func update() -> Bool { app.update() || output.isStale }

    private func draw() { output.show(app.frame(on: output.canvas()), size: app.size) }

    private func perform(_ step: InputScript.Step) {
        switch step {
        case .send(let bytes): for event in decoder.decode(bytes) { handle(event) }
        case .resize(let size):
            output.resize(to: size)
            app.size = size
        case .pass(let milliseconds): pass(milliseconds)
        case .settle:
            turns = 0
            settling = Settling(app, timeoutMs: Self.settlingMs)
        case .endHost:
            connections.last?.isEnded = true
            connections.last?.close {}
            app.interface.needsFrame()
        }
    }

    private func pass(_ milliseconds: Int) {
        now += milliseconds
        if milliseconds >= Self.escapeMs, decoder.isIncomplete {
            for event in decoder.flush() { handle(event) }
        }
        let params = Params { $0.field("ms", milliseconds) }
        app.interface.session.request("clock/advance", params, isAwaited: false) { _ in }
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .background(let red, let green, let blue):
            theme.update(red: red, green: green, blue: blue)
            app.theme = theme.theme
        case .synchronization(let isSynchronized): output.isSynchronized = isSynchronized
        case .cursor: decoder.expectsCursor = false
        case .key(.control("z")): output.suspend()
        case .mouse:
            hasMouse = true
            app.handle(event)
        case .key, .paste: app.handle(event)
        }
    }

    // MARK: The end

    /// Ends the program as a user does who loses unsaved changes.
    private func quit() {
        for _ in 0..<2 where app.exitStatus == nil { handle(.key(.control("c"))) }
        require(app.exitStatus == 0, "ctrl+c has not ended it")
        end()
    }

    private func end() {
        isEnding = true
        for connection in connections { connection.close { [unowned self] in stop() } }
        stop()
    }

    private func stop() { if connections.allSatisfy(\.isClosed) { loop.stop() } }

    // MARK: Checks

    private func checkSettled() {
        // A view may want another frame at once, but not in each frame.
        for _ in 0..<10 where app.update() || (app.deadline ?? .max) <= now { draw() }
        require(!app.update() && (app.deadline ?? .max) > now, "it wants a frame again and again")
        require(app.interface.session.end != nil || app.isUpToDate, "it waits although everything has settled")
        if !hasMouse { checkActiveRow() }
    }

    /// Checks that the frame shows the active row of a list that has the focus and some lines.
    private func checkActiveRow() {
        guard let (layer, state) = app.stack.top, case .feature(_, var node, _) = layer.content else { return }
        while let top = node.top { node = top }
        guard node.kind == "list", state.focus == "rows \(node.identity)", let active = node.state["activeId"],
            node.state.objects("items").contains(where: { $0["id"] == active })
        else { return }
        // Below the headings, there is a line for the title of a section and one for a row.
        guard let area = app.drawn.scene.target(state.focus)?.area, area.height >= 3, area.width >= 20 else { return }
        require(
            output.rows.contains { row in row.first { !" │".contains($0) } == "›" },
            "the active row is not in view:\n\(output.rows.joined(separator: "\n"))")
    }
}

/// A connection whose host can be ended.
private final class MortalConnection: HostConnection {
    private let base: LocalConnection
    /// True if the host has ended for the user interface.
    var isEnded = false
    /// True if the host has ended its session.
    private(set) var isClosed = false

    init(_ base: LocalConnection) { self.base = base }

    var end: String? { isEnded ? "an input has ended it" : base.end }

    func send(_ message: JSONText) { if !isEnded { base.send(message) } }

    func receive() -> [JSONValue] { isEnded ? [] : base.receive() }

    func close(_ closed: @escaping () -> Void) {
        base.close { [unowned self] in
            isClosed = true
            closed()
        }
    }

    func release() { base.release() }
}
