import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

/// Errors in the structure of a form: names, steps, rules, sources.
@Suite struct FormStructureMistakesTests {
    // MARK: Names

    @Test func siblingsHaveDifferentNames() {
        let group = field("a", .group) { $0.fields = [field("a"), field("b"), field("b")] }
        var configuration = form(field("b"), group)
        configuration.steps[0].sections.append(FormSection(fields: [field("a"), field("c")]))
        #expect(places(configuration) == ["/sections/0/fields/1/fields/2/name", "/sections/1/fields/0/name"])
    }

    @Test func aFieldHasAName() {
        #expect(places(form(field(""))) == ["/sections/0/fields/0/name"])
    }

    @Test func fieldsStandAtMostEightDeep() {
        func nested(_ depth: Int) -> FieldConfiguration {
            field("f", depth == 1 ? .text : .group) { if depth > 1 { $0.fields = [nested(depth - 1)] } }
        }
        #expect(places(form(nested(8))) == [])
        let deep = form(nested(9)).mistakes
        #expect(deep.map(\.pointer.description) == ["/sections/0" + String(repeating: "/fields/0", count: 9)])
        #expect(deep.first?.message == "is nested in more than 7 fields; use fewer levels")
    }

    // MARK: Steps

    @Test func stepsHaveIDsThatDiffer() {
        let steps = ["a", "", "a", "b"].map { FormStep(id: $0, title: "T", sections: []) }
        let configuration = FormConfiguration(title: "", steps: steps, ids: IDGenerator(seed: 1))
        #expect(configuration.mistakes.map(\.pointer.description) == ["/steps/1/id", "/steps/2/id"])
    }

    @Test func aFormHasAStep() {
        let configuration = FormConfiguration(title: "", steps: [], ids: IDGenerator(seed: 1))
        #expect(configuration.mistakes.map(\.pointer.description) == ["/steps"])
    }

    @Test func fieldsOfStepsHaveTheirPlaces() {
        let step = FormStep(id: "a", title: "", sections: [FormSection(fields: [field("")])])
        let configuration = FormConfiguration(title: "", steps: [step], ids: IDGenerator(seed: 1))
        #expect(configuration.mistakes.map(\.pointer.description) == ["/steps/0/sections/0/fields/0/name"])
    }

    // MARK: Rules

    @Test func rulesHaveCodesOfTheirOwnAndSayWhatIsWrong() {
        let rules = ["", "pattern", "required", "late"].map {
            FormRule(.equals("a", .value(text("1"))), code: $0, message: "M")
        }
        let silent = FormRule(.equals("a", .value(text("1"))), message: "")
        var configuration = form(field("a", .number) { $0.rules = rules })
        configuration.rules = [silent] + rules
        #expect(
            places(configuration) == [
                "/sections/0/fields/0/rules/0/code", "/sections/0/fields/0/rules/1/code",
                "/sections/0/fields/0/rules/2/code", "/rules/0/message", "/rules/1/code", "/rules/2/code",
                "/rules/3/code",
            ])
    }

    // MARK: Sources

    @Test func aSourceThatTakesNothing() {
        let (reader, writer) = (SimulatedSource(capabilities: []), SimulatedSource(capabilities: [.insert, .perform]))
        func wrong(_ submit: FormConfiguration.Submit) -> [String] {
            var configuration = form(field("a"))
            configuration.submit = submit
            return places(configuration)
        }
        #expect(wrong(.insert(reader)) == ["/submit/source"] && wrong(.insert(writer)) == [])
        #expect(wrong(.perform(reader, operation: "x")) == ["/submit/source"])
        #expect(wrong(.perform(writer, operation: "x")) == [], "which it has it does not say")
        #expect(wrong(.perform(Performer(), operation: "x")) == [])
        #expect(wrong(.perform(Performer(), operation: "y")) == ["/submit/operation"])
    }

    @Test func aSourceThatJudges() {
        func wrong(_ type: FieldType, _ source: any DataSource, _ operation: String = "x") -> [String] {
            places(
                form(
                    field("a", type) {
                        $0.validation = FieldValidation(source: source, operation: operation)
                        if type == .group || type == .repeated { $0.fields = [field("b")] }
                    }))
        }
        let place = "/sections/0/fields/0/validateWith"
        #expect(wrong(.text, Performer()) == [] && wrong(.toggle, Performer()) == [])
        #expect(wrong(.text, SimulatedSource(capabilities: .all)) == [place + "/source"])
        #expect(wrong(.text, Performer(), "z") == [place + "/operation"])
        for type in [FieldType.secure, .group, .repeated] { #expect(wrong(type, Performer()) == [place]) }
    }

    @Test func aSourceThatKeepsNoDraft() {
        func wrong(_ capabilities: SourceCapabilities, _ id: String = "d") -> [String] {
            var configuration = form(field("a"))
            configuration.draft = DraftPlace(source: SimulatedSource(capabilities: capabilities), id: id)
            return places(configuration)
        }
        #expect(wrong([.all, .query]) == [] && wrong([.all, .query], "") == ["/draft/id"])
        #expect(wrong(.all) == ["/draft/source"] && wrong([.insert, .delete, .query]) == ["/draft/source"])
    }
}

/// A source with the operations `v`, `w` and `x`.
private struct Performer: DataSource {
    let capabilities: SourceCapabilities = .perform
    let operations: [String]? = ["v", "w", "x"]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }
}
