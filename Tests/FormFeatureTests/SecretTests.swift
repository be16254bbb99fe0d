import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct SecretTests {
    private static let secret = "hunter2-\u{E9}"

    private func make(submit: FormConfiguration.Submit = .none) -> FormDriver {
        FormDriver(
            [
                field("name"),
                field("password", .secure) {
                    $0.required = true
                    $0.limits = [.minLength: .integer(3), .maxLength: .integer(9)]
                }, field("again", .secure) { $0.constraints.equalTo = "password" },
            ], submit: submit)
    }

    private func enter(_ form: inout FormDriver, _ secret: String = secret, at path: String = "/password") throws {
        let value = JSONText.string(secret).string
        try form.send("setSecret", #"{"path":"\#(path)","value":\#(value)}"#)
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text + "\(value)" + String(reflecting: value)
    }

    @Test func nothingPrintsASecret() throws {
        var form = make(submit: .insert(SimulatedSource()))
        try enter(&form)
        try enter(&form, at: "/again")
        #expect(!dumped(form.state).contains("hunter2"))
        let action = FormAction.setSecret(path: "/password", value: Secret(Self.secret))
        #expect(!dumped(action).contains("hunter2"))
        #expect(!dumped(Form.Action.wire(action)).contains("hunter2"))
        #expect(Mirror(reflecting: Secret(Self.secret)).children.isEmpty)
        #expect(try !JSONEncoding.action(action).params.string.contains("hunter2"))
        try form.send("submit")
        #expect(form["status"].stringValue == "submitting")
        #expect(!dumped(form.state).contains("hunter2"))
        #expect(!form.encoded.string.contains("hunter2"))
    }

    @Test func whatIsShownIsOnlyThatItIsSet() throws {
        var form = make()
        #expect(form.value("password") == json(#"{"isSet":false}"#))
        #expect(form.codes("password") == ["required"])
        try enter(&form)
        #expect(form.value("password") == json(#"{"isSet":true}"#))
        #expect(form.codes("password") == [])
        #expect(form.field("password")["dirty"]?.boolValue == true)
        try enter(&form, "")
        #expect(form.value("password") == json(#"{"isSet":false}"#))
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func lengthsAndEqualityAreChecked() throws {
        var form = make()
        try enter(&form, "ab")
        #expect(form.codes("password") == ["minLength"])
        try enter(&form, "0123456789")
        #expect(form.codes("password") == ["maxLength"])
        try enter(&form)
        try enter(&form, "other", at: "/again")
        #expect(form.codes("again") == ["equalTo"])
        try enter(&form, "hunter2-e\u{301}", at: "/again")
        #expect(form.codes("again") == ["equalTo"], "the same letters, but another secret")
        try enter(&form, at: "/again")
        #expect(form.codes("again") == [])
    }

    @Test func onlySetSecretEntersOne() {
        var form = make()
        #expect(form.refusal("setValue", #"{"path":"/password","value":"x"}"#) == .unavailable("secret"))
        #expect(form.refusal("setValues", #"{"values":{"name":"x","password":"x"}}"#) == .unavailable("secret"))
        #expect(form.refusal("rebase", #"{"values":{"password":"x"}}"#) == .unavailable("secret"))
        #expect(form.refusal("setSecret", #"{"path":"/name","value":"x"}"#) == .unavailable("notSecret"))
        #expect(form.value("name").stringValue == "")
    }

    @Test func aSecretOfAnItemIsEnteredByNothingElseEither() {
        let group = field("g", .group) { $0.fields = [field("p", .secure)] }
        var form = FormDriver([field("l", .repeated) { $0.fields = [group, field("a")] }])
        for value in [#"[{"g":{"p":"x"}}]"#, #"[{"a":"1"},{"a":"2","g":{"p":"x"}}]"#] {
            #expect(form.refusal("setValue", #"{"path":"/l","value":\#(value)}"#) == .unavailable("secret"))
            #expect(form.refusal("setValues", #"{"values":{"l":\#(value)}}"#) == .unavailable("secret"))
        }
        #expect(form.refusal("setValue", #"{"path":"/l","value":[{"a":"1","g":{}}]}"#) == nil)
    }

    @Test func aSecretThatIsNoStringIsNotQuoted() {
        var form = make()
        let refusal = form.refusal("setSecret", #"{"path":"/password","value":["hunter2"]}"#)
        guard case .invalidParams(let fields) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(fields.map(\.path) == ["/value"] && fields.map(\.code) == ["type"])
        #expect(!fields[0].message.contains("hunter2"))
    }

    @Test func aSuccessHandsOnNoSecretAndUnsetsThem() throws {
        var form = make()
        try enter(&form)
        try enter(&form, at: "/again")
        try form.enter("name", #""ada""#)
        try form.send("submit")
        #expect(form["result"] == json(#"{"name":"ada"}"#))
        #expect(form.outputs.map(\.value) == [text(#"{"name":"ada"}"#)])
        // The output contains the secret for the operation of a flow, but never prints it.
        let sealed = try #require(form.outputs.first?.sealed)
        #expect(sealed.reveal().value["password"] != nil && "\(form.outputs)".contains("hunter2") == false)
        #expect(form.value("password") == json(#"{"isSet":false}"#))
        #expect(form["isDirty"].boolValue == false)
    }
}
