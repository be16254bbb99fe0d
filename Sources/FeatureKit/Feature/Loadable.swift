/// A value that has to be loaded: what is there, and what is done to get it, which are two things.
///
/// A value that was loaded once stays while it is loaded again and when that fails. The two parts can't contradict each
/// other: an action begins, succeeds or fails, and nothing else can be written.
public struct Loadable<Value: Sendable>: Sendable {
    /// What is done to get the value.
    public enum Activity: String, Sendable, Codable, CaseIterable {
        /// Nothing: it was never asked for, or it is there.
        case idle
        /// It is on its way.
        case loading
        /// The last attempt failed.
        case failed
    }

    /// What there is to show, for front ends that want one word.
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// Nothing was asked for.
        case idle
        /// Nothing is there yet.
        case loading
        /// The value is there, whatever is done to get a newer one.
        case loaded
        /// Nothing is there, since it could not be had.
        case failed
    }

    /// What is there; nil if nothing was ever loaded.
    public private(set) var value: Value?
    /// What is done to get it.
    public private(set) var activity: Activity

    /// Nothing was asked for.
    public static var idle: Loadable { Loadable(value: nil, activity: .idle) }
    /// The first load is under way.
    public static var loading: Loadable { Loadable(value: nil, activity: .loading) }
    /// The first load failed.
    public static var failed: Loadable { Loadable(value: nil, activity: .failed) }
    /// A value is there.
    public static func loaded(_ value: Value) -> Loadable { Loadable(value: value, activity: .idle) }

    private init(value: Value?, activity: Activity) {
        self.value = value
        self.activity = activity
    }

    /// Where it stands, in one word.
    public var phase: Phase {
        if value != nil { return .loaded }
        return switch activity {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        }
    }

    /// Whether it is on its way, also where an older value is there.
    public var isLoading: Bool { activity == .loading }

    /// A load begins; the errors of its operation are no longer true.
    public mutating func begin(errors: inout ErrorList, operation: String = "load") {
        errors.removeAll(of: operation)
        activity = .loading
    }

    /// Changes the value that is there; nothing happens where there is none.
    public mutating func change(_ body: (inout Value) -> Void) {
        guard var value else { return }
        self.value = nil
        body(&value)
        self.value = value
    }

    /// A load has brought a value; the errors of its operation are settled.
    ///
    /// - Parameters:
    ///   - value: what was loaded; it takes the place of an older one.
    ///   - errors: those of the feature's state.
    ///   - operation: the name by which `retry` knows what to repeat.
    public mutating func succeed(_ value: Value, errors: inout ErrorList, operation: String = "load") {
        errors.removeAll(of: operation)
        self = .loaded(value)
    }

    /// A load has failed; what was there stays, and an error takes the place of the operation's older one.
    ///
    /// - Parameters:
    ///   - failure: what went wrong, and whether trying again may help.
    ///   - errors: those of the feature's state.
    ///   - operation: the name by which `retry` knows what to repeat.
    ///   - display: how the failure is shown; by default the whole screen where there is nothing else to show, and an
    ///     alert over what is there.
    public mutating func fail(
        _ failure: Failure, errors: inout ErrorList, operation: String = "load",
        display: PresentedError.Display? = nil
    ) {
        activity = .failed
        errors.removeAll(of: operation)
        errors.add(failure, display: display ?? (value == nil ? .fullScreen : .alert), operation: operation)
    }
}

extension Loadable: Equatable where Value: Equatable {}

extension Loadable: Codable where Value: Codable {
    private enum CodingKeys: CodingKey {
        case phase, activity, value
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        _ = try members.decode(Phase.self, forKey: .phase)
        value = try members.decodeIfPresent(Value.self, forKey: .value)
        activity = try members.decode(Activity.self, forKey: .activity)
    }

    /// Writes `phase`, `activity` and `value`, which is absent where there is none.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(phase, forKey: .phase)
        try members.encode(activity, forKey: .activity)
        try members.encodeIfPresent(value, forKey: .value)
    }
}
