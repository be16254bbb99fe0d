import FHJSON

/// A client of a test's host.
struct FrontEnd: Sendable {
    let host: TestHost
    let number: Int

    /// Sends a request and returns all messages up to its answer.
    func ask(_ method: String, _ params: String = "{}") async -> [JSONValue] {
        let id = await begin(method, params)
        return await until(id)
    }

    /// Sends a request and returns its answer.
    @discardableResult
    func answer(_ method: String, _ params: String = "{}") async -> JSONValue {
        await ask(method, params).last ?? .null
    }

    /// Sends an action of the probe to the instance `p`, and returns all messages up to the answer.
    @discardableResult
    func act(_ action: String, _ params: String = "{}", more: String = "") async -> [JSONValue] {
        await ask("feature/send", Self.action(action, params, more))
    }

    /// Opens the probe as `p`.
    @discardableResult
    func open(more: String = "") async -> JSONValue {
        await answer("feature/open", #"{"feature":"probe","instance":"p"\#(more)}"#)
    }

    /// Sends a request and returns its id.
    func begin(_ method: String, _ params: String = "{}") async -> Int {
        let id = await host.nextID()
        await send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
        return id
    }

    /// Returns all messages up to the answer to a request.
    func until(_ id: Int) async -> [JSONValue] {
        await host.frames(number) { $0["id"]?.intValue == id && $0["method"] == nil }
    }

    /// Returns all messages up to the end of the session.
    func untilEnd() async -> [JSONValue] {
        await host.frames(number) { _ in false }
    }

    func send(_ line: String) async { await host.send(number, line + "\n") }
    func notify(_ method: String, _ params: String = "{}") async {
        await send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
    }
    func endInput() async { await host.endInput(number) }
    func setReading(_ isReading: Bool) async { await host.setReading(number, isReading) }
    var status: Int32? { get async { await host.status(number) } }

    static func action(_ action: String, _ params: String = "{}", _ more: String = "") -> String {
        #"{"instance":"p","action":"\#(action)","params":\#(params)\#(more)}"#
    }
}

extension TestHost {
    /// Connects a new client.
    func frontEnd(isSequential: Bool = false, takesTurns: Bool = false) -> FrontEnd {
        FrontEnd(host: self, number: join(isSequential: isSequential, takesTurns: takesTurns))
    }
}

extension JSONValue {
    /// The code of an error response.
    var errorCode: Int? { self["error"]?["code"]?.intValue }
    /// Returns the params of a notification of this method.
    func params(of method: String) -> JSONValue? {
        self["method"]?.stringValue == method ? self["params"] : nil
    }
    /// The snapshot of a `state/snapshot`.
    var snapshot: JSONValue? { params(of: "state/snapshot") }
    var revision: Int? { self["revision"]?.intValue }
    var action: String? { self["cause"]?["action"]?.stringValue }
    var origin: String? { self["cause"]?["origin"]?.stringValue }
    var isSettled: Bool? { self["settled"]?.boolValue }
    /// The last text in a probe's log.
    var lastNote: String? { self["state"]?["log"]?.elements.last?.stringValue }
}

extension [JSONValue] {
    /// The snapshots among the frames.
    var snapshots: [JSONValue] { compactMap(\.snapshot) }
}
