import FHFlowFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Very deep stacks.
@Suite struct FlowDepthTests {
    @Test func tenThousandRoutesStayCorrect() throws {
        let keys = KeySequence()
        let flow = Flow(FlowConfiguration(title: "Walk", root: "home", routes: FlowDriver.routes), keys: keys)
        let store = Store(
            presenting: Presenting(flow, keys: keys), StoreEnvironment(clock: VirtualClock()) {})
        store.start()
        func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
            try store.send(
                action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
        }
        func stack() -> [JSONValue] { store.snapshot()["state"]?["stack"].map { Array($0.elements) } ?? [] }
        let routes = (0..<10_000).map { _ in #"{"route":"page"}"# }.joined(separator: ",")
        try send("replace", #"{"routes":[\#(routes)]}"#)
        let all = stack()
        #expect(all.count == 10_000 && all.filter { $0["child"] != nil }.count == 1)
        let place = { (entry: JSONValue) in ["stack", entry["key"]?.stringValue ?? ""] }
        try send("note", #"{"text":"top"}"#, at: place(all[9_999]))
        #expect(store.snapshot(at: place(all[9_999]))["state"]?["log"]?[0]?.stringValue == "top")
        // Pages below the top exist although they are not shown.
        try send("note", #"{"text":"below"}"#, at: place(all[5_000]))
        try send("popTo", #"{"key":"\#(all[5_000]["key"]?.stringValue ?? "")"}"#)
        #expect(stack().count == 5_001)
        #expect(store.snapshot(at: place(all[5_000]))["state"]?["log"]?[0]?.stringValue == "below")
        #expect(throws: ActionRefusal.unavailable("gone")) {
            try send("note", #"{"text":"gone"}"#, at: place(all[9_999]))
        }
        try send("popToRoot")
        #expect(stack().count == 1)
    }
}
