import FeatureKit
import FormFeature
import JSON
import Testing

/// A form over a row that others change meanwhile.
@Suite struct FormFollowingTests {
    private var form = FormDriver(
        [field("title"), field("hours", .number), field("pin", .secure)], values: #"{"title":"a","hours":1}"#)

    /// Lets the row have these values, as whoever presents the form does.
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
        // What was entered is compared with what the row has now.
        try form.enter("title", #""b""#)
        #expect(form["isDirty"].boolValue == false)
    }

    @Test mutating func nothingHappensWhereNothingIsNew() throws {
        try form.enter("title", #""mine""#)
        #expect(!follow(#"{"title":"a","hours":1,"other":true}"#))
        #expect(!follow("{}") && !follow("null") && !follow("[]"))
    }

    @Test mutating func aValueThatAFieldCanNotHoldIsPassedOver() {
        #expect(follow(#"{"title":["b"],"hours":3}"#))
        #expect(form.value("title") == json(#""a""#) && form.value("hours") == json("3"))
    }
}
