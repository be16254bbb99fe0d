import FHFormFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FormEditingTests {
    private func make(_ mode: FormConfiguration.ShowMessages = .onTouched) -> FormDriver {
        FormDriver([field("a") { $0.required = true }, field("b", .toggle), field("c", .number)], showMessages: mode)
    }

    @Test func aChangeIsDirtyUntilItIsTakenBack() throws {
        var form = make()
        #expect(form.form.unsavedChanges(in: form.state) == nil)
        try form.enter("a", #""x""#)
        #expect(form.field("a")["dirty"]?.boolValue == true)
        #expect(form["isDirty"].boolValue == true)
        #expect(form.form.unsavedChanges(in: form.state) == [])
        try form.enter("a", #""""#)
        #expect(form.field("a")["dirty"]?.boolValue == false)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func blurTouchesAndTakesTheFocusAway() throws {
        var form = make()
        #expect(form["focus"] == json(#"{"path":null,"seq":0}"#))
        try form.send("focus", #"{"path":"/a"}"#)
        #expect(form["focus"] == json(#"{"path":"/a","seq":0}"#))
        #expect(form.field("a")["touched"]?.boolValue == false)
        try form.send("focus", #"{"path":"/b"}"#)
        try form.send("blur", #"{"path":"/a"}"#)
        #expect(form["focus"]["path"]?.stringValue == "/b")
        #expect(form.field("a")["touched"]?.boolValue == true)
        try form.send("blur", #"{"path":"/b"}"#)
        #expect(form["focus"]["path"]?.isNull == true)
    }

    @Test func messagesAreShownOnChange() throws {
        var form = make(.onChange)
        #expect(form.codes("a") == ["required"] && !form.isShown("a"))
        try form.enter("a", #""x""#)
        try form.enter("a", #""""#)
        #expect(form.isShown("a") && !form.isShown("b"))
        try form.send("blur", #"{"path":"/b"}"#)
        #expect(form.isShown("b") && !form.isShown("c"))
    }

    @Test func messagesAreShownOnTouched() throws {
        var form = make()
        try form.enter("a", #""x""#)
        #expect(!form.isShown("a"))
        try form.send("blur", #"{"path":"/a"}"#)
        #expect(form.isShown("a") && !form.isShown("b"))
        try form.send("validate")
        #expect(form.isShown("b") && form.field("c")["touched"]?.boolValue == true)
        #expect(form["submitCount"].intValue == 0)
    }

    @Test func messagesAreShownOnSubmit() throws {
        var form = make(.onSubmit)
        try form.enter("a", #""""#)
        try form.send("validate")
        #expect(!form.isShown("a"))
        try form.send("submit")
        #expect(form.isShown("a") && form.isShown("b") && form.isShown("c"))
        try form.enter("a", #""x""#)
        #expect(form.isShown("a"))
        try form.send("submit")
        #expect(form["status"].stringValue == "succeeded")
        #expect(!form.isShown("a") && !form.isShown("b"), "a success begins anew")
    }

    @Test func severalValuesComeInOneGo() throws {
        var form = make()
        try form.send("setValues", #"{"values":{"a":"x","b":true,"c":"5"}}"#)
        #expect(form.value("a").stringValue == "x")
        #expect(form.value("b").boolValue == true)
        #expect(form.value("c").intValue == 5)
    }

    @Test func anUnknownFieldIsGoneAndNothingIsEntered() {
        var form = make()
        for (action, params) in [
            ("setValue", #"{"path":"/x","value":1}"#), ("setValue", #"{"path":"a","value":"x"}"#),
            ("setValues", #"{"values":{"a":"x","x":1}}"#), ("setSecret", #"{"path":"/x","value":""}"#),
            ("focus", #"{"path":""}"#), ("blur", #"{"path":"/a/b"}"#), ("rebase", #"{"values":{"x":1}}"#),
        ] {
            let before = form.state
            #expect(form.refusal(action, params) == .unavailable("gone"), "\(action)")
            #expect(form.state == before)
        }
    }

    @Test func aPathIsAPointer() throws {
        var form = FormDriver([field("a/b~c")])
        try form.send("setValue", #"{"path":"/a~1b~0c","value":"x"}"#)
        #expect(form["fields"]["/a~1b~0c"]?["value"]?.stringValue == "x")
        try form.send("submit")
        #expect(form["result"]["a/b~c"]?.stringValue == "x")
    }

    @Test func rebaseMovesTheBaselineAndWhatIsNotDirty() throws {
        var form = make()
        try form.enter("a", #""mine""#)
        try form.send("rebase", #"{"values":{"a":"theirs","c":7}}"#)
        #expect(form.value("a").stringValue == "mine")
        #expect(form.field("a")["dirty"]?.boolValue == true)
        #expect(form.value("c").intValue == 7)
        #expect(form.field("c")["dirty"]?.boolValue == false)
        try form.enter("a", #""theirs""#)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func rebaseChecksWhatItChanged() throws {
        var form = make()
        try form.send("rebase", #"{"values":{"a":"x"}}"#)
        #expect(form.codes("a") == [])
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func resetGoesBackToTheBaselineAsIfNothingWasTouched() throws {
        var form = make(.onChange)
        try form.send("rebase", #"{"values":{"a":"base"}}"#)
        try form.send("setValues", #"{"values":{"a":"","b":true}}"#)
        try form.send("submit")
        #expect(form.isShown("c"))
        try form.send("reset")
        #expect(form.value("a").stringValue == "base" && form.value("b").boolValue == false)
        #expect(form.codes("a") == [])
        for name in ["a", "b", "c"] {
            #expect(form.field(name)["touched"]?.boolValue == false && !form.isShown(name))
        }
        #expect(form["isDirty"].boolValue == false && form["status"].stringValue == "editing")
    }

    @Test func resetGoesBackToABaselineThatIsBeyondItsLimit() throws {
        let limited = field("n", .number) { $0.constraints.limits[.minimum] = .field("least") }
        var form = FormDriver([field("least", .number), limited], values: #"{"least":10,"n":3}"#)
        try form.enter("least", "2")
        try form.send("reset")
        #expect(form.value("least").intValue == 10 && form.value("n").intValue == 3)
        #expect(form["isDirty"].boolValue == false)
        #expect(form.codes("n") == ["minimum"])
        // Afterwards the field is updated as before.
        try form.enter("least", "11")
        #expect(form.value("n").intValue == 11)
    }

    @Test func leavingIsAnOutput() throws {
        var form = make()
        try form.enter("a", #""x""#)
        let before = form.state
        try form.send("cancel")
        try form.send("discard")
        #expect(form.outputs == [.cancel(), .cancel(isForced: true)])
        #expect(form.state == before)
    }

    @Test func nothingButACancelSubmitIsRefusedWhileEditing() {
        let form = make()
        #expect(
            form.form.unavailable(in: form.state) == [
                Unavailable("cancelSubmit", "notSubmitting"), Unavailable("keepMine", "noConflict"),
                Unavailable("takeTheirs", "noConflict"), Unavailable("nextStep", "noSteps"),
                Unavailable("previousStep", "noSteps"), Unavailable("restoreDraft", "noDraft"),
                Unavailable("discardDraft", "noDraft"),
            ])
    }

    @Test func aGroupIsDirtyWhileAFieldInItIs() throws {
        var form = FormDriver([
            field("outer", .group) {
                $0.fields = [field("inner", .group) { $0.fields = [field("x")] }, field("y")]
            },
            field("lines", .repeated) { $0.fields = [field("part", .group) { $0.fields = [field("x")] }] },
        ])
        try form.send("insertItem", #"{"path":"/lines"}"#)
        let groups = ["/outer", "/outer/inner", "/lines/k1/part"]
        func dirty() -> [Bool?] { groups.map { form["fields"][$0]?["dirty"]?.boolValue } }
        #expect(dirty() == [false, false, false])
        try form.enter("outer/inner/x", #""a""#)
        #expect(dirty() == [true, true, false])
        try form.enter("outer/y", #""a""#)
        try form.enter("outer/inner/x", #""""#)
        #expect(dirty() == [true, false, false])
        try form.enter("lines/k1/part/x", #""a""#)
        #expect(dirty() == [true, false, true])
        try form.send("reset")
        #expect(form["fields"]["/outer"]?["dirty"]?.boolValue == false)
        #expect(form["isDirty"].boolValue == false)
    }
}
