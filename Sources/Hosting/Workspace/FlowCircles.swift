import JSON

/// Flows that lead back to themselves so that they could never be opened, or never be completed.
struct FlowCircles {
    private let features: [(String, WorkspaceNode)]
    /// The steps of each flow that has some.
    private let steps: [String: [JSONValue]]
    /// By flow: the feature that it begins with.
    private let first: [String: String]

    init(among features: [(String, WorkspaceNode)]) {
        self.features = features
        let flows = features.filter { $0.1.value["kind"]?.stringValue == "flow" }
        let steps = flows.compactMap { name, node in node.value["steps"].map { (name, Array($0.elements)) } }
        self.steps = Dictionary(steps) { first, _ in first }
        let roots = flows.compactMap { name, node in Self.rootFeature(of: node.value).map { (name, $0) } }
        first = Dictionary(roots) { first, _ in first }
    }

    func reportMistakes() {
        let endless = endless
        for (name, node) in features {
            if let circle = circle(of: name) {
                let way = circle.joined(separator: " → ")
                node.report(
                    "leads back to the flow itself (\(way)); begin with another feature",
                    below: JSONPointer(node.value["steps"] == nil ? ["root"] : ["steps", "0", "feature"]))
            } else if let steps = steps[name], endless.contains(name),
                let place = steps.firstIndex(where: { !canPass($0, endless) })
            {
                let feature = steps[place]["feature"]?.stringValue ?? ""
                node.report(
                    "no way leads past \(feature), and that can't be completed before this flow itself; "
                        + "let the step be skipped, or give it a condition",
                    below: JSONPointer(["steps", "\(place)", "feature"]))
            }
        }
    }

    // MARK: Flows that can't be opened

    /// The flows that a flow begins with, one in the other, where they lead back to it.
    private func circle(of name: String) -> [String]? {
        var seen = [name]
        while let root = first[seen[seen.count - 1]] {
            if root == name { return seen + [name] }
            if seen.contains(root) { return nil }
            seen.append(root)
        }
        return nil
    }

    private static func rootFeature(of flow: JSONValue) -> String? {
        if let first = flow["steps"]?.elements.first { return first["feature"]?.stringValue }
        guard let root = flow["root"]?.stringValue else { return nil }
        guard let route = flow["routes"]?[root] else { return root }
        return route["feature"]?.stringValue
    }

    // MARK: Flows that can't be completed

    /// The flows whose ways all lead through one of them.
    ///
    /// A flow without steps is none of them: whoever shows it can complete it.
    private var endless: Set<String> {
        var endless = Set(steps.keys)
        while true {
            let ending = endless.filter { hasEnd(steps[$0] ?? [], endless) }
            if ending.isEmpty { return endless }
            endless.subtract(ending)
        }
    }

    private func hasEnd(_ steps: [JSONValue], _ endless: Set<String>) -> Bool {
        let ids = steps.enumerated().compactMap { place, step in step["id"]?.stringValue.map { ($0, place) } }
        let places = Dictionary(ids) { first, _ in first }
        var ends = Array(repeating: true, count: steps.count + 1)
        for (place, step) in steps.enumerated().reversed() {
            let branches = step["next"].map { Array($0.elements) } ?? []
            // What is no step is the summary, which is behind them all.
            var next = branches.map { $0["step"]?.stringValue.flatMap { places[$0] } ?? steps.count }
            if branches.allSatisfy({ $0["when"] != nil }) { next.append(place + 1) }
            let goesOn = canPass(step, endless) && next.contains { $0 > place && ends[$0] }
            ends[place] = goesOn || step["when"] != nil && ends[place + 1]
        }
        return ends[0]
    }

    private func canPass(_ step: JSONValue, _ endless: Set<String>) -> Bool {
        step["canSkip"]?.boolValue == true || step["feature"]?.stringValue.map { !endless.contains($0) } ?? true
    }
}
