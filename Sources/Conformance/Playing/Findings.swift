/// What a session has shown: what was wrong, and what was looked at.
struct Findings {
    private(set) var faults: [Fault] = []
    /// The ids of the requirements that were looked at, met or not.
    var tried: Set<String> = []

    mutating func add(_ requirement: String, _ reason: String) { add([Fault([requirement], reason)]) }

    mutating func add(_ more: [Fault]) { faults += more }
}
