import FHFlowFeature
import FeatureKit

/// A page or a flow at any depth of sheets and flows, as the model represents it.
final class Level {
    /// A sheet over a level, presented or queued.
    final class Sheet {
        let modal: LevelModal
        /// Empty until a snapshot contains the key.
        var key = ""
        var level: Level?

        init(_ modal: LevelModal) { self.modal = modal }
    }

    let isFlow: Bool
    let parent: Level?
    /// The route on the parent's stack; nil for a presented level.
    let route: String?
    /// The key on that stack; empty until a snapshot contains it.
    var key = ""
    var sheet: Sheet?
    var queue: [Sheet] = []
    // For pages.
    var log: [String] = []
    var isDirty = false
    // For flows.
    var stack: [Level] = []
    var status = "active"

    init(isFlow: Bool, in parent: Level?, route: String? = nil) {
        self.isFlow = isFlow
        self.parent = parent
        self.route = route
        begin()
    }

    /// Resets the level to its initial state.
    func begin() {
        (sheet, queue, log, isDirty, status) = (nil, [], [], false, "active")
        stack = isFlow ? [Level(isFlow: false, in: self, route: "home")] : []
    }

    var path: [String] {
        guard let parent else { return [] }
        return parent.path + (route == nil ? ["presentation"] : ["stack", key])
    }

    var isThere: Bool {
        guard let parent else { return true }
        return (parent.sheet?.level === self || parent.stack.contains { $0 === self }) && parent.isThere
    }

    /// This level, the levels above it, and the levels inside it.
    var all: [Level] { [self] + (sheet?.level?.all ?? []) + stack.flatMap(\.all) }

    /// The first level with unsaved changes, for which a confirmation is requested.
    var unsaved: Level? {
        if let above = sheet?.level?.unsaved { return above }
        return isFlow ? Self.unsaved(in: stack) : isDirty ? self : nil
    }

    static func unsaved(in stack: some BidirectionalCollection<Level>) -> Level? {
        stack.reversed().lazy.compactMap(\.unsaved).first
    }
}

/// The modals of each level.
enum LevelModal: String, CaseIterable {
    case page, taken, flow, fixed, unchanged, ask

    var isFlow: Bool { self == .flow }
    var holdsLevel: Bool { self != .ask }
    var buttons: [String] { self == .page || self == .ask ? ["stay", "leave"] : [] }

    private var modal: Modal {
        var modal = Modal(style: holdsLevel ? .sheet : .alert)
        if holdsLevel { modal.feature = isFlow ? Self.innerFlow : Self.innerPage }
        modal.buttons = buttons.map { .init(id: $0, title: $0, action: $0 == "leave" ? .init("cancel") : nil) }
        if self == .taken { modal.onOutput = .init("take") }
        if self == .fixed { modal.dismissal = .never }
        if self == .unchanged { modal.dismissal = .unchanged }
        return modal
    }

    /// The timeout of a flow in milliseconds; the root has none.
    static let timeoutMs = 60
    static let routes = ["page", "taken", "flow"]

    /// The modals of each page and flow, whose pages and flows have the same modals again.
    static let configuration: PresentationConfiguration = .init(
        modals: Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.modal) }))

    static func walk(timeoutMs: Int?) -> FlowConfiguration {
        FlowConfiguration(
            title: "Walk", root: "home",
            routes: [
                "home": .init(feature: innerPage), "page": .init(feature: innerPage),
                "taken": .init(feature: innerPage, onOutput: .init("take")), "flow": .init(feature: innerFlow),
            ], timeoutMs: timeoutMs)
    }

    private static let innerPage: FeatureLink = FeatureLink("page") { _, keys throws(ActionRefusal) in
        AnyFeature(Presenting(Page(), configuration, keys: keys))
    }

    private static let innerFlow: FeatureLink = FeatureLink("flow") { _, keys throws(ActionRefusal) in
        AnyFeature(Presenting(Flow(walk(timeoutMs: timeoutMs), keys: keys), configuration, keys: keys))
    }
}
