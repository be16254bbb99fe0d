/// How the change that a revision shows may be drawn: a hint to front ends, which changes nothing by itself.
///
/// A reducer states it with ``Effect/animation(_:)``; it belongs to the revision of that action alone.
/// Every hint comes to an end: what would not, or is no number, traps where it is made.
public enum Animation: Sendable, Equatable {
    /// As the front end draws changes that it is told no more of.
    case `default`
    /// On a spring.
    case spring(Spring)
    /// A step to one of several named phases.
    case phase(Phase)
    /// Values that follow each other in time, and a number of times.
    case keyframe(Keyframes)
    /// What has this id before and after is one thing that goes from the one place and size to the other.
    case matchedGeometry(MatchedGeometry)

    /// On a spring.
    ///
    /// - Parameters:
    ///   - response: how many seconds a swing would take without damping; more than 0.
    ///   - damping: 1 comes to rest without a swing, less swings longer; more than 0.
    public static func spring(response: Double, damping: Double) -> Animation {
        .spring(Spring(response: response, damping: damping))
    }

    /// A step to one of several named phases.
    ///
    /// - Parameters:
    ///   - phase: the one that the change leads to.
    ///   - phases: all of them, in their order; no name twice.
    public static func phase(_ phase: String, of phases: [String]) -> Animation {
        .phase(Phase(phase, of: phases))
    }

    /// Values that follow each other in time.
    ///
    /// - Parameters:
    ///   - tracks: what runs side by side; at least one, and no key twice.
    ///   - repeats: how often it is played; at least once.
    public static func keyframe(_ tracks: [Track], repeats: Int = 1) -> Animation {
        .keyframe(Keyframes(tracks, repeats: repeats))
    }

    /// What has this id before and after goes from the one place and size to the other.
    ///
    /// - Parameters:
    ///   - id: the id that the state gives both.
    ///   - durationMs: how long that takes; where it is nil, the front end knows.
    public static func matchedGeometry(id: String, durationMs: Int? = nil) -> Animation {
        .matchedGeometry(MatchedGeometry(id: id, pace: durationMs.map { .duration(milliseconds: $0) }))
    }

    /// What has this id before and after goes from the one place and size to the other, on a spring.
    public static func matchedGeometry(id: String, spring: Spring) -> Animation {
        .matchedGeometry(MatchedGeometry(id: id, pace: .spring(spring)))
    }
}

extension Animation {
    /// A spring that comes to rest.
    public struct Spring: Sendable, Equatable {
        /// How many seconds a swing would take without damping.
        public let response: Double
        /// 1 comes to rest without a swing, less swings longer.
        public let damping: Double

        /// Makes a spring; both must be more than 0, because without damping it would swing for ever.
        public init(response: Double, damping: Double) {
            require(response.isFinite && response > 0, "a spring's response is more than 0 seconds, not \(response)")
            require(damping.isFinite && damping > 0, "a spring's damping is more than 0, not \(damping)")
            self.response = response
            self.damping = damping
        }
    }

    /// One of several named phases.
    public struct Phase: Sendable, Equatable {
        /// All of them, in their order.
        public let phases: [String]
        /// The one that the change leads to.
        public let phase: String

        /// Makes a step to a phase, which must be one of the phases.
        public init(_ phase: String, of phases: [String]) {
            require(phases.contains(phase), "the phase \(phase) is none of \(phases)")
            require(Set(phases).count == phases.count, "a phase is there twice: \(phases)")
            self.phases = phases
            self.phase = phase
        }
    }

    /// Tracks that are played side by side, a number of times.
    public struct Keyframes: Sendable, Equatable {
        /// What runs side by side.
        public let tracks: [Track]
        /// How often it is played.
        public let repeats: Int

        /// Makes keyframes of at least one track, which are played at least once.
        public init(_ tracks: [Track], repeats: Int = 1) {
            require(!tracks.isEmpty, "keyframes need a track")
            require(Set(tracks.map(\.key)).count == tracks.count, "two tracks have one key: \(tracks.map(\.key))")
            require(repeats >= 1, "keyframes are played once or more often, not \(repeats) times")
            self.tracks = tracks
            self.repeats = repeats
        }
    }

    /// The values of one property over time.
    public struct Track: Sendable, Equatable {
        /// What the values are of, such as `scale`; front ends ignore what they don't know.
        public let key: String
        /// The values in their order.
        public let keyframes: [Keyframe]

        /// Makes a track of at least one keyframe.
        public init(_ key: String, _ keyframes: [Keyframe]) {
            require(!key.isEmpty, "a track's key is not empty")
            require(!keyframes.isEmpty, "the track \(key) needs a keyframe")
            self.key = key
            self.keyframes = keyframes
        }
    }

    /// A value, and the way to it.
    public struct Keyframe: Sendable, Equatable {
        /// How a value is approached.
        public enum Curve: String, Sendable, CaseIterable {
            case linear, spring
        }

        /// The value that is reached.
        public let value: Double
        /// How long the way to it takes.
        public let durationMs: Int
        /// How it is approached.
        public let curve: Curve

        /// Makes a keyframe; without a duration it is a jump.
        public init(_ value: Double, durationMs: Int, curve: Curve = .linear) {
            require(value.isFinite, "a keyframe's value is a number, not \(value)")
            require(durationMs >= 0, "a keyframe takes 0 milliseconds or more, not \(durationMs)")
            self.value = value
            self.durationMs = durationMs
            self.curve = curve
        }
    }

    /// One thing that is in two places, before and after.
    public struct MatchedGeometry: Sendable, Equatable {
        /// How long it is on its way.
        public enum Pace: Sendable, Equatable {
            /// As long as this.
            case duration(milliseconds: Int)
            /// As long as a spring takes.
            case spring(Spring)
        }

        /// What it has before and after.
        public let id: String
        /// How long it is on its way; where it is nil, the front end knows.
        public let pace: Pace?

        /// Names the thing, with an id that is not empty.
        public init(id: String, pace: Pace? = nil) {
            require(!id.isEmpty, "the id of what is matched is not empty")
            if case .duration(let milliseconds) = pace {
                require(milliseconds >= 0, "the way takes 0 milliseconds or more, not \(milliseconds)")
            }
            self.id = id
            self.pace = pace
        }
    }
}

/// Traps with what is wrong, also in a release, where a precondition says nothing.
private func require(_ isRight: Bool, _ mistake: @autoclosure () -> String) {
    if !isRight { fatalError("an animation can't be so: \(mistake())") }
}
