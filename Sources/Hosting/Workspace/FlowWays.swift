import JSON

/// The ways through the steps of flows, and the flows that no way leads through.
///
/// It follows the ways backwards, from the ends: each step and each branch is passed once.
struct FlowWays {
    /// A step of a flow, or the end behind the last.
    private struct Step {
        /// The flow that it must be able to complete before it goes on; nil where it can go on.
        var awaited: String?
        /// Whether it is on the way only where a condition holds.
        let isConditional: Bool
        /// The steps that lead here.
        var before: [Int] = []
        /// Whether one of those that it leads to reaches the end.
        var leadsOn = false
        /// Whether a way leads from it to the end.
        var hasEnd = false
    }

    private var steps: [Step] = []
    /// By flow: its first step.
    private var first: [String: Int] = [:]
    private var flows: [Int: String] = [:]
    /// By flow: the steps that wait for its completion.
    private var waiting: [String: [Int]] = [:]
    private var ends: [Int] = []

    /// Takes in a flow.
    mutating func add(_ name: String, _ declared: [JSONValue]) {
        let start = steps.count
        first[name] = start
        flows[start] = name
        let ids = declared.enumerated().compactMap { place, step in step["id"]?.stringValue.map { ($0, place) } }
        let places = Dictionary(ids) { first, _ in first }
        for step in declared {
            let awaited = step["canSkip"]?.boolValue == true ? nil : step["feature"]?.stringValue
            if let awaited { waiting[awaited, default: []].append(steps.count) }
            steps.append(Step(awaited: awaited, isConditional: step["when"] != nil))
        }
        ends.append(steps.count)
        steps.append(Step(awaited: nil, isConditional: false))
        for (place, step) in declared.enumerated() {
            let branches = step["next"].map { Array($0.elements) } ?? []
            // What is no step is the summary, which is behind them all.
            var next = branches.map { $0["step"]?.stringValue.flatMap { places[$0] } ?? declared.count }
            if branches.allSatisfy({ $0["when"] != nil }) { next.append(place + 1) }
            for target in next where target > place { steps[start + target].before.append(start + place) }
        }
    }

    /// The flows of which no way leads to the end.
    var endless: Set<String> {
        var ways = self
        // What is no flow with steps can be completed.
        for (name, places) in waiting where first[name] == nil {
            for place in places { ways.steps[place].awaited = nil }
        }
        ways.follow()
        return Set(first.keys.filter { name in !ways.steps[first[name] ?? 0].hasEnd })
    }

    private mutating func follow() {
        var reached = ends
        for end in ends { steps[end].hasEnd = true }
        func look(_ place: Int, _ steps: inout [Step]) {
            guard !steps[place].hasEnd else { return }
            let goesOn = steps[place].awaited == nil && steps[place].leadsOn
            let isLeftOut = steps[place].isConditional && steps[place + 1].hasEnd
            guard goesOn || isLeftOut else { return }
            steps[place].hasEnd = true
            reached.append(place)
        }
        while let place = reached.popLast() {
            for earlier in steps[place].before {
                steps[earlier].leadsOn = true
                look(earlier, &steps)
            }
            // A step whose condition does not hold is passed over.
            if place > 0, flows[place] == nil { look(place - 1, &steps) }
            guard let name = flows[place] else { continue }
            for step in waiting[name] ?? [] {
                steps[step].awaited = nil
                look(step, &steps)
            }
        }
    }
}
