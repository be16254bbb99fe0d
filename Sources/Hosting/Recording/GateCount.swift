/// The places at which something may be taken in that a host has passed, since something was heard or a turn began.
struct GateCount {
    private var passed = 0
    /// Those where an output takes something, by themselves: how many there are depends on how frames are divided.
    private var outputs = 0

    /// The number that a line of this kind has.
    func place(of kind: some StringProtocol) -> Int { kind == "took" || kind == "broken" ? outputs : passed }

    mutating func pass() { passed += 1 }
    mutating func passOutput() { outputs += 1 }
    mutating func begin() { self = GateCount() }
}
