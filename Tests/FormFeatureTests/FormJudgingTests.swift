import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Rule 9: validation by a source.
@Suite struct FormJudgingTests {
    private func form(_ configure: (inout FieldConfiguration) -> Void = { _ in }) -> FormStore {
        let source = SimulatedSource()
        let judged = field("email") {
            $0.required = true
            $0.limits[.minLength] = .integer(3)
            $0.validation = FieldValidation(source: source, operation: "isFree")
            configure(&$0)
        }
        return FormStore([judged, field("other")], source: source) {
            $0.submit = .perform($1, operation: "order")
        }
    }

    private let taken = Failure.invalidValues([.init(path: nil, code: "taken", message: "It is taken.")])

    @Test func aChangedValueIsJudgedWhenItHasNotChangedForAWhile() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        #expect(form.flag("/email", "validating") == true)
        #expect(form["isValidating"].boolValue == true, "the debounce counts")
        form.advance(200)
        try form.enter("/email", #""adam""#)
        form.advance(299)
        #expect(form.source.calls.isEmpty)
        form.advance(1)
        #expect(form.source.calls == [.perform("isFree", text(#"{"path":"/email","value":"adam"}"#))])
        await form.fail(0, taken)
        #expect(form["isValidating"].boolValue == false)
        #expect(form.codes("/email") == ["taken"])
        #expect(form["isValid"].boolValue == false)
        #expect(form.isSettled)
    }

    @Test func rule9AVerdictCountsOnlyForTheValueThatItJudged() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        form.advance(300)
        try form.enter("/email", #""bob""#)
        form.source.fail(0, taken)
        form.store.deliver()
        #expect(form.codes("/email") == [])
        form.advance(300)
        await form.answer(1)
        #expect(form.codes("/email") == [])
        #expect(form["isValid"].boolValue == true)
    }

    @Test func aValueThatWasJudgedLastIsNotJudgedAgain() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        form.advance(300)
        await form.fail(0, taken)
        try form.enter("/email", #""a""#)
        #expect(form.codes("/email") == ["minLength"])
        try form.enter("/email", #""ada""#)
        #expect(form.codes("/email") == ["taken"])
        form.advance(1000)
        #expect(form.source.calls.count == 1)
    }

    @Test func whatIsWrongAnywayIsNotJudged() throws {
        let form = form()
        try form.enter("/email", #""ab""#)
        #expect(form.flag("/email", "validating") == false)
        try form.enter("/email", #""abc""#)
        #expect(form.flag("/email", "validating") == true)
        try form.enter("/email", #""""#)
        #expect(form.flag("/email", "validating") == false)
        form.advance(1000)
        #expect(form.source.calls.isEmpty)
        #expect(form.isSettled)
    }

    @Test func rule9ASubmitWaitsForVerdictsThatAreNotThere() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        try form.send("submit", #"{"requestId":"r"}"#)
        #expect(form.status == "validating")
        #expect(form.refusal("submit", #"{"requestId":"s"}"#) == "alreadySubmitting")
        #expect(form.unavailable("reset") == "submitting")
        #expect(form.source.calls.count == 1, "without the debounce")
        await form.answer(0)
        #expect(form.status == "submitting")
        #expect(form.source.calls.last == .perform("order", text(#"{"email":"ada","other":""}"#)))
        await form.answer(1)
        #expect(form.status == "succeeded")
        form.advance(1000)
        #expect(form.source.calls.count == 2)
    }

    @Test func rule9AWrongVerdictEndsTheSubmitAtItsField() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        try form.send("submit")
        await form.fail(0, taken)
        #expect(form.status == "editing")
        #expect(form["focus"]["path"]?.stringValue == "/email")
        #expect(form.codes("/email") == ["taken"])
        #expect(form.source.calls.count == 1)
        try form.enter("/email", #""bob""#)
        try form.send("submit")
        #expect(form.status == "validating")
    }

    @Test func rule9TheFrozenValuesAreHandedOnWhateverIsEditedMeanwhile() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        try form.send("submit")
        try form.enter("/other", #""later""#)
        await form.answer(0)
        #expect(form.source.calls.last == .perform("order", text(#"{"email":"ada","other":""}"#)))
        await form.answer(1)
        #expect(form.flag("/other", "dirty") == true)
    }

    @Test func aSourceThatFailsBlocksNobodyAndCanBeAskedAgain() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        form.advance(300)
        await form.fail(0)
        #expect(form.errors.map { $0["display"]?.stringValue } == ["inline"])
        #expect(form["isValid"].boolValue == true)
        form.advance(1000)
        #expect(form.source.calls.count == 1, "it is not asked again by itself")
        try form.send("retry")
        form.advance(300)
        #expect(form.source.calls.count == 2)
        await form.answer(1)
        #expect(form.errors.isEmpty)
    }

    @Test func whatIsSaidOfAValueThatCouldNotBeJudgedGoesWithIt() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        form.advance(300)
        await form.fail(0)
        #expect(form.errors.count == 1)
        try form.enter("/email", #""a""#)
        #expect(form.errors.isEmpty)
    }

    @Test func aSubmitWhoseVerdictFailsHasFailed() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        try form.send("submit")
        await form.fail(0)
        #expect(form.status == "failed")
        #expect(form.isSettled)
        try form.send("retry")
        #expect(form.status == "validating")
    }

    @Test func aCancelledSubmitWaitsForNoVerdictAndTheFieldIsJudgedAsBefore() async throws {
        let form = form()
        try form.enter("/email", #""ada""#)
        try form.send("submit")
        try form.send("cancelSubmit")
        #expect(form.status == "editing")
        form.advance(300)
        #expect(form.source.calls.count == 2)
        await form.answer(1)
        #expect(form["isValidating"].boolValue == false)
        #expect(form.isSettled)
    }

    @Test func anItemThatGoesTakesItsVerdictAlong() async throws {
        let source = SimulatedSource()
        let form = FormStore(
            [
                field("lines", .repeated) {
                    $0.fields = [
                        field("code") {
                            $0.validation = FieldValidation(source: source, operation: "isKnown", debounce: 0)
                        }
                    ]
                }
            ], values: #"{"lines":[{},{}]}"#, source: source)
        try form.enter("/lines/k1/code", #""x""#)
        form.advance(0)
        try form.send("moveItem", #"{"path":"/lines","id":"k1"}"#)
        await form.fail(0, taken)
        #expect(form.codes("/lines/k1/code") == ["taken"])
        try form.enter("/lines/k2/code", #""y""#)
        form.advance(0)
        #expect(form["isValidating"].boolValue == true)
        try form.send("removeItem", #"{"path":"/lines","id":"k2"}"#)
        #expect(form["isValidating"].boolValue == false)
        #expect(form.isSettled)
    }

    // MARK: Removed fields

    /// Makes a form with items whose code the source validates, and with a field that can be hidden.
    private func fleeting(_ values: String) -> FormStore {
        let source = SimulatedSource()
        let judged = FieldValidation(source: source, operation: "isKnown", debounce: 0)
        return FormStore(
            [
                field("lines", .repeated) { $0.fields = [field("code") { $0.validation = judged }] }, field("kind"),
                field("more") {
                    $0.visibleWhen = .isEmpty("kind")
                    $0.validation = judged
                },
            ], values: values, source: source
        ) { $0.submit = .perform($1, operation: "order") }
    }

    @Test(arguments: [
        ("removeItem", #"{"path":"/lines","id":"k1"}"#), ("setValue", #"{"path":"/lines","value":[]}"#),
        ("rebase", #"{"values":{"lines":[{"code":"y"}]}}"#),
    ])
    func rule9ASubmitWaitsForTheVerdictOfAnItemThatIsGone(_ action: String, _ params: String) async throws {
        let form = fleeting(#"{"lines":[{"code":"x"}]}"#)
        try form.send("submit")
        #expect(form.status == "validating")
        try form.send(action, params)
        #expect(form.status == "validating")
        #expect(!form.isSettled)
        await form.answer(0)
        #expect(
            form.source.calls.last == .perform("order", text(#"{"lines":[{"code":"x"}],"kind":"","more":""}"#)),
            "the frozen values are handed on")
        await form.answer(1)
        #expect(form.status == "succeeded")
        #expect(form.isSettled)
    }

    @Test func aSubmitThatIsGivenUpWaitsForNoItemThatIsGone() throws {
        let form = fleeting(#"{"lines":[{"code":"x"}]}"#)
        try form.send("submit")
        try form.send("removeItem", #"{"path":"/lines","id":"k1"}"#)
        try form.send("cancelSubmit")
        #expect(form.status == "editing")
        #expect(form.isSettled)
    }

    @Test func whatCouldNotBeJudgedIsNoErrorWhenItIsGone() async throws {
        let form = fleeting(#"{"lines":[{}]}"#)
        for (call, path) in ["/lines/k1/code", "/more"].enumerated() {
            try form.enter(path, #""x""#)
            form.advance(0)
            await form.fail(call)
        }
        #expect(form.errors.count == 2)
        try form.send("removeItem", #"{"path":"/lines","id":"k1"}"#)
        #expect(form.errors.count == 1)
        try form.enter("/kind", #""z""#)
        #expect(form.errors.isEmpty)
        form.advance(0)
        #expect(form.source.calls.count == 2)
        try form.enter("/kind", #""""#)
        form.advance(0)
        #expect(form.source.calls.count == 3, "what is there again is asked about")
    }
}
