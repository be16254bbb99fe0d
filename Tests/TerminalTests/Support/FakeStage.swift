import FHTerminalClient
import FHTerminalScreen
import Testing

@testable import FHTerminalProgram
@testable import FHTerminalUI

/// The user interface over a fake host whose feature `it` is open, with a clock that the test moves.
final class FakeStage {
    private(set) var host: FakeHost
    /// The number of hosts that were started.
    private(set) var hostCount = 1
    let app: App
    /// The time in milliseconds.
    var now = 100_000
    private var canvas: Canvas

    /// - Parameters:
    ///   - actions: the names of the actions that the feature has.
    ///   - members: further members of the snapshot.
    ///   - others: further features of the catalog.
    ///   - host: further members of the answer of each host to `initialize`.
    init(
        _ kind: String, _ state: JSON, _ actions: [String], _ members: JSON = [:],
        others: [JSON] = [], host answer: JSON = [:], size: Size = Size(80, 24)
    ) {
        let feature: JSON = [
            "id": "it", "kind": JSON(kind), "title": "It", "actions": JSON(actions), "state": state,
        ]
        let features = [feature.merging(members)] + others
        host = FakeHost(features, members: answer)
        canvas = Canvas(size)
        app = App(Session(host), size: size, feature: "it") { Canvas($0) }
        app.interface.now = { [unowned self] in now }
        app.interface.isAnimated = false
        // A test presses keys without pauses, so no pause is required after a change.
        app.pauseMs = 0
        app.reconnect = { [unowned self] in
            hostCount += 1
            host = FakeHost(features, members: answer)
            app.interface.session.replace(connection: host)
        }
        settle()
    }

    /// Draws until nothing changes, without waiting for the answers to actions.
    func settle() {
        for _ in 0..<100 where app.update() { canvas = app.frame(on: Canvas(app.size)) }
        #expect(!app.update(), "the screen does not settle")
    }

    // MARK: The user

    /// Presses keys, and draws the effects of each key before the next one.
    func press(_ names: String...) {
        for name in names { tap(name) }
    }

    /// Presses keys, and draws only after the last one.
    func burst(_ names: String...) {
        for name in names { handle(name) }
        settle()
    }

    func type(_ text: String) {
        for character in text {
            app.handle(.key(.character(character)))
            settle()
        }
    }

    private func tap(_ name: String) {
        handle(name)
        settle()
    }

    private func handle(_ name: String) {
        guard let key = PlayedKeys.key(name) else {
            Issue.record("there is no key \(name)")
            return
        }
        app.handle(.key(key))
    }

    func paste(_ text: String) {
        app.handle(.paste(text))
        settle()
    }

    /// Clicks the first place that shows a text.
    func click(_ text: String, times: Int = 1) {
        for (y, line) in lines.enumerated() {
            guard let place = line.firstRange(of: text) else { continue }
            let point = Point(TextWidth.columns(of: line[..<place.lowerBound]), y)
            for _ in 0..<times {
                app.handle(.mouse(MouseEvent(.press, at: point)))
                app.handle(.mouse(MouseEvent(.release, at: point)))
                settle()
            }
            return
        }
        Issue.record("the screen does not show \(text):\n\(screen)")
    }

    func wheel(_ kind: MouseEvent.Kind, at point: Point = Point(10, 10)) {
        app.handle(.mouse(MouseEvent(kind, at: point)))
        settle()
    }

    func resize(_ width: Int, _ height: Int) {
        app.size = Size(width, height)
        settle()
    }

    // MARK: The screen

    var lines: [String] { (0..<canvas.size.height).map(canvas.text(ofRow:)) }
    var screen: String { lines.joined(separator: "\n") }

    func shows(_ text: String) -> Bool { screen.contains(text) }

    /// Returns the style of the first character of a text on the screen.
    func style(of text: String) -> Style? {
        for (y, line) in lines.enumerated() {
            guard let place = line.firstRange(of: text) else { continue }
            return canvas.style(at: Point(TextWidth.columns(of: line[..<place.lowerBound]), y))
        }
        return nil
    }

    var cursor: Point? { canvas.cursor }

    // MARK: The host

    /// Makes the host send a snapshot with changed members.
    func change(_ patch: JSON) {
        host.show(patch)
        settle()
    }

    func release() {
        host.release()
        settle()
    }

    func die() {
        host.die()
        app.interface.needsFrame()
        settle()
    }

    func sent(but: Set<String> = ["focus", "blur", "setWindow"]) -> [String] { host.sent(but: but) }
}
