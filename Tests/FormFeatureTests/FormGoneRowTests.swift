import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// A form whose row was removed reports this before a submit, and edits no other row.
@Suite struct FormGoneRowTests {
    private func form(_ submit: FormConfiguration.Submit = .none, id: String? = "7") -> FormDriver {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: [field("title")])], submit: submit, ids: IDGenerator(seed: 1))
        configuration.values = text(#"{"title":"Boat"}"#)
        return FormDriver(configuration, rowID: id)
    }

    private func note(isGone: Bool, _ form: inout FormDriver) {
        if let action = form.form.noteRow(isGone: isGone, in: form.state) { form.apply(action) }
    }

    @Test func anUpdateFailsUntilTheRowIsBack() throws {
        let source = SimulatedSource()
        var form = form(.update(source))
        try form.enter("title", #""Raft""#)
        note(isGone: true, &form)
        try form.send("submit")
        #expect(form["status"].stringValue == "failed" && form.state.errors.all.map(\.failure.code) == ["gone"])
        #expect(form.value("title") == json(#""Raft""#) && form.outputs.isEmpty)
        note(isGone: false, &form)
        #expect(form["status"].stringValue == "editing" && form.state.errors.all.isEmpty)
        try form.send("submit")
        #expect(form["status"].stringValue == "submitting")
    }

    @Test func whoeverTakesTheOutputSaysWhatBecomesOfIt() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        note(isGone: true, &form)
        try form.send("submit")
        #expect(form.outputs.last?.value == text(#"{"title":"Raft"}"#))
    }

    @Test func aFormThatIsAboutNoRowMissesNone() {
        let form = form(id: nil)
        #expect(form.form.noteRow(isGone: true, in: form.state) == nil)
    }

    @Test func anotherRowWithItsIDIsNotMerged() throws {
        var form = form()
        form.form.awaitAnswers(in: &form.state)
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        note(isGone: true, &form)
        let other = SourceRow(id: "7", value: text(#"{"title":"Boat","new":true}"#), version: "9")
        let refused = form.form.take(.refused(.conflict(current: [other])), in: form.state)
        form.apply(try #require(refused))
        #expect(form["status"].stringValue == "failed" && form.outputs.count == 1)
    }
}
