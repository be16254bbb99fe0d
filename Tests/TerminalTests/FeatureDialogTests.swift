import FHEventLoop
import FHJSON
import FHTerminalClient
import FHTerminalScreen
import FHTerminalUI
import Testing

@testable import FHTerminalProgram

/// A list as a dialog over a fake host: the row that is active at first.
@Suite struct FeatureDialogTests {
    private static func program(_ state: JSON) throws -> (Program, FakeHost) {
        let host = FakeHost([
            ["id": "it", "kind": "list", "title": "It", "actions": ["setActive", "moveActive"], "state": state]
        ])
        let request = FeatureDialog.Request(feature: "it", params: .emptyObject, timeoutMs: nil)
        let program = try Program(FakeSupply(host), on: PollLoop(), .dialog(request))
        update(program)
        return (program, host)
    }

    /// Draws until nothing changes.
    private static func update(_ program: Program) {
        for _ in 0..<10 where program.update() { _ = program.app.frame(on: Canvas(program.app.size)) }
    }

    @Test func theFirstRowIsMadeActiveOnce() throws {
        let (program, host) = try Self.program(States.list())
        #expect(host.sent() == [#"setActive {"id":"1"}"#])
        // This host has performed the action without an effect.
        for isStale in [true, false] {
            host.show(["state": ["isStale": .bool(isStale)]])
            Self.update(program)
        }
        #expect(host.sent().isEmpty)
    }

    @Test func theNextFirstRowIsMadeActiveWhenNoneIs() throws {
        let (program, host) = try Self.program(States.list(["activeId": "1"]))
        let items = States.rows.elements.dropFirst().map { States.item($0) }
        host.show(["state": ["activeId": nil, "items": JSON(items)]])
        Self.update(program)
        #expect(host.sent() == [#"setActive {"id":"2"}"#])
        // The same row is made active again after another row has been active.
        for id in ["3", nil] as [JSON] {
            host.show(["state": ["activeId": id]])
            Self.update(program)
        }
        #expect(host.sent() == [#"setActive {"id":"2"}"#])
    }

    @Test func anActiveRowStaysActive() throws {
        let (program, host) = try Self.program(States.list(["activeId": "2"]))
        host.show(["state": ["isStale": true]])
        Self.update(program)
        #expect(host.sent().isEmpty)
    }
}

/// The only host of a program.
private final class FakeSupply: HostSupply {
    private let host: FakeHost

    init(_ host: FakeHost) { self.host = host }

    var canTrust: Bool { false }

    func trust(_ workspace: JSONValue) -> String? { "tests trust nothing" }

    func connect(on loop: PollLoop) throws(HostFailure) -> any ProgramConnection { FakeConnection(host) }
}

/// The connection to a fake host.
private final class FakeConnection: ProgramConnection {
    private let host: FakeHost

    init(_ host: FakeHost) { self.host = host }

    var end: String? { host.end }

    func send(_ message: JSONText) { host.send(message) }

    func receive() -> [JSONValue] { host.receive() }

    func close(_ closed: @escaping () -> Void) { closed() }

    func release() {}
}
