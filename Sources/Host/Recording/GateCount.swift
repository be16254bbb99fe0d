import FHHosting

/// Counts the gates since the last event or turn.
///
/// Gates are the points at which input from other threads can be applied.
struct GateCount {
    private var passed = 0
    /// The number of gates at which a session has written output.
    ///
    /// They are counted separately, because their number depends on how frames are split.
    private var outputs = 0

    /// The number of gates that a line of this kind records.
    func place(of kind: some StringProtocol) -> Int { kind == "took" || kind == "broken" ? outputs : passed }

    mutating func pass() { passed += 1 }
    mutating func passOutput() { outputs += 1 }
    mutating func begin() { self = GateCount() }
}
