import FeatureKit
import JSON

/// What a form remembers.
///
/// What a front end sees of it is written in `FormState+Wire.swift`.
public struct FormState: Sendable, Equatable {
    /// What a field remembers.
    struct Field: Sendable, Equatable {
        var value: FieldValue { didSet { isDirty = value != baseline } }
        /// What it counts as changed from.
        var baseline: FieldValue { didSet { isDirty = value != baseline } }
        /// Whether the two differ; every snapshot asks.
        private(set) var isDirty = false
        /// Whether it was left once, or the form was checked.
        var isTouched = false
        /// Whether something was entered since it was at its baseline.
        var isChanged = false
        var messages: [MessageCode] = []

        /// A field at its baseline.
        init(_ value: FieldValue) {
            self.value = value
            baseline = value
        }
    }

    enum Status: String, Sendable {
        case editing, submitting, succeeded, failed
    }

    /// Where the cursor belongs.
    struct Focus: Sendable, Equatable {
        /// The field's place; nil where no field has it.
        var index: Int?
        /// Counts how often the host moved it.
        var sequence = 0
    }

    /// A call to the source: the same values again are the same operation, which is not done twice.
    struct Attempt: Sendable, Equatable {
        let opID: String
        let row: SourceRow
        /// The values that it hands on.
        let values: JSONText
    }

    /// A submit that the source has not answered.
    struct Submission: Sendable, Equatable {
        let requestID: String?
        let attempt: Attempt
        /// What was entered when it began.
        let frozen: [FieldValue]
    }

    /// In the order of the sections.
    var fields: [Field]
    var status = Status.editing
    var submitCount = 0
    /// Whether messages are shown because the form was submitted.
    var isSubmitted = false
    var result: JSONText?
    var focus = Focus()
    /// The submit under way.
    var submission: Submission?
    /// The last call to the source that is not known to have been done.
    var attempt: Attempt?
    var errors = ErrorList()

    init(fields: [Field]) {
        self.fields = fields
    }

    var isDirty: Bool { fields.contains { $0.isDirty } }
    var isValid: Bool { fields.allSatisfy { $0.messages.isEmpty } }

    mutating func enter(_ value: FieldValue, at index: Int, _ plan: FormPlan) {
        fields[index].value = value
        fields[index].isChanged = true
        if status != .submitting { status = .editing }
        plan.check(index, &self)
    }

    mutating func leave(_ index: Int) {
        fields[index].isTouched = true
        if focus.index == index { focus.index = nil }
    }

    mutating func touchAll() {
        for index in fields.indices { fields[index].isTouched = true }
    }
}
