import FHFlowFeature
import FHJSON
import FHKindParts
import FeatureKit
import TestSupport
import Testing

/// Compares random wizards with a small model after each random user action.
@Suite struct WizardPropertyTests {
    @Test func goesWhereTheAnswersLead() throws {
        try forEachSeed(60) { seed, generator in
            let model = WizardModel(&generator)
            let shelf = Shelf()
            var run = WizardRun(model, FlowDriver(model.configuration(shelf)))
            for _ in 0..<60 {
                try run.act(&generator, shelf)
                try #require(run.flow.way == run.expectedWay, "seed \(seed)")
                #expect(run.flow.steps?["answers"] == run.expectedAnswers, "seed \(seed)")
                #expect(run.flow.status == (run.isCompleted ? "completed" : "active"), "seed \(seed)")
                #expect(run.flow.routes == run.expectedRoutes, "seed \(seed)")
                #expect(run.flow.text == run.typed[run.shown], "seed \(seed)")
                if run.isCompleted { break }
            }
        }
    }
}

/// A model of a wizard, whose steps accept one of three words, and may depend on the word of an earlier step.
struct WizardModel {
    struct Step {
        var needs: (step: Int, word: String)?
        var branch: (word: String, to: Int)?
        var canSkip: Bool
    }

    static let words = ["red", "green", "blue"]

    var steps: [Step] = []

    init(_ generator: inout SeededGenerator) {
        let count = Int.random(in: 2...6, using: &generator)
        for place in 0..<count {
            var step = Step(canSkip: Bool.random(using: &generator))
            if place > 0, Bool.random(using: &generator) {
                step.needs = (Int.random(in: 0..<place, using: &generator), Self.word(&generator))
            }
            if place + 1 < count, Int.random(in: 0..<3, using: &generator) == 0 {
                step.branch = (Self.word(&generator), Int.random(in: place + 1..<count, using: &generator))
            }
            steps.append(step)
        }
    }

    static func word(_ generator: inout SeededGenerator) -> String { words.randomElement(using: &generator) ?? "" }

    func configuration(_ shelf: Shelf) -> FlowConfiguration {
        let declared = steps.enumerated().map { place, model in
            var step = Wizard.Step(id: "s\(place)", title: "S", feature: Question.link)
            step.canSkip = model.canSkip
            step.when = model.needs.map { .equals("/s\($0.step)/text", .value(.string($0.word))) }
            step.next =
                model.branch.map { branch in
                    [
                        Wizard.Branch(
                            when: .equals("/s\(place)/text", .value(.string(branch.word))), to: "s\(branch.to)")
                    ]
                } ?? []
            return step
        }
        var wizard = Wizard(steps: declared, ids: IDGenerator(seed: 1))
        wizard.draft = DraftPlace(source: shelf, id: "plan")
        return FlowConfiguration(title: "Plan", wizard: wizard)
    }

    /// Returns the steps on the path for some answers.
    func way(_ answers: [Int: String]) -> [Int] {
        var way: [Int] = []
        var next = 0
        for (place, step) in steps.enumerated() where place >= next {
            if let needs = step.needs, !way.contains(needs.step) || answers[needs.step] != needs.word { continue }
            way.append(place)
            if let branch = step.branch, answers[place] == branch.word { next = branch.to }
        }
        return way
    }
}

/// A random walk through the wizard.
struct WizardRun {
    let model: WizardModel
    private(set) var flow: FlowDriver
    private var answers: [Int: String] = [:]
    private var skipped: Set<Int> = []
    /// The text in each step that exists.
    private(set) var typed: [Int: String] = [:]
    private(set) var shown: Int
    private(set) var isCompleted = false

    init(_ model: WizardModel, _ flow: FlowDriver) {
        self.model = model
        self.flow = flow
        shown = model.way([:])[0]
        typed[shown] = ""
    }

    private var way: [Int] { model.way(answers) }
    private var index: Int { way.firstIndex(of: shown) ?? -1 }

    var expectedWay: [String] {
        way.map { step in
            let status =
                step == shown
                ? "current" : skipped.contains(step) ? "skipped" : answers[step] != nil ? "done" : "open"
            return "s\(step) \(status)"
        }
    }

    var expectedRoutes: [String] { way[...index].map { "s\($0)" } }

    var expectedAnswers: JSONValue {
        JSONValue.build { json in
            json.beginObject()
            for step in way {
                guard let answer = answers[step] else { continue }
                json.key("s\(step)")
                json.value(JSONText.object("text", .string(answer)))
            }
            json.endObject()
        }
    }

    /// Performs a random action in the flow and in the model.
    mutating func act(_ generator: inout SeededGenerator, _ shelf: Shelf) throws {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...3:
            let word = WizardModel.word(&generator)
            try flow.page("enter", #"{"text":"\#(word)"}"#)
            typed[shown] = word
        case 4...6:
            guard let text = typed[shown], !text.isEmpty else {
                flow.expectRefusal(.unavailable("empty"), "next")
                return
            }
            try flow.send("next")
            answers[shown] = text
            skipped.remove(shown)
            goOn()
        case 7:
            guard index > 0 else {
                flow.expectRefusal(.unavailable("firstStep"), "back")
                return
            }
            try flow.send("back")
            shown = way[index - 1]
        case 8:
            guard model.steps[shown].canSkip else {
                flow.expectRefusal(.unavailable("notSkippable"), "skip")
                return
            }
            try flow.send("skip")
            answers[shown] = nil
            skipped.insert(shown)
            goOn()
        default: try restart(shelf)
        }
    }

    private mutating func goOn() {
        if index == way.count - 1 {
            isCompleted = true
            return
        }
        shown = way[index + 1]
        // Steps that the answers skip are closed.
        typed = typed.filter { way.contains($0.key) }
        if typed[shown] == nil { typed[shown] = answers[shown] ?? "" }
    }

    /// Restarts the host; the flow continues from the draft without unsubmitted text.
    private mutating func restart(_ shelf: Shelf) throws {
        flow = FlowDriver(model.configuration(shelf))
        guard shelf["plan"] != nil else {
            flow.expectRefusal(.unavailable("noDraft"), "restoreDraft")
            typed = [shown: ""]
            return
        }
        try flow.send("restoreDraft")
        typed = Dictionary(uniqueKeysWithValues: way[...index].map { ($0, answers[$0] ?? "") })
    }
}
