import FeatureKit
import JSON
import Querying

/// The steps that a flow leads through, and what becomes of their answers.
public struct Wizard: Sendable {
    /// A part of the way: a feature whose output is the step's answer.
    public struct Step: Sendable {
        /// Unique among the steps.
        public var id: String
        /// What a person reads as its name.
        public var title: String
        /// What it shows.
        public var feature: FeatureLink
        /// What that is opened with, under the values of an earlier answer.
        public var params: JSONText
        /// When it is on the way; always where it is nil.
        ///
        /// Values are named by pointers into the answers of steps before it: `/who/name` is the member `name` of the
        /// answer of the step `who`.
        public var when: Condition?
        /// Whether it can be left without an answer.
        public var canSkip = false
        /// Whether one can go back from it.
        public var canGoBack = true
        /// Whether it shows the answers: it is opened with them as its values, anew each time.
        public var isSummary = false
        /// Of a summary, whether it is opened with the answers in words too, as `lines`.
        public var takesLines = false
        /// Where the way goes on from here, the first that holds; without one that does, with the next step.
        public var next: [Branch] = []

        /// Makes a step.
        public init(id: String, title: String, feature: FeatureLink, params: JSONText = .emptyObject) {
            self.id = id
            self.title = title
            self.feature = feature
            self.params = params
        }
    }

    /// A step further on, and when the way leads there.
    public struct Branch: Sendable {
        /// What must hold of the answers up to here; always where it is nil.
        public var when: Condition?
        /// The id of a step behind this one.
        public var step: String

        /// Makes a branch.
        public init(when: Condition? = nil, to step: String) {
            self.when = when
            self.step = step
        }
    }

    /// The operation at the end of a wizard.
    public struct Submit: Sendable {
        /// A source that can perform ``operation``.
        public var source: any DataSource
        /// What the source performs with the answers.
        public var operation: String
        /// After how many milliseconds it has failed; nil waits for the source.
        public var timeoutMs: Int?

        /// Names an operation.
        public init(source: any DataSource, operation: String, timeoutMs: Int? = nil) {
            self.source = source
            self.operation = operation
            self.timeoutMs = timeoutMs
        }
    }

    /// What the answers are as the flow's output.
    public enum OutputShape: String, Sendable, CaseIterable {
        /// An object of the answers by the ids of their steps.
        case steps
        /// One object of the members of all answers; of those of the same name the last.
        case merged
    }

    /// The steps, in their order.
    public var steps: [Step]
    /// What the flow hands on.
    public var output = OutputShape.steps
    /// Where the answers go, with the secrets of all steps; nil where they are the output alone.
    public var submit: Submit?
    /// Where the answers are kept until they are handed on.
    public var draft: DraftPlace?
    /// Ids for what is done with drafts.
    public var ids: IDGenerator

    /// Makes a wizard.
    public init(steps: [Step], ids: IDGenerator) {
        self.steps = steps
        self.ids = ids
    }
}
