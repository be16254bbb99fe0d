import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHFormFeature

/// Random actions on a form of groups, items, conditions, limits and validations.
///
/// The shown state depends only on the entered values, not on the order of the actions.
@Suite struct FormTreePropertyTests {
    private static func line(_ source: SimulatedSource) -> [FieldConfiguration] {
        [
            field("name") {
                $0.requiredWhen = .equals("/strict", .value(text("true")))
                $0.validation = FieldValidation(source: source, operation: "judge")
            },
            field("count", .number) {
                $0.constraints.limits[.maximum] = .field("/most")
                $0.enabledWhen = .not(.isEmpty("name"))
            },
            field("notes", .repeated) {
                $0.fields = [field("by") { $0.visibleWhen = .greater("/most", .field("/least")) }]
            },
        ]
    }

    private static func configuration(_ source: SimulatedSource) -> FormConfiguration {
        var form = FormConfiguration(
            title: "Test",
            steps: [
                FormStep(
                    id: "one", title: "One",
                    sections: [
                        FormSection(fields: [
                            field("strict", .toggle), field("most", .stepper), field("least", .number),
                            field("pin", .secure) { $0.requiredWhen = .equals("strict", .value(text("true"))) },
                            field("place", .group) {
                                $0.visibleWhen = .less("least", .value(text("3")))
                                $0.fields = [field("city") { $0.required = true }, field("zip", .number)]
                            },
                        ])
                    ]),
                FormStep(
                    id: "two", title: "Two", visibleWhen: .not(.equals("/most", .value(text("2")))),
                    sections: [
                        FormSection(fields: [
                            field("lines", .repeated) {
                                $0.fields = line(source)
                                $0.constraints.uniqueItems = true
                                $0.limits[.maxItems] = .integer(3)
                            }
                        ])
                    ]),
            ], submit: .perform(source, operation: "order"), ids: IDGenerator(seed: 1))
        form.rules = [FormRule(.less("/least", .field("/most")), message: "less")]
        form.values = text(#"{"lines":[{"name":"a","notes":[{"by":"x"}]}],"least":1}"#)
        return form
    }

    private struct Run {
        var form: FormDriver
        var random: SeededGenerator
        /// The pending validations.
        var judgements: [Judgement] = []

        mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }

        mutating func step() {
            let fields = form["fields"]
            let paths = fields.members.map(\.0)
            let repeated = paths.filter { fields[$0]?["items"] != nil }
            let leaves = paths.filter { !repeated.contains($0) && $0 != "/pin" }
            let list = pick(repeated)
            let ids = fields[list]?["value"]?.elements.compactMap(\.stringValue) ?? []
            let id = pick(ids + ["k0"])
            let before = pick(ids.map { #","beforeId":"\#($0)""# } + [""])
            let value = pick(["true", "false", "null", "0", "1", "2", "3", #""a""#, #""""#])
            let old = form.state
            let refusal: ActionRefusal?
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: refusal = form.refusal("setValue", #"{"path":"\#(pick(leaves))","value":\#(value)}"#)
            case 8, 9: refusal = form.refusal("insertItem", #"{"path":"\#(list)"\#(before)}"#)
            case 10: refusal = form.refusal("removeItem", #"{"path":"\#(list)","id":"\#(id)"}"#)
            case 11: refusal = form.refusal("moveItem", #"{"path":"\#(list)","id":"\#(id)"\#(before)}"#)
            case 12: refusal = form.refusal("setSecret", #"{"path":"/pin","value":"\#(pick(["", "hush"]))"}"#)
            case 13: refusal = form.refusal(pick(["reset", "validate", "nextStep", "previousStep", "cancelSubmit"]))
            case 14: refusal = form.refusal("setValue", #"{"path":"/lines","value":[{"name":"a"},{"name":"a"}]}"#)
            case 15: refusal = form.refusal("rebase", #"{"values":{"lines":[{"name":"b","count":2}],"least":2}}"#)
            case 16, 17: refusal = form.refusal("submit", #"{"requestId":"1"}"#)
            default:
                refusal = nil
                answer()
            }
            if refusal != nil { #expect(form.state == old) }
        }

        /// Answers a pending request, or makes it fail.
        private mutating func answer() {
            let mistake = Failure.invalidValues([
                .init(path: pick(["/least", "/lines/k1/name", nil]), code: "no", message: "no")
            ])
            let failure = pick([mistake, Failure("networkError", "no network")])
            if let submission = form.state.submission, submission.judging.isEmpty {
                let opID = submission.attempt.opID
                form.apply(.submitted(opID: opID, Bool.random(using: &random) ? .success(.null) : .failure(failure)))
            } else if let address = form.state.addresses.first(where: { form.state[$0].judging != nil }) {
                let opID = form.state.submission?.judging[address]
                let judgement = Judgement(
                    address: address, value: form.state[address].judging!, opID: opID ?? "", isSubmit: opID != nil)
                form.apply(.judged(judgement, Bool.random(using: &random) ? .success(Done()) : .failure(failure)))
            }
        }

        func check(_ seed: UInt64) {
            let state = form.state
            // A complete evaluation gives the same state.
            var fresh = state
            for address in fresh.addresses { fresh.note(address, .changed) }
            fresh.isFormStale = true
            form.form.plan.finish(&fresh)
            #expect(fresh == state, "seed \(seed)")
            let fields = state.addresses.map { state[$0] }
            #expect(state.wrongCount == fields.count { $0.isWrong }, "seed \(seed)")
            #expect(state.judgedCount == fields.count { $0.judging != nil }, "seed \(seed)")
            #expect(state.dirtyCount == state.containers[0]!.fields.count { $0.isDirty }, "seed \(seed)")
            #expect(state.visibleSteps[state.step], "seed \(seed)")
            // Each field is shown once, at its path.
            let shown = form["fields"].members.map(\.0)
            #expect(Set(shown).count == shown.count && shown.count == state.addresses.count, "seed \(seed)")
            for path in shown { #expect(form.form.plan.address(path: path, state) != nil, "seed \(seed)") }
            if state.status == .submitting || state.status == .validating { #expect(state.isBusy, "seed \(seed)") }
        }
    }

    @Test func whatIsShownFollowsFromWhatIsEntered() {
        forEachSeed(20) { seed, random in
            var run = Run(form: FormDriver(Self.configuration(SimulatedSource())), random: random)
            for _ in 0..<60 {
                run.step()
                run.check(seed)
            }
        }
    }
}
