/// A value to load, together with the activity that loads it.
///
/// A loaded value is kept while a reload runs, and also if the reload fails. The value and the activity can't
/// contradict each other, because only ``begin(errors:operation:)``, ``succeed(_:errors:operation:)`` and
/// ``fail(_:errors:operation:display:)`` change the activity:
///
/// ```swift
/// case .refresh: state.posts.begin(errors: &state.errors)
/// case .loaded(let posts): state.posts.succeed(posts, errors: &state.errors)
/// case .failed(let failure): state.posts.fail(failure, errors: &state.errors)
/// ```
public struct Loadable<Value: Sendable>: Sendable {
    /// The activity that loads the value.
    public enum Activity: String, Sendable, Codable, CaseIterable {
        /// No load is in progress: none was started, or the last one succeeded.
        case idle
        /// A load is in progress.
        case loading
        /// The last load failed.
        case failed
    }

    /// A summary of value and activity in one word, for clients.
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// There is no value, and no load was started.
        case idle
        /// There is no value yet, and a load is in progress.
        case loading
        /// There is a value; a newer one may be loading.
        case loaded
        /// There is no value, because the last load failed.
        case failed
    }

    /// The value; nil if none was ever loaded.
    public private(set) var value: Value?
    /// The activity that loads the value.
    public private(set) var activity: Activity

    /// A loadable without a value, whose first load was not started.
    public static var idle: Loadable { Loadable(value: nil, activity: .idle) }
    /// A loadable without a value, whose first load is in progress.
    public static var loading: Loadable { Loadable(value: nil, activity: .loading) }
    /// A loadable without a value, whose first load failed.
    public static var failed: Loadable { Loadable(value: nil, activity: .failed) }
    /// A loadable with a value, and without a load in progress.
    public static func loaded(_ value: Value) -> Loadable { Loadable(value: value, activity: .idle) }

    private init(value: Value?, activity: Activity) {
        self.value = value
        self.activity = activity
    }

    /// The phase, derived from value and activity.
    public var phase: Phase {
        if value != nil { return .loaded }
        return switch activity {
        case .idle: .idle
        case .loading: .loading
        case .failed: .failed
        }
    }

    /// True while a load is in progress, even if there is an older value.
    public var isLoading: Bool { activity == .loading }

    /// Records that a load has started, and removes the errors of the operation.
    public mutating func begin(errors: inout ErrorList, operation: String = "load") {
        errors.removeAll(of: operation)
        activity = .loading
    }

    /// Changes the value in place; does nothing if there is no value.
    public mutating func change(_ body: (inout Value) -> Void) {
        guard var value else { return }
        self.value = nil
        body(&value)
        self.value = value
    }

    /// Records that a load has succeeded, and removes the errors of the operation.
    ///
    /// - Parameters:
    ///   - value: the loaded value, which replaces an older one.
    ///   - errors: the errors in the feature's state.
    ///   - operation: the name of the operation, which `retry` repeats.
    public mutating func succeed(_ value: Value, errors: inout ErrorList, operation: String = "load") {
        errors.removeAll(of: operation)
        self = .loaded(value)
    }

    /// Records that a load has failed, and adds an error.
    ///
    /// The value is kept. The new error replaces the older errors of the operation.
    ///
    /// - Parameters:
    ///   - failure: the reason, and whether a retry can succeed.
    ///   - errors: the errors in the feature's state.
    ///   - operation: the name of the operation, which `retry` repeats.
    ///   - display: the way in which clients show the error; by default full screen if there is no value, and an alert
    ///     otherwise.
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

    /// Reads the encoding of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        _ = try members.decode(Phase.self, forKey: .phase)
        value = try members.decodeIfPresent(Value.self, forKey: .value)
        activity = try members.decode(Activity.self, forKey: .activity)
    }

    /// Writes `phase`, `activity` and `value`; the member `value` is absent if there is no value.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(phase, forKey: .phase)
        try members.encode(activity, forKey: .activity)
        try members.encodeIfPresent(value, forKey: .value)
    }
}
