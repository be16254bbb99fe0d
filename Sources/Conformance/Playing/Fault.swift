/// Something that a program did, whatever it was asked, and may not do.
struct Fault {
    /// The ids of the requirements that it does not meet, beside those that the schema's violation tells.
    let requirements: [String]
    let reason: String
    /// Where what it said is not valid; nil where it is something else that is wrong.
    let violation: SchemaSet.Violation?

    init(_ requirements: [String], _ reason: String, _ violation: SchemaSet.Violation? = nil) {
        self.requirements = requirements
        self.reason = reason
        self.violation = violation
    }
}
