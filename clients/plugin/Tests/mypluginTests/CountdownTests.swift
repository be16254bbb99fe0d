import FeatureTesting
import Testing

@testable import myplugin

@Suite struct CountdownTests {
    @Test func countsDownToNothing() async throws {
        let store = TestStore(Countdown()) { message, file, line in
            Issue.record("\(file):\(line): \(message)")
        }
        try store.set("seconds", to: 2) { $0.seconds = 2 }
        store.send(.startButtonTapped) { $0.isRunning = true }
        store.advance(by: 1_000)
        await store.receive("ticked", where: { $0 == .ticked }) { $0.seconds = 1 }
        store.advance(by: 1_000)
        await store.receive("ticked", where: { $0 == .ticked }) {
            $0.seconds = 0
            $0.isRunning = false
        }
        await store.finish()
    }
}
