import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHFormFeature

/// Rule 9: the effects of a submit: frozen fields, checks, refusals and results.
@Suite struct FormSubmittingTests {
    private static let fields = [
        field("a") { $0.required = true }, field("b", .number), field("c", .toggle),
    ]

    private func form(_ values: String = #"{"a":"x"}"#) -> FormStore {
        FormStore(Self.fields, values: values) { $0.submit = .insert($1) }
    }

    private func inserted(_ form: FormStore, _ number: Int) -> String? {
        if case .insert(let id, _) = form.source.calls[number] { id } else { nil }
    }

    @Test func rule9WhileSubmittingTheSameRequestIsTheSameOperation() async throws {
        let form = form()
        try form.send("submit", #"{"requestId":"r1"}"#)
        try form.send("submit", #"{"requestId":"r1"}"#)
        #expect(form.source.calls.count == 1)
        #expect(form.status == "submitting")
        #expect(form["submitCount"].intValue == 1)
        await form.answer(0)
        #expect(form.status == "succeeded")
        #expect(form["result"] == json(#"{"a":"x","c":false}"#))
        #expect(form.isSettled)
    }

    @Test func rule9WhileSubmittingAnotherRequestIsRefused() throws {
        let form = form()
        try form.send("submit", #"{"requestId":"r1"}"#)
        #expect(form.refusal("submit", #"{"requestId":"r2"}"#) == "alreadySubmitting")
        #expect(form.refusal("submit") == "alreadySubmitting")
        for action in ["reset", "cancel", "discard"] { #expect(form.unavailable(action) == "submitting") }
        try form.send("cancelSubmit")
        #expect(form.status == "editing")
        #expect(form.unavailable("reset") == nil)
    }

    @Test func rule9WithoutARequestIdEverySecondSubmitIsRefused() throws {
        let form = form()
        try form.send("submit")
        #expect(form.unavailable("submit") == "alreadySubmitting")
        #expect(form.refusal("submit") == "alreadySubmitting")
    }

    @Test func rule9AnInvalidFormMakesNoCallAndFocusesTheFirstWrongField() throws {
        let form = form(#"{"b":"x"}"#)
        try form.send("submit")
        #expect(form.status == "editing")
        #expect(form["focus"] == json(#"{"path":"/a","seq":1}"#))
        for path in ["/a", "/b", "/c"] {
            #expect(form.flag(path, "touched") == true)
            #expect(form.flag(path, "showMessages") == true)
        }
        try form.enter("/a", #""y""#)
        try form.send("submit")
        #expect(form["focus"] == json(#"{"path":"/b","seq":2}"#))
        #expect(form.source.calls.isEmpty)
    }

    @Test func rule9SuccessMakesTheFrozenValuesTheBaselineAndWhatWasEditedStaysDirty() async throws {
        let form = form()
        try form.send("submit")
        try form.enter("/a", #""later""#)
        await form.answer(0)
        #expect(form["isDirty"].boolValue == true)
        #expect(form.flag("/a", "dirty") == true)
        #expect(form.flag("/b", "touched") == false)
        #expect(form["result"]["a"]?.stringValue == "x")
        try form.send("reset")
        #expect(form.value("/a").stringValue == "x")
    }

    @Test func rule9ASecretEnteredMeanwhileStays() async throws {
        let form = FormStore([field("p", .secure), field("q", .secure)]) { $0.submit = .insert($1) }
        for path in ["/p", "/q"] { try form.send("setSecret", #"{"path":"\#(path)","value":"one"}"#) }
        try form.send("submit")
        try form.send("setSecret", #"{"path":"/q","value":"two"}"#)
        await form.answer(0)
        #expect(form.value("/p") == json(#"{"isSet":false}"#))
        #expect(form.value("/q") == json(#"{"isSet":true}"#))
        #expect(form.flag("/q", "dirty") == true)
    }

    @Test func rule9AFailureNeverBlocksAnotherTry() async throws {
        let form = form()
        try form.send("submit")
        await form.fail(0)
        #expect(form.status == "failed")
        #expect(form.errors.map { $0["display"]?.stringValue } == ["banner"])
        try form.send("retry")
        #expect(form.errors.isEmpty)
        // The same values are the same operation, which is performed once even if its answer was lost.
        #expect(form.source.operations[0] == form.source.operations[1])
        #expect(inserted(form, 0) == inserted(form, 1))
        await form.answer(1)
        #expect(form.status == "succeeded")
        try form.send("submit")
        #expect(inserted(form, 2) != inserted(form, 1), "after a success it is another row")
    }

    @Test func rule9ARetrySubmitsTheValuesOfNow() async throws {
        let form = form()
        try form.send("submit")
        await form.fail(0)
        try form.enter("/a", #""y""#)
        #expect(form.status == "editing")
        try form.send("retry")
        #expect(form.source.operations[0] != form.source.operations[1])
        await form.answer(1)
        #expect(form["result"]["a"]?.stringValue == "y")
    }

    @Test func aFailureThatCannotHelpHasNoRetry() async throws {
        let form = form()
        try form.send("submit")
        await form.fail(0, Failure("readOnly", "no", retryable: false))
        #expect(form.errors.first?["retry"] == nil)
    }

    @Test func aCancelledSubmitBringsNothing() throws {
        let form = form()
        try form.send("submit")
        try form.send("cancelSubmit")
        form.source.answer(0)
        form.store.deliver()
        #expect(form.status == "editing")
        #expect(form.isSettled)
    }

    @Test func aSourceThatTakesTooLongIsAFailure() throws {
        let form = FormStore(Self.fields, values: #"{"a":"x"}"#) {
            $0.submit = .insert($1)
            $0.submitTimeout = 1000
        }
        try form.send("submit")
        form.advance(999)
        #expect(form.status == "submitting")
        form.advance(1)
        #expect(form.status == "failed")
        #expect(form.errors.first?["code"]?.stringValue == "timeout")
    }

    @Test func withoutASourceASubmitSucceedsAtOnce() throws {
        var form = FormDriver(Self.fields, values: #"{"a":"x"}"#)
        try form.send("submit")
        let values = text(#"{"a":"x","c":false}"#)
        #expect(form["status"].stringValue == "succeeded")
        #expect(form.outputs == [Output("submit", value: values)])
        try form.send("cancel")
        #expect(form.outputs.last == .cancel())
    }

    @Test(arguments: [(#""mine""#, "mine"), ("7", "7"), (#""""#, nil), ("null", nil)])
    func aRowTakesItsIdFromTheValuesWhereTheyHaveOne(_ value: String, _ id: String?) throws {
        let form = FormStore([field("id", .picker) { $0.options = options(value) }], values: #"{"id":\#(value)}"#) {
            $0.submit = .insert($1)
        }
        try form.send("submit")
        #expect(inserted(form, 0) == id ?? IDGenerator(seed: 1).next())
    }

    // MARK: Operations

    private func performing(
        _ fields: [FieldConfiguration] = fields, _ configure: (inout FormConfiguration) -> Void = { _ in }
    ) -> FormStore {
        FormStore(fields, values: #"{"a":"x"}"#) {
            $0.submit = .perform($1, operation: "order")
            configure(&$0)
        }
    }

    @Test func anOperationGetsTheSecretsToo() throws {
        let form = performing([field("a"), field("p", .secure)])
        try form.send("setSecret", #"{"path":"/p","value":"hush"}"#)
        try form.send("submit")
        #expect(form.source.calls == [.perform("order", text(#"{"a":"x","p":"hush"}"#))])
    }

    @Test func rule9ServerMessagesOnAFieldClearWhenItChanges() async throws {
        let form = performing()
        try form.send("submit")
        await form.fail(0, .invalidValues([.init(path: "/b", code: "taken", message: "It is taken.")]))
        #expect(form.status == "editing")
        #expect(form.codes("/b") == ["taken"])
        #expect(form.flag("/b", "showMessages") == true)
        #expect(form["isValid"].boolValue == false)
        #expect(form["focus"]["path"]?.stringValue == "/b")
        try form.enter("/a", #""y""#)
        #expect(form.codes("/b") == ["taken"])
        try form.enter("/b", "1")
        #expect(form.codes("/b") == [])
        #expect(form["isValid"].boolValue == true)
    }

    @Test func rule9WhatIsSaidOfAGroupOrOfItemsClearsWhenSomethingInThemChanges() async throws {
        let form = performing([
            field("g", .group) { $0.fields = [field("x")] },
            field("l", .repeated) { $0.fields = [field("h", .group) { $0.fields = [field("y")] }] },
        ])
        try form.send("insertItem", #"{"path":"/l"}"#)
        try form.send("submit")
        await form.fail(
            0,
            .invalidValues(
                ["/g", "/l", "/l/k1/h"].map { .init(path: $0, code: "odd", message: "Odd.") }))
        #expect(form.codes("/g") == ["odd"] && form.codes("/l") == ["odd"] && form.codes("/l/k1/h") == ["odd"])
        try form.enter("/g/x", #""z""#)
        #expect(form.codes("/g") == [] && form.codes("/l") == ["odd"])
        try form.enter("/l/k1/h/y", #""z""#)
        #expect(form.codes("/l") == [] && form.codes("/l/k1/h") == [])
        #expect(form["isValid"].boolValue == true)
    }

    @Test func rule9FormMessagesNeverBlockAnotherTry() async throws {
        let form = performing()
        try form.send("submit")
        await form.fail(
            0,
            .invalidValues([
                .init(path: nil, code: "closed", message: "We are closed."),
                .init(path: "/nowhere", code: "odd", message: "Odd."),
            ]))
        #expect(form.formCodes == ["closed", "odd"])
        #expect(form["isValid"].boolValue == true)
        try form.send("submit")
        #expect(form.formCodes == [])
        await form.answer(1, output: #"{"number":7}"#)
        #expect(form.status == "succeeded")
    }

    @Test func whatIsSaidOfAFieldThatDoesNotCountIsSaidOfTheForm() async throws {
        let isShown = Condition.equals("a", .value(text(#""show""#)))
        let form = performing([
            field("a"), field("hidden") { $0.visibleWhen = isShown }, field("off") { $0.enabledWhen = isShown },
        ])
        try form.send("submit")
        await form.fail(
            0,
            .invalidValues([
                .init(path: "/hidden", code: "odd", message: "Odd."),
                .init(path: "/off", code: "even", message: "Even."),
            ]))
        #expect(form.status == "editing")
        #expect(form.formCodes == ["odd", "even"])
        #expect(form["isValid"].boolValue == true)
        try form.enter("/a", #""show""#)
        #expect(form.codes("/hidden") == [] && form.codes("/off") == [])
    }

    @Test func whatAnOperationGivesIsTheOutput() throws {
        var form = FormDriver(
            Self.fields, submit: .perform(SimulatedSource(), operation: "order"), values: #"{"a":"x"}"#)
        try form.send("submit")
        let opID = try #require(form.state.submission?.attempt.opID)
        form.apply(.submitted(opID: opID, .success(text(#"{"number":7}"#))))
        #expect(form.outputs == [Output("submit", value: text(#"{"number":7}"#))])
        #expect(form["result"]["a"]?.stringValue == "x")
    }

    // MARK: After the submit

    @Test func afterASuccessAFormStaysOrBeginsAnewWhereItIsDeclared() throws {
        for (mode, value) in [(FormConfiguration.OnSuccess.stay, "y"), (.reset, "x")] {
            var configuration = FormConfiguration(
                title: "", sections: [FormSection(fields: Self.fields)], ids: IDGenerator(seed: 1))
            configuration.onSuccess = mode
            configuration.values = text(#"{"a":"x"}"#)
            var form = FormDriver(configuration)
            try form.enter("a", #""y""#)
            try form.send("submit")
            #expect(form["status"].stringValue == "succeeded")
            #expect(form.outputs.map(\.outcome) == [.delivered])
            #expect(form.value("a").stringValue == value)
            #expect(form["isDirty"].boolValue == false)
        }
    }
}
