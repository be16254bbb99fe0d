import FHJSON
import FHKindParts
import FeatureKit

extension Wizard {
    /// The diagnostics for the wizard, each with a pointer to the invalid member of the declaration.
    public var mistakes: [DeclarationMistake] {
        if steps.isEmpty { return [DeclarationMistake(["steps"], "holds at least one step")] }
        let places = steps.places
        let own =
            DeclarationMistake.mistakes(inStepIDs: steps.map(\.id))
            + steps.indices.flatMap { conditionMistakes(of: $0, places) + branchMistakes(of: $0, places) }
        return own + (draft?.mistakes ?? []) + submitMistakes
            // Reachability is only checked if the ids, conditions and branches are valid.
            + (own.isEmpty ? unreachableMistakes(places) : [])
    }

    private var submitMistakes: [DeclarationMistake] {
        guard let submit else { return [] }
        if !submit.source.capabilities.contains(.perform) {
            return [DeclarationMistake(["submit", "source"], "has no operations; name a source that has")]
        }
        guard let known = submit.source.operations, !known.contains(submit.operation) else { return [] }
        return [
            DeclarationMistake(
                ["submit", "operation"],
                "there is no operation \(submit.operation); the source has \(LikelyName.list(known))")
        ]
    }

    // MARK: Conditions

    private func conditionMistakes(of place: Int, _ places: [String: Int]) -> [DeclarationMistake] {
        mistakes(in: steps[place].when, ["steps", "\(place)", "when"], readingBefore: place, places)
            + steps[place].next.enumerated().flatMap { number, branch in
                mistakes(
                    in: branch.when, ["steps", "\(place)", "next", "\(number)", "when"], readingBefore: place + 1,
                    places)
            }
    }

    private func mistakes(
        in condition: Condition?, _ pointer: [String], readingBefore end: Int, _ places: [String: Int]
    ) -> [DeclarationMistake] {
        func readable() -> String {
            let known = Self.list(steps[..<end]) { JSONPointer([$0.id]).description }
            return known.isEmpty ? "there is none before the first step" : "the readable answers begin with: \(known)"
        }
        return (condition?.references ?? []).compactMap { name in
            guard let place = WizardPlan.place(name, among: places)?.step else {
                return DeclarationMistake(pointer, "there is no answer \(name); \(readable())")
            }
            if place < end { return nil }
            return DeclarationMistake(pointer, "reads \(name), which does not come before; \(readable())")
        }
    }

    /// Lists the names of the first steps.
    ///
    /// A list of all names in each diagnostic would take quadratic space.
    private static func list(_ steps: ArraySlice<Step>, _ name: (Step) -> String) -> String {
        LikelyName.list(steps.prefix(LikelyName.longestList + 1).map(name))
    }

    // MARK: Ways

    private func branchMistakes(of place: Int, _ places: [String: Int]) -> [DeclarationMistake] {
        let certain = steps[place].next.firstIndex { $0.when == nil } ?? steps[place].next.count
        func behind() -> String { Self.list(steps[(place + 1)...], \.id) }
        return steps[place].next.enumerated().flatMap { number, branch -> [DeclarationMistake] in
            let pointer = ["steps", "\(place)", "next", "\(number)"]
            var mistakes: [DeclarationMistake] = []
            if let target = places[branch.step] {
                if target <= place {
                    mistakes.append(
                        DeclarationMistake(pointer + ["step"], "leads back; the later steps are: \(behind())"))
                }
            } else {
                mistakes.append(
                    DeclarationMistake(
                        pointer + ["step"], "there is no step \(branch.step); the later steps are: \(behind())"))
            }
            if number > certain {
                mistakes.append(DeclarationMistake(pointer, "is never used: a branch before it always holds"))
            }
            return mistakes
        }
    }

    private func unreachableMistakes(_ places: [String: Int]) -> [DeclarationMistake] {
        var reached: Set<Int> = [0]
        for place in steps.indices where reached.contains(place) {
            let branches = steps[place].next
            reached.formUnion(branches.compactMap { places[$0.step] })
            let goesOn = !branches.contains { $0.when == nil }
            if goesOn || steps[place].when != nil { reached.insert(place + 1) }
        }
        return steps.indices.filter { !reached.contains($0) }.map {
            DeclarationMistake(
                ["steps", "\($0)"], "no branch leads to this step; remove it, or let a branch lead to it")
        }
    }
}
