import FHJSON
import FHListFeature
import FeatureKit
import Synchronization

/// Rows that change in their source without an edit by the user.
///
/// Many change notices lead to one reload, after a time without further notices.
struct ChangedRows: Feature {
    static let id = "gallery:changeFeed"
    static let title = "Change feed"
    static let layout = [
        LayoutItem(.child, key: "list", label: "Rows"),
        LayoutItem(.number, key: "notices", label: "Notices"),
        LayoutItem(.number, key: "reloads", label: "Reloads"),
        LayoutItem(.button, label: "Notify", action: "notify"),
    ]
    static let actions = ActionSet([Tap.notify], embed: Action.tap)
    static let fixtures: [Fixture<Self>] = [
        Fixture("loaded", loaded),
        Fixture("stale", loaded) { state in
            state.notices = 3
            _ = sample.list.reduce(into: &state.list, .sourceChanged(SourceChange()))
        },
    ]
    private static let sample = ChangedRows()
    private static let loaded = State(list: sample.list.state(afterLoad: .success(CountedReads.page(1))))

    struct State: Codable, Equatable {
        var list = ChangedRows().list.initialState
        /// The number of change notices from the source.
        var notices = 0
        /// The number of reloads caused by the notices.
        var reloads = 0

        private enum CodingKeys: CodingKey { case notices, reloads }
    }
    enum Tap: Codable { case notify }
    enum Action { case tap(Tap), list(List.Action) }

    let list: List
    var initialState: State { State(list: list.initialState) }

    init(delayMs: Int = 1_500) {
        let source = CountedReads(delayMs: delayMs)
        list = List(ListConfiguration(title: "Reads", source: source, ids: IDGenerator(seed: 0)))
    }

    var children: [Child<Self>] { [.scope("list", state: \.list, action: Action.list, list)] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .tap(.notify): return .send(.list(.sourceChanged(SourceChange())))
        case .list(.sourceChanged): state.notices += 1
        case .list(.reload): state.reloads += 1
        case .list: break
        }
        return .none
    }
}

/// Two rows that contain the number of reads, so that every read returns other values.
private final class CountedReads: DataSource {
    let capabilities: SourceCapabilities = []
    private let delayMs: Int
    private let count = Mutex(0)

    init(delayMs: Int) {
        self.delayMs = delayMs
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        let count = count.withLock { count in
            count += 1
            return count
        }
        return .after(milliseconds: delayMs, .success(Self.page(count)))
    }

    static func page(_ count: Int) -> Page { SimulatedRows.page(["Read \(count)", "Still here"]) }
}
