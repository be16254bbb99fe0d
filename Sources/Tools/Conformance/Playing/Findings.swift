/// The faults of a session, and the requirements that were checked.
struct Findings {
    private(set) var faults: [Fault] = []
    /// The ids of the requirements that were checked, whether they are met or not.
    var tried: Set<String> = []

    mutating func add(_ requirement: String, _ reason: String) { add([Fault([requirement], reason)]) }

    mutating func add(_ more: [Fault]) { faults += more }
}
