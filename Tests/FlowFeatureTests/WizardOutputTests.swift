import FHFlowFeature
import FHJSON
import FHKindParts
import FeatureKit
import Testing

/// The output schema of a wizard.
@Suite struct WizardOutputTests {
    private static let text: JSONText = #"{"type":"string"}"#
    private static let number: JSONText = #"{"type":"number"}"#

    /// Makes a step whose answer has exactly these members; a question mark after a name makes the member optional.
    private func step(_ id: String, _ members: KeyValuePairs<String, JSONText>) -> Wizard.Step {
        var object = ObjectSchema()
        for (name, schema) in members {
            object.add(name.filter { $0 != "?" }, schema, isRequired: !name.hasSuffix("?"))
        }
        return step(id, object.text)
    }

    private func step(_ id: String, _ schema: JSONText) -> Wizard.Step {
        Wizard.Step(id: id, title: id, feature: Question.link(schema))
    }

    private func configured(_ step: Wizard.Step, _ configure: (inout Wizard.Step) -> Void) -> Wizard.Step {
        var step = step
        configure(&step)
        return step
    }

    private func flow(_ steps: [Wizard.Step], _ shape: Wizard.OutputShape) -> FlowConfiguration {
        var wizard = Wizard(steps: steps, ids: IDGenerator(seed: 1))
        wizard.output = shape
        return FlowConfiguration(title: "Plan", wizard: wizard)
    }

    private func schema(_ steps: [Wizard.Step], _ shape: Wizard.OutputShape = .steps) -> JSONValue? {
        Flow(flow(steps, shape), keys: KeySequence()).outputSchema?.value
    }

    // MARK: By step

    @Test func answersByStepAreThoseOfTheSteps() {
        var summary = question("summary")
        summary.isSummary = true
        #expect(
            schema([step("a", Self.text), question("b"), summary])
                == json(
                    #"""
                    {"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["a","b"],
                     "additionalProperties":false}
                    """#))
    }

    @Test func aStepThatNeedNotBeAnsweredNeedNotBeThere() {
        let notice = Wizard.Step(id: "notice", title: "N", feature: Notice.link)
        let steps = [
            configured(step("a", Self.text)) { $0.next = [.init(when: .isEmpty("/a"), to: "c")] },
            step("passed", Self.text), step("c", Self.text),
            configured(step("skippable", Self.text)) { $0.canSkip = true },
            configured(step("conditional", Self.text)) { $0.when = .isEmpty("/a") }, notice,
        ]
        #expect(schema(steps)?["required"] == json(#"["a","c"]"#))
        #expect(schema(steps)?["properties"]?.members.count == 6)
    }

    // MARK: Merged outputs

    @Test func mergedAnswersHaveTheMembersOfAll() {
        #expect(
            schema([step("a", ["x": Self.text, "y?": Self.text]), step("b", ["z": Self.number])], .merged)
                == json(
                    #"""
                    {"type":"object",
                     "properties":{"x":{"type":"string"},"y":{"type":"string"},"z":{"type":"number"}},
                     "required":["x","z"],"additionalProperties":false}
                    """#))
    }

    @Test func ofOneNameTheLastCountsThatIsSure() {
        let sure = schema([step("a", ["x": Self.text]), step("b", ["x": Self.number])], .merged)
        #expect(sure?["properties"]?["x"] == Self.number.value)
        let maybe = schema([step("a", ["x": Self.text]), step("b", ["x?": Self.number])], .merged)
        #expect(maybe?["properties"]?["x"] == json(#"{"anyOf":[{"type":"string"},{"type":"number"}]}"#))
        #expect(maybe?["required"] == json(#"["x"]"#))
        let skipped = configured(step("b", ["x": Self.number])) { $0.canSkip = true }
        #expect(schema([step("a", ["x": Self.text]), skipped], .merged) == maybe)
    }

    @Test func anAnswerOfUnknownMembersMayHaveAny() {
        let steps = [step("a", ["x": Self.text]), question("b"), step("c", ["y": Self.text])]
        #expect(
            schema(steps, .merged)
                == json(#"{"type":"object","properties":{"x":{},"y":{"type":"string"}},"required":["x","y"]}"#))
    }

    @Test func anAnswerThatMayBeNoObjectGivesNoMemberForSure() {
        let open: JSONText = #"{"type":["object","null"],"properties":{"x":{"type":"number"}},"required":["x"]}"#
        #expect(
            schema([step("a", open)], .merged)
                == json(#"{"type":"object","properties":{"x":{"type":"number"}}}"#))
    }

    // MARK: Flows in flows

    /// Makes a flow that contains itself.
    private static func again(_ keys: KeySequence) -> Flow {
        let link = FeatureLink("again") { _, keys throws(ActionRefusal) in
            AnyFeature(Presenting(again(keys), keys: keys))
        }
        let wizard = Wizard(steps: [.init(id: "again", title: "Again", feature: link)], ids: IDGenerator(seed: 1))
        return Flow(FlowConfiguration(title: "Again", wizard: wizard), keys: keys)
    }

    @Test func aFlowAmongItsOwnStepsIsLookedIntoSoFar() {
        var schema = Self.again(KeySequence()).outputSchema?.value
        for _ in 0..<2 {
            #expect(schema?["required"] == json(#"["again"]"#))
            schema = schema?["properties"]?["again"]
        }
        #expect(schema == .emptyObject)
    }

    @Test func aFlowWithoutStepsSaysWhatItWasTold() {
        var configuration = FlowConfiguration(title: "Plan", root: "a", routes: ["a": .init(feature: Question.link)])
        #expect(Flow(configuration, keys: KeySequence()).outputSchema == nil)
        configuration.outputSchema = Self.text
        #expect(Flow(configuration, keys: KeySequence()).outputSchema == Self.text)
    }
}
