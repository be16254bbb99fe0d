import FHJSON
import FHRows

/// The steps of a wizard with resolved conditions, which determine the path for given answers.
struct WizardPlan: Sendable {
    /// A reference to a value in the answer of a step.
    struct Place: Sendable {
        let step: Int
        let pointer: JSONPointer
    }

    typealias AnswerCondition = ResolvedCondition<Place>

    /// The answers by step index.
    typealias Answers = [Int: JSONText]

    let steps: [Wizard.Step]
    private let conditions: [AnswerCondition?]
    private let branches: [[(when: AnswerCondition?, step: Int)]]

    init(_ steps: [Wizard.Step]) {
        self.steps = steps
        let places = steps.places
        func resolve(_ condition: Condition?) -> AnswerCondition? {
            condition.map { AnswerCondition($0) { Self.place($0, among: places) } }
        }
        conditions = steps.map { resolve($0.when) }
        branches = steps.enumerated().map { index, step in
            // A branch to an earlier step would be an endless loop.
            step.next.compactMap { branch in
                places[branch.step].flatMap { $0 > index ? (resolve(branch.when), $0) : nil }
            }
        }
    }

    /// Resolves a pointer such as `/who/name` to a value in an answer; nil if there is no step with this id.
    static func place(_ name: String, among steps: [String: Int]) -> Place? {
        guard let tokens = try? JSONPointer(parsing: name).tokens, let id = tokens.first, let step = steps[id] else {
            return nil
        }
        return Place(step: step, pointer: JSONPointer(Array(tokens.dropFirst())))
    }

    /// The path for these answers: the indices of its steps in order.
    func way(_ answers: Answers) -> [Int] {
        var way: [Int] = []
        var known: [Int: JSONValue] = [:]
        func read(_ place: Place) -> JSONValue {
            known[place.step]?.value(at: place.pointer).flatMap { $0.isNothing ? nil : $0 } ?? .null
        }
        var step = 0
        while step < steps.count {
            guard conditions[step]?.holds(read) != false else {
                step += 1
                continue
            }
            way.append(step)
            known[step] = answers[step]?.value
            step = branches[step].first { $0.when?.holds(read) != false }?.step ?? step + 1
        }
        return way
    }

    func output(_ answers: Answers, of way: [Int], as shape: Wizard.OutputShape) -> JSONText {
        switch shape {
        case .steps:
            return JSONText.build { json in
                json.beginObject()
                for step in way {
                    guard let answer = answers[step] else { continue }
                    json.key(steps[step].id)
                    json.value(answer)
                }
                json.endObject()
            }
        case .merged:
            var members: [(key: String, value: JSONValue)] = []
            for step in way {
                guard let answer = answers[step]?.value, answer.isObject else { continue }
                for (key, value) in answer.members {
                    members.removeAll { isSameText($0.key, key) }
                    members.append((key, value))
                }
            }
            return JSONText.build { json in
                json.beginObject()
                for (key, value) in members {
                    json.key(key)
                    json.value(value)
                }
                json.endObject()
            }
        }
    }
}

extension [Wizard.Step] {
    /// The index of each step by its id.
    ///
    /// If several steps have the same id, the first one counts.
    var places: [String: Int] { Dictionary(enumerated().map { ($1.id, $0) }) { first, _ in first } }
}

extension JSONValue {
    /// True if the value counts as empty.
    fileprivate var isNothing: Bool {
        isNull || kind == .string && stringValue?.isEmpty == true || isArray && count == 0
    }
}
