import FHDeclarations
import FHJSON

/// The graph of the steps of all flows, with a search for flows that can't be completed.
///
/// The search goes backwards from the ends of the flows, and visits each step and each branch once.
struct FlowWays {
    /// A step of a flow, or the end node after the last step.
    private struct Step {
        /// The flow that has to be completed before the step can be passed; nil if the step can always be passed.
        var awaited: String?
        /// True if the step is skipped when its condition does not hold.
        let isConditional: Bool
        /// The indices of the steps that lead to this one.
        var before: [Int] = []
        /// True if the end of the flow can be reached from a successor of the step.
        var leadsOn = false
        /// True if the end of the flow can be reached from the step.
        var hasEnd = false
    }

    private var steps: [Step] = []
    /// The index of the first step of each flow, by the name of the flow.
    private var first: [String: Int] = [:]
    /// The name of each flow, by the index of its first step.
    private var flows: [Int: String] = [:]
    /// The indices of the steps that wait for the completion of a flow, by the name of the flow.
    private var waiting: [String: [Int]] = [:]
    private var ends: [Int] = []

    /// Adds the steps of a flow to the graph.
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
            // A branch to an unknown step leads to the summary, which is after all steps.
            var next = branches.map { $0["step"]?.stringValue.flatMap { places[$0] } ?? declared.count }
            if branches.allSatisfy({ $0["when"] != nil }) { next.append(place + 1) }
            for target in next where target > place { steps[start + target].before.append(start + place) }
        }
    }

    /// The names of the flows whose end can't be reached from their first step.
    var endless: Set<String> {
        var ways = self
        // A feature that is not a flow with steps can always be completed.
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
            // If the condition of the previous step does not hold, this step follows, so the end can be reached from
            // there.
            if place > 0, flows[place] == nil { look(place - 1, &steps) }
            guard let name = flows[place] else { continue }
            for step in waiting[name] ?? [] {
                steps[step].awaited = nil
                look(step, &steps)
            }
        }
    }
}
