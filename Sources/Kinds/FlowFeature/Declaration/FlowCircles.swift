import FHDeclarations
import FHJSON

/// Finds flows that can't be opened, because the first feature of the flow leads back to the flow.
///
/// Also finds flows that can never be completed.
struct FlowCircles {
    private let features: [(String, WorkspaceNode)]
    /// The steps of each flow with steps, by the name of the flow.
    private let steps: [String: [JSONValue]]
    /// The name of the first feature of each flow, by the name of the flow.
    private let first: [String: String]

    init(among features: [(String, WorkspaceNode)]) {
        self.features = features
        let flows = features.filter { FlowDeclaration.declares($0.1.value) }
        let steps = flows.compactMap { name, node in node.value["steps"].map { (name, Array($0.elements)) } }
        self.steps = Dictionary(steps) { first, _ in first }
        let roots = flows.compactMap { name, node in Self.rootFeature(of: node.value).map { (name, $0) } }
        first = Dictionary(roots) { first, _ in first }
    }

    func reportMistakes() {
        let endless = endless
        let circles = Circles(features.map(\.0), first)
        for (name, node) in features {
            if let way = circles.way(of: name) {
                node.report(
                    "leads back to the flow itself (\(way)); begin with another feature",
                    below: JSONPointer(node.value["steps"] == nil ? ["root"] : ["steps", "0", "feature"]))
            } else if let steps = steps[name], endless.contains(name),
                let place = steps.firstIndex(where: { !canPass($0, endless) })
            {
                let feature = steps[place]["feature"]?.stringValue ?? ""
                node.report(
                    "every way leads through \(feature), which can't be completed before this flow itself; "
                        + "let the step be skipped, or give it a condition",
                    below: JSONPointer(["steps", "\(place)", "feature"]))
            }
        }
    }

    // MARK: Flows that can't be opened

    /// The cycles of flows whose first features lead to each other, and the position of each flow in its cycle.
    private struct Circles {
        private(set) var all: [[String]] = []
        private(set) var places: [String: (circle: Int, index: Int)] = [:]
        private var seen: Set<String> = []

        /// Follows the chain of first features from each flow.
        ///
        /// Visits each flow once.
        init(_ names: [String], _ first: [String: String]) {
            for name in names where !seen.contains(name) {
                var way: [String] = []
                var indices: [String: Int] = [:]
                var next: String? = name
                while let name = next, seen.insert(name).inserted {
                    indices[name] = way.count
                    way.append(name)
                    next = first[name]
                }
                guard let start = next.flatMap({ indices[$0] }) else { continue }
                for (index, name) in way[start...].enumerated() { places[name] = (all.count, index) }
                all.append(Array(way[start...]))
            }
        }

        /// The maximum number of flows that a message lists for one cycle.
        private static let longest = 20

        /// The path from a flow back to itself, joined with arrows; nil if the flow is not in a cycle.
        func way(of name: String) -> String? {
            guard let place = places[name] else { return nil }
            let circle = all[place.circle]
            let shown = (0..<min(circle.count, Self.longest)).map { circle[(place.index + $0) % circle.count] }
            return (shown + (circle.count > Self.longest ? ["…"] : []) + [name]).joined(separator: " → ")
        }
    }

    static func rootFeature(of flow: JSONValue) -> String? {
        if let first = flow["steps"]?.elements.first { return first["feature"]?.stringValue }
        guard let root = flow["root"]?.stringValue else { return nil }
        guard let route = flow["routes"]?[root] else { return root }
        return route["feature"]?.stringValue
    }

    // MARK: Flows that can't be completed

    /// The flows that can never be completed.
    ///
    /// A flow without steps is never among these flows, because the action `complete` can complete it.
    private var endless: Set<String> {
        var ways = FlowWays()
        for (name, steps) in steps { ways.add(name, steps) }
        return ways.endless
    }

    private func canPass(_ step: JSONValue, _ endless: Set<String>) -> Bool {
        step["canSkip"]?.boolValue == true || step["feature"]?.stringValue.map { !endless.contains($0) } ?? true
    }
}
