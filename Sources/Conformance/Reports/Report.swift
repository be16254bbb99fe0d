/// What a trial has shown, for people and for programs.
public struct Report {
    /// The name and version of what was tried.
    let name: String
    let party: Party
    let parts: Set<String>
    let results: Results
    /// The requirements that were asked for; empty for all.
    let only: Set<String>

    /// The requirements that are told of, in the order of the specification.
    var requirements: [Requirement] { results.requirements.filter { only.isEmpty || only.contains($0.id) } }

    /// Whether anything was tried.
    public var hasPlayed: Bool { results.playCount > 0 }

    /// Whether all that was tried and is required holds.
    public var isGood: Bool { results.findings.allSatisfy(results.isAdvice) }

    func count(_ status: Results.Status) -> Int { requirements.count { results.status(of: $0) == status } }

    func findings(of requirement: Requirement) -> [Results.Finding] {
        results.findings.filter { $0.requirements.contains(requirement.id) }
    }

    /// What is wrong without being a matter of one requirement: a scenario went another way before it came to one.
    var otherFindings: [Results.Finding] {
        let known = Set(requirements.map(\.id))
        return results.findings.filter { known.isDisjoint(with: $0.requirements) && !results.isAdvice($0) }
    }

    /// What is recommended, and not so.
    var advice: [Results.Finding] { results.findings.filter(results.isAdvice) }
}

extension Results.Finding {
    /// The requirements that are not met, for people.
    var blame: String { requirements.isEmpty ? "" : " \(requirements.joined(separator: ", "))" }

    /// Where it was found.
    var place: String { "\(scenario)\(line.map { ":\($0)" } ?? "") (\(way.rawValue))" }
}
