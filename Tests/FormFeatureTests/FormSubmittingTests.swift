import FeatureKit
import FeatureTesting
import JSON
import TestSupport
import Testing

@testable import FormFeature

/// Rule 9: what a submit freezes, checks, refuses and leaves.
@Suite struct FormSubmittingTests {
    private let source = SimulatedSource()

    private func form(_ submit: FormConfiguration.Submit? = nil, values: String = #"{"a":"x"}"#) -> Form {
        Form(
            FormConfiguration(
                title: "Test",
                sections: [
                    FormSection(fields: [field("a") { $0.required = true }, field("b", .number)]),
                    FormSection(fields: [field("c", .toggle)]),
                ],
                submit: submit ?? .insert(source), values: text(values), ids: IDGenerator(seed: 1)))
    }

    private func store(_ form: Form) -> TestStore<Form> { TestStore(form, fail: report) }

    /// Expects what a submit does that hands the values on.
    private func begin(_ state: inout FormState, requestID: String? = nil, count: Int = 1, calls: Int = 1) {
        let ids = IDGenerator(seed: 1)
        var rowID = ""
        var opID = ""
        for _ in 0..<calls {
            rowID = ids.next()
            opID = ids.next()
        }
        let values = Self.values(of: state)
        let row = values.value.merged(
            with: JSONValue.build { json in
                json.beginObject()
                json.field("id", rowID)
                json.endObject()
            })
        state.submitCount = count
        state.isSubmitted = true
        state.status = .submitting
        for index in state.fields.indices { state.fields[index].isTouched = true }
        state.attempt = FormState.Attempt(opID: opID, row: SourceRow(id: rowID, value: row), values: values)
        state.submission = FormState.Submission(
            requestID: requestID, attempt: state.attempt!, frozen: state.fields.map(\.value))
    }

    private static func values(of state: FormState) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (name, field) in zip(["a", "b", "c"], state.fields) {
                json.key(name)
                field.value.write(to: &json)
            }
            json.endObject()
        }
    }

    private func isAnswer(_ action: Form.Action) -> Bool { if case .submitted = action { true } else { false } }

    private func succeed(_ state: inout FormState) {
        let frozen = state.submission!.frozen
        state.status = .succeeded
        state.result = state.submission!.attempt.values
        state.submission = nil
        state.attempt = nil
        state.isSubmitted = false
        for (index, value) in frozen.enumerated() {
            state.fields[index].baseline = value
            if state.fields[index].value == value {
                state.fields[index].isTouched = false
                state.fields[index].isChanged = false
            }
        }
    }

    @Test func rule9WhileSubmittingTheSameRequestIsTheSameOperation() async {
        let form = form()
        let store = store(form)
        store.send(.wire(.submit(requestId: "r1"))) { begin(&$0, requestID: "r1") }
        store.send(.wire(.submit(requestId: "r1"))) { _ in }
        #expect(source.calls.count == 1)
        source.answer(0)
        await store.receive("submitted", where: isAnswer) { succeed(&$0) }
        store.receive(output: Output("submit", value: text(#"{"a":"x","b":null,"c":false}"#)))
        await store.finish()
    }

    @Test func rule9WhileSubmittingAnotherRequestIsRefused() async {
        let form = form()
        let store = store(form)
        store.send(.wire(.submit(requestId: "r1"))) { begin(&$0, requestID: "r1") }
        for id in ["r2", nil] {
            let refusal = form.refusal(of: .wire(.submit(requestId: id)), in: store.state)
            #expect(refusal == .unavailable("alreadySubmitting"))
        }
        #expect(form.isSaving(store.state))
        #expect(form.unavailable(in: store.state).map(\.action) == ["reset", "cancel", "discard"])
        store.send(.wire(.cancelSubmit)) {
            $0.submission = nil
            $0.status = .editing
        }
        await store.finish()
    }

    @Test func rule9WithoutARequestIdEverySecondSubmitIsRefused() {
        let form = form()
        let store = store(form)
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        #expect(form.unavailable(in: store.state).last == Unavailable("submit", "alreadySubmitting"))
        #expect(
            form.refusal(of: .wire(.submit(requestId: nil)), in: store.state) == .unavailable("alreadySubmitting"))
    }

    @Test func rule9AnInvalidFormMakesNoCallAndFocusesTheFirstWrongField() async {
        let store = store(form(values: #"{"b":"x"}"#))
        store.send(.wire(.submit(requestId: nil))) {
            $0.submitCount = 1
            $0.isSubmitted = true
            for index in 0..<3 { $0.fields[index].isTouched = true }
            $0.focus = .init(index: 0, sequence: 1)
        }
        store.send(.wire(.setValue(path: "/a", value: .string("y")))) {
            $0.fields[0].value = .text("y")
            $0.fields[0].isChanged = true
            $0.fields[0].messages = []
        }
        store.send(.wire(.submit(requestId: nil))) {
            $0.submitCount = 2
            $0.focus = .init(index: 1, sequence: 2)
        }
        #expect(source.calls.isEmpty)
        await store.finish()
    }

    @Test func rule9SuccessMakesTheFrozenValuesTheBaselineAndWhatWasEditedStaysDirty() async {
        let store = store(form())
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        store.send(.wire(.setValue(path: "/a", value: .string("later")))) {
            $0.fields[0].value = .text("later")
            $0.fields[0].isChanged = true
        }
        #expect(source.calls == [.insert(store.state.submission!.attempt.row.id, before: nil)])
        source.answer(0)
        await store.receive("submitted", where: isAnswer) { succeed(&$0) }
        #expect(store.state.isDirty && store.state.fields[0].isDirty && !store.state.fields[1].isDirty)
        store.receive(output: Output("submit", value: text(#"{"a":"x","b":null,"c":false}"#)))
        await store.finish()
    }

    @Test func rule9ASecretEnteredMeanwhileStays() async {
        let form = Form(
            FormConfiguration(
                title: "", sections: [FormSection(fields: [field("p", .secure), field("q", .secure)])],
                submit: .insert(source), ids: IDGenerator(seed: 1)))
        var state = form.initialState
        _ = form.reduce(into: &state, .wire(.setSecret(path: "/p", value: Secret("one"))))
        _ = form.reduce(into: &state, .wire(.setSecret(path: "/q", value: Secret("one"))))
        _ = form.reduce(into: &state, .wire(.submit(requestId: nil)))
        _ = form.reduce(into: &state, .wire(.setSecret(path: "/q", value: Secret("two"))))
        _ = form.reduce(into: &state, .submitted(opID: state.submission!.attempt.opID, .success(Done())))
        #expect(state.fields.map(\.value) == [.secret(Secret()), .secret(Secret("two"))])
        #expect(state.fields.map(\.isDirty) == [false, true])
    }

    @Test func rule9AFailureNeverBlocksAnotherTry() async {
        let form = form()
        let store = store(form)
        let failure = Failure("networkError", "no network")
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        source.fail(0, failure)
        await store.receive("submitted", where: isAnswer) {
            $0.submission = nil
            $0.status = .failed
            $0.errors.add(failure, display: .banner, operation: "submit")
        }
        let retry = form.retry(store.state.errors.all[0], in: store.state)
        guard case .wire(.submit(nil)) = retry else {
            Issue.record("retry is \(String(describing: retry))")
            return
        }
        // The same values again are the same operation: done once even if the source had taken them in.
        store.send(.wire(.submit(requestId: nil))) {
            begin(&$0, count: 2)
            $0.errors.removeAll()
        }
        #expect(source.calls[0] == source.calls[1])
        source.answer(1)
        await store.receive("submitted", where: isAnswer) { succeed(&$0) }
        store.receive(output: Output("submit", value: text(#"{"a":"x","b":null,"c":false}"#)))
        store.send(.wire(.submit(requestId: nil))) { begin(&$0, count: 3, calls: 2) }
        #expect(source.calls[2] != source.calls[1], "after a success it is another row")
    }

    @Test func rule9ARetrySubmitsTheValuesOfNow() async {
        let store = store(form())
        let failure = Failure("networkError", "no network")
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        source.fail(0, failure)
        await store.receive("submitted", where: isAnswer) {
            $0.submission = nil
            $0.status = .failed
            $0.errors.add(failure, display: .banner, operation: "submit")
        }
        store.send(.wire(.setValue(path: "/a", value: .string("y")))) {
            $0.fields[0].value = .text("y")
            $0.fields[0].isChanged = true
            $0.status = .editing
        }
        store.send(.wire(.submit(requestId: nil))) {
            begin(&$0, count: 2, calls: 2)
            $0.errors.removeAll()
        }
        #expect(source.calls[0] != source.calls[1])
    }

    @Test func aFailureThatCannotHelpHasNoRetry() async {
        let store = store(form())
        let failure = Failure("readOnly", "no", retryable: false)
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        source.fail(0, failure)
        await store.receive("submitted", where: isAnswer) {
            $0.submission = nil
            $0.status = .failed
            $0.errors.add(failure, display: .banner, operation: "submit")
        }
        #expect(store.state.errors.all[0].retry == nil)
        await store.finish()
    }

    @Test func aCancelledSubmitBringsNothing() async {
        let store = store(form())
        store.send(.wire(.submit(requestId: nil))) { begin(&$0) }
        store.send(.wire(.cancelSubmit)) {
            $0.submission = nil
            $0.status = .editing
        }
        source.answer(0)
        await store.finish()
    }

    @Test func withoutASourceASubmitSucceedsAtOnce() async {
        let store = store(form(FormConfiguration.Submit.none))
        store.send(.wire(.submit(requestId: nil))) {
            $0.submitCount = 1
            $0.status = .succeeded
            $0.result = text(#"{"a":"x","b":null,"c":false}"#)
        }
        store.receive(output: Output("submit", value: text(#"{"a":"x","b":null,"c":false}"#)))
        store.send(.wire(.cancel)) { _ in }
        store.receive(output: .cancel())
        await store.finish()
    }

    @Test(arguments: [(#""mine""#, "mine"), ("7", "7"), (#""""#, nil), ("null", nil)])
    func aRowTakesItsIdFromTheValuesWhereTheyHaveOne(_ value: String, _ id: String?) {
        let form = Form(
            FormConfiguration(
                title: "", sections: [FormSection(fields: [field("id", .picker) { $0.options = options(value) }])],
                submit: .insert(source), values: text(#"{"id":\#(value)}"#), ids: IDGenerator(seed: 1)))
        var state = form.initialState
        _ = form.reduce(into: &state, .wire(.submit(requestId: nil)))
        let row = state.submission?.attempt.row
        #expect(row?.id == id ?? IDGenerator(seed: 1).next())
        #expect(row?.value.value["id"] == (id == nil ? .string(row?.id ?? "") : json(value)))
    }
}
