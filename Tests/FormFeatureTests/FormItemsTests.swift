import FHFormFeature
import FHJSON
import FeatureKit
import Testing

/// Groups and repeated fields.
@Suite struct FormItemsTests {
    private static let line = [
        field("name") { $0.required = true }, field("count", .stepper) { $0.limits[.minimum] = .integer(1) },
        field("note") { $0.visibleWhen = .greater("count", .value(text("5"))) },
    ]

    private static func lines(_ configure: (inout FieldConfiguration) -> Void = { _ in }) -> FieldConfiguration {
        field("lines", .repeated) {
            $0.fields = line
            configure(&$0)
        }
    }

    private func form(_ values: String = #"{"lines":[{"name":"a"},{"name":"b"}]}"#) -> FormStore {
        FormStore([Self.lines()], values: values)
    }

    @Test func aGroupIsAnObject() throws {
        var form = FormDriver(
            [
                field("address", .group) {
                    $0.fields = [field("street"), field("city") { $0.required = true }]
                }
            ], values: #"{"address":{"street":"Storgata"}}"#)
        #expect(form["fields"]["/address"]?["fields"] == json(#"["/address/street","/address/city"]"#))
        #expect(form["fields"]["/address/street"]?["value"]?.stringValue == "Storgata")
        #expect(form["isValid"].boolValue == false)
        try form.send("setValue", #"{"path":"/address","value":{"city":"Oslo"}}"#)
        #expect(form["fields"]["/address/street"]?["value"]?.stringValue == "Storgata")
        try form.send("submit")
        #expect(form["result"] == json(#"{"address":{"street":"Storgata","city":"Oslo"}}"#))
        #expect(form.refusal("setValues", #"{"values":{"address":{"zip":"1"}}}"#) == .unavailable("gone"))
        guard case .invalidParams(let mistakes) = form.refusal("setValues", #"{"values":{"address":{"city":1}}}"#)
        else {
            Issue.record("a number is no city")
            return
        }
        #expect(mistakes.map(\.path) == ["/values/address/city"])
    }

    @Test(arguments: [
        ("setValue", #"{"path":"/lines","value":[{"name":"c"},{"nmae":"d"}]}"#, "field of an item of /lines", "nmae"),
        ("setValues", #"{"values":{"lines":[{"name":"c","title":"d"}]}}"#, "field of an item of /lines", "title"),
        ("insertItem", #"{"path":"/lines","value":{"nmae":"c"}}"#, "field", "nmae"),
    ])
    func aNameInAnItemThatIsNoFieldIsRefused(action: String, params: String, noun: String, name: String) {
        let form = form()
        let refusal = #expect(throws: ActionRefusal.self) { try form.send(action, params) }
        guard case .unavailable("gone", let detail?)? = refusal else {
            Issue.record("it was refused as \(String(describing: refusal))")
            return
        }
        #expect(detail.hasPrefix("no \(noun) is called \(name). ") && detail.contains("name, count, note"))
    }

    @Test func whatAGroupIsItsFieldsAre() throws {
        var form = FormDriver([
            field("other", .toggle),
            field("address", .group) {
                $0.visibleWhen = .equals("other", .value(text("true")))
                $0.fields = [field("city") { $0.required = true }]
            },
        ])
        #expect(form["fields"]["/address/city"]?["visible"]?.boolValue == false)
        #expect(form["isValid"].boolValue == true)
        try form.enter("other", "true")
        #expect(form["fields"]["/address/city"]?["visible"]?.boolValue == true)
        #expect(form["isValid"].boolValue == false)
    }

    @Test func itemsHaveIdsThatNeverComeTwice() throws {
        let form = form()
        #expect(form.items("/lines") == ["k1", "k2"])
        #expect(
            form.field("/lines")["items"]?[0]?["fields"]
                == json(#"["/lines/k1/name","/lines/k1/count","/lines/k1/note"]"#))
        #expect(form.value("/lines/k2/name").stringValue == "b")
        try form.send("insertItem", #"{"path":"/lines","value":{"name":"c"},"beforeId":"k2"}"#)
        #expect(form.items("/lines") == ["k1", "k3", "k2"])
        try form.send("removeItem", #"{"path":"/lines","id":"k3"}"#)
        #expect(form.refusal("removeItem", #"{"path":"/lines","id":"k3"}"#) == "gone")
        #expect(form.refusal("setValue", #"{"path":"/lines/k3/name","value":"x"}"#) == "gone")
        try form.send("insertItem", #"{"path":"/lines"}"#)
        #expect(form.items("/lines") == ["k1", "k2", "k4"])
        #expect(form.value("/lines/k4/count").intValue == 1)
    }

    @Test func rule9WhatWasTouchedAndJudgedTravelsWithItsItem() throws {
        let form = form(#"{"lines":[{"name":""},{"name":"b"}]}"#)
        try form.send("blur", #"{"path":"/lines/k1/name"}"#)
        try form.send("moveItem", #"{"path":"/lines","id":"k1"}"#)
        #expect(form.items("/lines") == ["k2", "k1"])
        #expect(form.flag("/lines/k1/name", "touched") == true)
        #expect(form.codes("/lines/k1/name") == ["required"])
        #expect(form.flag("/lines/k2/name", "touched") == false)
        try form.send("moveItem", #"{"path":"/lines","id":"k1","beforeId":"k2"}"#)
        #expect(form.items("/lines") == ["k1", "k2"])
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func aConditionInAnItemReadsTheSameItem() throws {
        let form = form()
        try form.enter("/lines/k1/count", "9")
        #expect(form.flag("/lines/k1/note", "visible") == true)
        #expect(form.flag("/lines/k2/note", "visible") == false)
    }

    @Test func aFieldOfTheFormIsReadInEveryItem() throws {
        let form = FormStore(
            [
                field("strict", .toggle),
                field("lines", .repeated) {
                    $0.fields = [field("name") { $0.requiredWhen = .equals("/strict", .value(text("true"))) }]
                },
            ], values: #"{"lines":[{},{}]}"#)
        try form.enter("/strict", "true")
        #expect(form.codes("/lines/k1/name") == ["required"])
        #expect(form.codes("/lines/k2/name") == ["required"])
        #expect(form["isValid"].boolValue == false)
        try form.send("removeItem", #"{"path":"/lines","id":"k1"}"#)
        try form.send("removeItem", #"{"path":"/lines","id":"k2"}"#)
        #expect(form["isValid"].boolValue == true)
    }

    @Test func aRepeatedFieldIsDirtyByWhatItsItemsHold() throws {
        let form = form()
        #expect(form.flag("/lines", "dirty") == false)
        try form.enter("/lines/k1/name", #""x""#)
        #expect(form.flag("/lines", "dirty") == true)
        try form.enter("/lines/k1/name", #""a""#)
        #expect(form.flag("/lines", "dirty") == false)
        try form.send("setValue", #"{"path":"/lines","value":[{"name":"a"},{"name":"b"}]}"#)
        #expect(form.items("/lines") == ["k3", "k4"])
        #expect(form.flag("/lines", "dirty") == false)
        try form.send("removeItem", #"{"path":"/lines","id":"k3"}"#)
        #expect(form["isDirty"].boolValue == true)
        try form.send("reset")
        #expect(form.items("/lines").count == 2)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func itemsAreCountedAndCompared() throws {
        let form = FormStore(
            [
                Self.lines {
                    $0.limits = [.minItems: .integer(1), .maxItems: .integer(2)]
                    $0.constraints.uniqueItems = true
                }
            ])
        #expect(form.codes("/lines") == ["minItems"])
        for _ in 0..<3 { try form.send("insertItem", #"{"path":"/lines","value":{"name":"a"}}"#) }
        #expect(form.codes("/lines") == ["maxItems", "uniqueItems"])
        try form.send("removeItem", #"{"path":"/lines","id":"k1"}"#)
        #expect(form.codes("/lines") == ["uniqueItems"])
        try form.enter("/lines/k2/name", #""b""#)
        #expect(form.codes("/lines") == [])
    }

    @Test func itemsInItemsAreHandedOnAsTheyStand() throws {
        let form = FormStore([
            field("days", .repeated) {
                $0.fields = [field("title"), field("talks", .repeated) { $0.fields = [field("by")] }]
            }
        ])
        try form.send("setValue", #"{"path":"/days","value":[{"title":"Mo","talks":[{"by":"Ada"},{"by":"Bo"}]}]}"#)
        #expect(form.items("/days") == ["k1"])
        #expect(form.items("/days/k1/talks") == ["k2", "k3"])
        try form.enter("/days/k1/talks/k3/by", #""Cy""#)
        #expect(form.flag("/days", "dirty") == true)
        try form.send("submit")
        #expect(form["result"] == json(#"{"days":[{"title":"Mo","talks":[{"by":"Ada"},{"by":"Cy"}]}]}"#))
        #expect(form["isDirty"].boolValue == false)
        #expect(form.items("/days/k1/talks") == ["k2", "k3"])
    }

    @Test func whatWasEditedInAnItemWhileItWasHandedOnStaysDirty() async throws {
        let form = FormStore([Self.lines()], values: #"{"lines":[{"name":"a"}]}"#) { $0.submit = .insert($1) }
        try form.send("insertItem", #"{"path":"/lines","value":{"name":"b"}}"#)
        try form.send("submit")
        try form.enter("/lines/k2/name", #""later""#)
        await form.answer(0)
        #expect(form.flag("/lines/k2/name", "dirty") == true)
        #expect(form.flag("/lines", "dirty") == true)
        try form.enter("/lines/k2/name", #""b""#)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func anItemOfTheWrongKindIsRefused() throws {
        let form = form()
        #expect(
            form.refusal("insertItem", #"{"path":"/lines","value":{"count":"many"}}"#)?.contains("/value/count") == true
        )
        #expect(form.refusal("insertItem", #"{"path":"/lines/k1/name"}"#) == "notRepeated")
        let secret = FormStore([field("keys", .repeated) { $0.fields = [field("key", .secure)] }])
        #expect(secret.refusal("insertItem", #"{"path":"/keys","value":{"key":"hush"}}"#) == "secret")
        #expect(form.refusal("insertItem", #"{"path":"/lines","beforeId":"k9"}"#) == "gone")
        #expect(form.items("/lines") == ["k1", "k2"])
    }
}
