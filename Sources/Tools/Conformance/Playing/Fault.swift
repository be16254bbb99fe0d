/// A violation of the protocol that is independent of the scenario.
struct Fault {
    /// The ids of the violated requirements, in addition to the requirements that follow from the schema violation.
    let requirements: [String]
    let reason: String
    /// The validation error; nil if the fault is of another kind.
    let violation: SchemaSet.Violation?

    init(_ requirements: [String], _ reason: String, _ violation: SchemaSet.Violation? = nil) {
        self.requirements = requirements
        self.reason = reason
        self.violation = violation
    }
}
