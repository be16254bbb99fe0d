import FeatureKit
import JSONRPC

/// A source by the name that the other host gave it, and what waits for it while it is opened.
final class ServedSource {
    /// What is to be done with the source.
    typealias Work = (any DataSource, ServedCall) -> Void

    enum State {
        case opening
        case open(any DataSource)
        case failed(RPCError)
    }

    /// How many notices wait before one that names no operation stands for all.
    private static let noticeLimit = 64

    let name: String
    /// The number of the call that opened it; one that is opened anew has another.
    let number: Int
    private var state = State.opening
    private var waiting: [(call: ServedCall, work: Work)] = []
    /// Changes that the other host was not told of yet; nil stands for somebody else's.
    private var notices: [String?] = []

    init(name: String, number: Int) {
        self.name = name
        self.number = number
    }

    /// Does something now, or when the source is open; answers with why it can't be opened.
    func perform(_ call: ServedCall, _ work: @escaping Work) {
        switch state {
        case .opening: waiting.append((call, work))
        case .open(let source): work(source, call)
        case .failed(let error): call.fail(error)
        }
    }

    func open(_ source: any DataSource, _ deliveries: SourceDeliveries) {
        state = .open(source)
        // It listens as long as the source is there; what one tells that was opened anew since is of no number.
        _ = source.changes?.listen { [number] in deliveries.put(.changed(number, $0)) }
        for (call, work) in takeWaiting() where !call.call.isAnswered { work(source, call) }
    }

    func fail(_ error: RPCError) {
        guard case .opening = state else { return }
        state = .failed(error)
        for (call, _) in takeWaiting() { call.fail(error) }
    }

    private func takeWaiting() -> [(call: ServedCall, work: Work)] {
        defer { waiting = [] }
        return waiting
    }

    // MARK: Changes

    func note(_ change: SourceChange) {
        if notices.contains(change.opID) { return }
        if notices.count == Self.noticeLimit { notices = [nil] } else { notices.append(change.opID) }
    }

    func takeNotices() -> [String?] {
        defer { notices = [] }
        return notices
    }
}
