/// A hint for clients on how to animate the change from one revision to the next; clients may ignore the hint.
///
/// A reducer returns the hint with `Effect.animation(_:)`. The hint applies only to the revision of the reduced action.
/// Every animation ends: making a hint traps if a value is not finite or would make the animation endless.
public enum Animation: Sendable, Equatable {
    /// The client's default animation.
    case `default`
    /// A spring animation.
    case spring(Spring)
    /// A step to one of several named phases.
    case phase(Phase)
    /// A sequence of keyframes, played a number of times.
    case keyframe(Keyframes)
    /// A transition of an element from its old position and size to the new ones.
    case matchedGeometry(MatchedGeometry)

    /// A spring animation.
    ///
    /// - Parameters:
    ///   - response: the period of the undamped oscillation in seconds; more than 0.
    ///   - damping: the damping ratio, more than 0. At 1 the spring settles without oscillating; the smaller a ratio
    ///     below 1 is, the longer the spring oscillates.
    public static func spring(response: Double, damping: Double) -> Animation {
        .spring(Spring(response: response, damping: damping))
    }

    /// A step to one of several named phases.
    ///
    /// - Parameters:
    ///   - phase: the target phase.
    ///   - phases: all phases in their order; the names are unique.
    public static func phase(_ phase: String, of phases: [String]) -> Animation {
        .phase(Phase(phase, of: phases))
    }

    /// A sequence of keyframes.
    ///
    /// - Parameters:
    ///   - tracks: the concurrent tracks; at least one, with unique keys.
    ///   - repeats: the number of times the sequence is played; at least 1.
    public static func keyframe(_ tracks: [Track], repeats: Int = 1) -> Animation {
        .keyframe(Keyframes(tracks, repeats: repeats))
    }

    /// A transition of an element from its old position and size to the new ones.
    ///
    /// - Parameters:
    ///   - id: the id of the element in the old and the new state.
    ///   - durationMs: the duration in milliseconds; nil for the client's default.
    public static func matchedGeometry(id: String, durationMs: Int? = nil) -> Animation {
        .matchedGeometry(MatchedGeometry(id: id, pace: durationMs.map { .duration(milliseconds: $0) }))
    }

    /// A transition of an element from its old position and size to the new ones, with the motion of a spring.
    public static func matchedGeometry(id: String, spring: Spring) -> Animation {
        .matchedGeometry(MatchedGeometry(id: id, pace: .spring(spring)))
    }
}

extension Animation {
    /// A damped spring.
    public struct Spring: Sendable, Equatable {
        /// The period of the undamped oscillation in seconds.
        public let response: Double
        /// The damping ratio: at 1 the spring settles without oscillating; the smaller a ratio below 1 is, the longer
        /// the spring oscillates.
        public let damping: Double

        /// Makes a spring.
        ///
        /// Both values must be finite and more than 0: an undamped spring never settles.
        public init(response: Double, damping: Double) {
            require(response.isFinite && response > 0, "a spring's response is more than 0 seconds, not \(response)")
            require(damping.isFinite && damping > 0, "a spring's damping is more than 0, not \(damping)")
            self.response = response
            self.damping = damping
        }
    }

    /// A step to one of several named phases.
    public struct Phase: Sendable, Equatable {
        /// All phases, in their order.
        public let phases: [String]
        /// The target phase.
        public let phase: String

        /// Makes a step to `phase`, which must be one of `phases`; the names must be unique.
        public init(_ phase: String, of phases: [String]) {
            require(phases.contains(phase), "the phase \(phase) is none of \(phases)")
            require(Set(phases).count == phases.count, "a phase is there twice: \(phases)")
            self.phases = phases
            self.phase = phase
        }
    }

    /// Concurrent tracks, played a number of times.
    public struct Keyframes: Sendable, Equatable {
        /// The concurrent tracks.
        public let tracks: [Track]
        /// The number of times the tracks are played.
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
        /// The name of the property, such as `scale`; clients ignore names that they don't know.
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

    /// A target value and the transition to it.
    public struct Keyframe: Sendable, Equatable {
        /// The interpolation between values.
        public enum Curve: String, Sendable, CaseIterable {
            case linear, spring
        }

        /// The target value.
        public let value: Double
        /// The duration in milliseconds of the transition to ``value``.
        public let durationMs: Int
        /// The interpolation during the transition.
        public let curve: Curve

        /// Makes a keyframe; with a duration of 0 the value changes immediately.
        public init(_ value: Double, durationMs: Int, curve: Curve = .linear) {
            require(value.isFinite, "a keyframe's value is a number, not \(value)")
            require(durationMs >= 0, "a keyframe takes 0 milliseconds or more, not \(durationMs)")
            self.value = value
            self.durationMs = durationMs
            self.curve = curve
        }
    }

    /// An element that has one position before the change and another after it.
    public struct MatchedGeometry: Sendable, Equatable {
        /// The pace of the transition.
        public enum Pace: Sendable, Equatable {
            /// A duration in milliseconds.
            case duration(milliseconds: Int)
            /// The motion of a spring.
            case spring(Spring)
        }

        /// The id of the element before and after the change.
        public let id: String
        /// The pace of the transition; nil for the client's default.
        public let pace: Pace?

        /// Makes a transition for an element; the id must not be empty.
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

/// Traps with a message if the condition is false.
///
/// The message is printed in release builds too, unlike the message of `precondition`.
private func require(_ isRight: Bool, _ mistake: @autoclosure () -> String) {
    if !isRight { fatalError("an animation can't be so: \(mistake())") }
}
