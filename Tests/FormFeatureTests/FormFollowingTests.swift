import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// Forms about a row that others change while the form is open.
@Suite struct FormFollowingTests {
    private var form = FormDriver(
        [field("title"), field("hours", .number), field("pin", .secure)], values: #"{"title":"a","hours":1}"#)

    /// Updates the row, as the presenting feature does.
    private mutating func follow(_ values: String) -> Bool {
        guard let action = form.form.follow(json(#"{"id":"1","values":\#(values)}"#), in: form.state) else {
            return false
        }
        form.apply(action)
        return true
    }

    @Test mutating func whatNobodyHasChangedIsTakenOver() throws {
        try form.enter("title", #""mine""#)
        #expect(follow(#"{"id":"1","title":"b","hours":2,"other":true,"pin":"0000"}"#))
        #expect(form.value("title") == json(#""mine""#) && form.value("hours") == json("2"))
        #expect(form["isDirty"].boolValue == true)
        // The entered value is compared with the current one of the row.
        try form.enter("title", #""b""#)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test mutating func whatTheRowHasNoMoreIsTakenOverToo() {
        #expect(follow(#"{"title":"b"}"#))
        #expect(form.value("title") == json(#""b""#) && form.value("hours").isNull)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test func itemsThatAreTheSameStayWhatTheyAre() throws {
        let lines = field("lines", .repeated) { $0.fields = [field("q")] }
        var form = FormDriver([field("title"), lines], values: #"{"title":"a","lines":[{"q":"1"},{"q":"2"}]}"#)
        let before = form.field("lines")["items"]
        let values = json(#"{"values":{"title":"b","lines":[{"q":"1"},{"q":"2"}]}}"#)
        form.apply(try #require(form.form.follow(values, in: form.state)))
        #expect(form.value("title") == json(#""b""#) && form.field("lines")["items"] == before)
    }

    @Test func whatASourceSaidOfTheOldValueIsNoLongerSaid() throws {
        var form = FormDriver(
            [field("title")], submit: .perform(SimulatedSource(), operation: "order"), values: #"{"title":"bad"}"#)
        try form.send("submit")
        let opID = try #require(form.state.submission?.attempt.opID)
        let mistake = Failure.Mistake(path: "/title", code: "taken", message: "It is taken.")
        form.apply(.submitted(opID: opID, .failure(.invalidValues([mistake]))))
        #expect(form.codes("title") == ["taken"])
        let values = json(#"{"values":{"title":"good"}}"#)
        form.apply(try #require(form.form.follow(values, in: form.state)))
        #expect(form.codes("title") == [])
    }

    @Test mutating func nothingHappensWhereNothingIsNew() throws {
        try form.enter("title", #""mine""#)
        #expect(!follow(#"{"title":"a","hours":1,"other":true}"#))
        #expect(!follow("null") && !follow("[]"))
    }

    @Test mutating func aValueThatAFieldCanNotHoldIsPassedOver() {
        #expect(follow(#"{"title":["b"],"hours":3}"#))
        #expect(form.value("title") == json(#""""#) && form.value("hours") == json("3"))
    }
}
