import FHJSON
import FHKindParts
import FeatureKit

/// The steps of a flow, and the use of their answers.
public struct Wizard: Sendable {
    /// A step: a feature whose output is the step's answer.
    public struct Step: Sendable {
        /// The id, unique among the steps.
        public var id: String
        /// The title shown to the user.
        public var title: String
        /// The feature of the step.
        public var feature: FeatureLink
        /// The params of the feature; the values of an earlier answer take precedence.
        public var params: JSONText
        /// The condition under which the step is on the path; nil if the step is always on the path.
        ///
        /// Values are named by pointers into the answers of earlier steps: `/who/name` is the member `name` of the
        /// answer of the step `who`.
        public var when: Condition?
        /// True if the user can skip the step without an answer.
        public var canSkip = false
        /// True if the user can go back from the step.
        public var canGoBack = true
        /// True if the step shows the answers.
        ///
        /// Each time the user reaches the step, a new feature is opened, with the answers as values.
        public var isSummary = false
        /// True if a summary also receives the answers as lines of text, in the param `lines`.
        public var takesLines = false
        /// The branches after the step.
        ///
        /// The first branch whose condition holds is taken; if there is none, the next step follows.
        public var next: [Branch] = []

        /// Creates a step.
        public init(id: String, title: String, feature: FeatureLink, params: JSONText = .emptyObject) {
            self.id = id
            self.title = title
            self.feature = feature
            self.params = params
        }
    }

    /// A branch: a later step, and the condition for continuing there.
    public struct Branch: Sendable {
        /// The condition on the answers so far; nil if the branch is always taken.
        public var when: Condition?
        /// The id of a later step.
        public var step: String

        /// Creates a branch.
        public init(when: Condition? = nil, to step: String) {
            self.when = when
            self.step = step
        }
    }

    /// The operation that receives the answers at the end of a wizard.
    public struct Submit: Sendable {
        /// A source that can perform ``operation``.
        public var source: any DataSource
        /// The name of the operation; the answers are its input.
        public var operation: String
        /// The timeout in milliseconds; with nil, the flow waits for the source without a limit.
        public var timeoutMs: Int?

        /// Creates a submit operation.
        public init(source: any DataSource, operation: String, timeoutMs: Int? = nil) {
            self.source = source
            self.operation = operation
            self.timeoutMs = timeoutMs
        }
    }

    /// The shape of the answers in the flow's output.
    public enum OutputShape: String, Sendable, CaseIterable {
        /// An object of answers by step id.
        case steps
        /// An object of the members of all answers. If several members have the same name, the last one counts.
        case merged
    }

    /// The steps in order.
    public var steps: [Step]
    /// The shape of the flow's output.
    public var output = OutputShape.steps
    /// The operation that receives the answers, including all secrets; nil if the flow only emits its answers.
    public var submit: Submit?
    /// The row that contains the draft, which is the answers of an unfinished flow; nil for a flow without drafts.
    public var draft: DraftPlace?
    /// The generator of ids for operations.
    public var ids: IDGenerator

    /// Creates a wizard.
    public init(steps: [Step], ids: IDGenerator) {
        self.steps = steps
        self.ids = ids
    }
}
