import FHJSONRPC
import FeatureKit

/// A served source, and the requests that wait until the source is open.
///
/// The name of the source is its name in the host that runs the plugin.
final class ServedSource {
    /// The work that a request performs on the source.
    typealias Work = (any DataSource, ServedCall) -> Void

    enum State {
        case opening
        case open(any DataSource)
        case failed(RPCError)
    }

    /// The maximum number of queued change notifications.
    ///
    /// A change beyond the limit replaces all queued notifications by one without an operation id.
    private static let noticeLimit = 64

    let name: String
    /// The number of the call that opened the source.
    ///
    /// If a source with the same name is opened again, it is a new `ServedSource` with another number.
    let number: Int
    private var state = State.opening
    private var waiting: [(call: ServedCall, work: Work)] = []
    /// The operation ids of the changes that are not sent yet, with nil for a change without an operation id.
    private var notices: [String?] = []

    init(name: String, number: Int) {
        self.name = name
        self.number = number
    }

    /// Performs work on the source immediately, or as soon as the source is open.
    ///
    /// Answers with the error if the source can't be opened.
    func perform(_ call: ServedCall, _ work: @escaping Work) {
        switch state {
        case .opening: waiting.append((call, work))
        case .open(let source): work(source, call)
        case .failed(let error): call.fail(error)
        }
    }

    func open(_ source: any DataSource, _ deliveries: SourceDeliveries) {
        state = .open(source)
        // The observer exists as long as the source. If another source is opened with the same name, later changes of
        // this source are ignored.
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
