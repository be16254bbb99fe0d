import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct FormWireTests {
    private func configuration(submit: FormConfiguration.Submit = .none) -> FormConfiguration {
        FormConfiguration(
            title: "Order",
            sections: [
                FormSection(
                    header: "What", footer: "All of it",
                    fields: [
                        field("name") {
                            $0.hints = [.help: "as on the card", .placeholder: "Ada"]
                            $0.required = true
                            $0.limits = [.maxLength: .integer(80), .minLength: .integer(1)]
                        },
                        field("count", .stepper) {
                            $0.limits = [.minimum: .integer(1), .maximum: .real(9.5)]
                            $0.step = .real(0.5)
                        },
                    ]),
                FormSection(fields: [
                    field("size", .picker) {
                        $0.options = [FieldOption(value: .integer(1), title: "Small"), FieldOption(value: .integer(2))]
                    }
                ]),
            ], submit: submit, ids: IDGenerator(seed: 1))
    }

    @Test func theWholeState() {
        let expected = #"""
            {"title":"Order",
             "sections":[{"header":"What","footer":"All of it","fields":["/name","/count"]},{"fields":["/size"]}],
             "fields":{
              "/name":{"type":"text","label":"Name","hints":{"placeholder":"Ada","help":"as on the card"},
               "required":true,"validating":false,"visible":true,"enabled":true,"minLength":1,"maxLength":80,
               "value":"","touched":false,"dirty":false,
               "messages":[{"code":"required","text":"Name is required.","severity":"error"}],"showMessages":false},
              "/count":{"type":"stepper","label":"Count","hints":{},"required":false,"validating":false,"visible":true,
               "enabled":true,"minimum":1,"maximum":9.5,"step":0.5,"value":1,"touched":false,"dirty":false,
               "messages":[],"showMessages":false},
              "/size":{"type":"picker","label":"Size","hints":{},"required":false,"validating":false,"visible":true,
               "enabled":true,"options":[{"value":1,"title":"Small"},{"value":2,"title":"2"}],"value":null,
               "touched":false,"dirty":false,"messages":[],"showMessages":false,"allowsNone":true}},
             "formMessages":[],"isDirty":false,"isValid":false,"isValidating":false,"status":"editing",
             "submitCount":0,"result":null,"focus":{"path":null,"seq":0},"step":null,"hasDraft":false}
            """#
        #expect(FormDriver(configuration()).shown == json(expected))
    }

    @Test func theActionsOfTheCatalog() {
        let names = [
            "setValue", "setValues", "setSecret", "focus", "blur", "validate", "submit", "cancelSubmit", "reset",
            "rebase", "keepMine", "takeTheirs", "insertItem", "removeItem", "moveItem", "searchOptions",
            "loadMoreOptions", "nextStep", "previousStep", "restoreDraft", "discardDraft", "cancel", "discard",
        ]
        #expect(Form.actions.descriptions.map(\.name) == names)
        let schemas = Dictionary(uniqueKeysWithValues: Form.actions.descriptions.map { ($0.name, $0.params.value) })
        #expect(
            schemas["setValue"]
                == json(
                    """
                    {"type":"object","properties":{"path":{"type":"string"},"value":{}},"required":["path","value"],
                    "additionalProperties":false}
                    """
                ))
        #expect(schemas["setSecret"]?["properties"]?["value"] == json(#"{"type":"string"}"#))
        #expect(schemas["setValues"]?["properties"]?["values"] == json(#"{"type":"object"}"#))
        #expect(
            schemas["submit"]
                == json(
                    #"{"type":"object","properties":{"requestId":{"type":"string"}},"additionalProperties":false}"#))
        #expect(Form.stateSchema.value["$ref"]?.stringValue == "urn:featurehost:schema:1:form-state")
        #expect(Form.kind == .form)
    }

    @Test func paramsThatDoNotFitAreNamed() {
        var form = FormDriver(configuration())
        for (action, params, path) in [
            ("setValue", #"{"path":"/name"}"#, "/value"), ("setValue", #"{"value":1}"#, "/path"),
            ("setValues", #"{"values":[]}"#, "/values"), ("focus", #"{"path":1}"#, "/path"),
            ("submit", #"{"requestId":1}"#, "/requestId"),
        ] {
            guard case .invalidParams(let fields) = form.refusal(action, params) else {
                Issue.record("\(action) takes \(params)")
                continue
            }
            #expect(fields.map(\.path) == [path])
        }
    }

    @Test func aStoreRunsItWithItsErrorAndItsRetry() async throws {
        let source = SimulatedSource()
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
        let store = Store(
            Form(configuration(submit: .insert(source))),
            StoreEnvironment(clock: VirtualClock()) { continuation.yield() })
        var wake = wakes.makeAsyncIterator()
        func send(_ action: String, _ params: String = "{}") throws {
            try store.send(action, json(params), path: [], from: Sender(session: 1, request: .none))
        }
        func delivered() async {
            let before = store.revision
            while store.revision == before {
                store.deliver()
                if store.revision == before { await wake.next() }
            }
        }
        try send("setValue", #"{"path":"/name","value":"x"}"#)
        try send("submit")
        #expect(throws: ActionRefusal.unavailable("submitting")) { try send("reset") }
        #expect(throws: ActionRefusal.unavailable("alreadySubmitting")) { try send("submit") }
        #expect(store.isSaving)
        source.fail(0, Failure("networkError", "no network"))
        await delivered()
        try send("retry")
        #expect(source.calls.count == 2 && source.calls[0] == source.calls[1])
        source.answer(1)
        await delivered()
        #expect(!store.isSaving)
        try send("reset")
        #expect(throws: ActionRefusal.self) { try send("retry") }
    }
}
