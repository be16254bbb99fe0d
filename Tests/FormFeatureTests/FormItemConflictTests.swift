import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// Forms about a row in which the user and others change the same repeated fields.
@Suite struct FormItemConflictTests: SharedRowTests {
    @Test func itemsOfBothAreThere() throws {
        var form = form()
        try form.send("insertItem", #"{"path":"/lines","value":{"q":2}}"#)
        let items = form.value("lines").elements.compactMap(\.stringValue)
        follow(&form, #"{"lines":[{"id":"a","q":1,"x":true},{"id":"b","q":3}]}"#)
        #expect(form["conflicts"].isNull)
        // Existing items keep their identity.
        #expect(form.value("lines").elements.compactMap(\.stringValue).prefix(2) == items[...])
        try form.send("submit")
        let lines = json(#"{"lines":[{"id":"a","q":1,"x":true},{"q":2},{"id":"b","q":3}]}"#)
        #expect(form.outputs.last?.value.value == lines)
    }

    @Test(arguments: [
        // Others have changed a member without a field, and added an item.
        (#"[{"q":1,"s":"B"},{"q":3}]"#, #"[{"q":1,"s":"B"},{"q":2},{"q":3}]"#),
        (#"[{"q":3},{"q":1,"s":"B"}]"#, #"[{"q":3},{"q":1,"s":"B"},{"q":2}]"#),
        // All items before the user's new one have changed.
        (#"[{"q":7,"s":"B"},{"q":3}]"#, #"[{"q":7,"s":"B"},{"q":3},{"q":2}]"#),
    ])
    func anItemStandsWhereItWasPut(theirs: String, merged: String) throws {
        var form = FormDriver(configuration(#"{"lines":[{"q":1,"s":"A"}]}"#), rowID: "7")
        try form.send("insertItem", #"{"path":"/lines","value":{"q":2}}"#)
        form.apply(.followed(values: text(#"{"lines":\#(theirs)}"#)))
        #expect(form["conflicts"].isNull)
        try form.send("submit")
        #expect(form.outputs.last?.value == text(#"{"lines":\#(merged)}"#))
    }

    @Test func anItemThatWasEditedIsNoNewOne() throws {
        var form = FormDriver(configuration(#"{"lines":[{"q":1,"s":"A"}]}"#), rowID: "7")
        let item = form.value("lines").elements.compactMap(\.stringValue)[0]
        try form.enter("lines/\(item)/q", "5")
        try form.send("insertItem", #"{"path":"/lines","value":{"q":2}}"#)
        form.apply(.followed(values: text(#"{"lines":[{"q":1,"s":"B"},{"q":3}]}"#)))
        try form.send("submit")
        #expect(form.outputs.last?.value == text(#"{"lines":[{"q":5,"s":"B"},{"q":2},{"q":3}]}"#))
    }

    @Test func anItemThatOthersHaveChangedAndTheUserRemovedIsAConflict() throws {
        var form = form()
        let item = form.value("lines").elements.compactMap(\.stringValue)[0]
        try form.send("removeItem", #"{"path":"/lines","id":"\#(item)"}"#)
        follow(&form, #"{"lines":[{"id":"a","q":1,"s":"B"}]}"#)
        #expect(form["conflicts"] == json(#"["/lines"]"#))
    }

    @Test func mineIsKeptOverWhatNoFieldShows() throws {
        var form = form()
        let item = form.value("lines").elements.compactMap(\.stringValue)[0]
        try form.enter("lines/\(item)/q", "2")
        follow(&form, #"{"lines":[{"id":"b","q":9},{"id":"a","q":3,"s":"B"}]}"#)
        try form.send("keepMine")
        try form.send("submit")
        #expect(form.outputs.last?.value == text(#"{"lines":[{"id":"a","q":2,"s":"B"}]}"#))
    }

    @Test func itemsInItemsStayThoseThatTheyWere() throws {
        let lines = field("lines", .repeated) {
            $0.fields = [field("q", .number), field("parts", .repeated) { $0.fields = [field("by")] }]
        }
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: [lines])], ids: IDGenerator(seed: 1))
        configuration.values = text(#"{"lines":[{"q":1,"parts":[{"by":"Ada","s":1}]}]}"#)
        var form = FormDriver(configuration, rowID: "7")
        let line = form.value("lines").elements.compactMap(\.stringValue)[0]
        let part = form.value("lines/\(line)/parts").elements.compactMap(\.stringValue)[0]
        try form.enter("lines/\(line)/q", "2")
        try form.send("blur", #"{"path":"/lines/\#(line)/parts/\#(part)/by"}"#)
        form.apply(
            .followed(values: text(#"{"lines":[{"q":1,"parts":[{"by":"Ada","s":2},{"by":"Bo","s":3}]}]}"#)))
        #expect(form.field("lines/\(line)/parts/\(part)/by")["touched"]?.boolValue == true)
        #expect(form.field("lines/\(line)/parts")["dirty"]?.boolValue == false)
        try form.send("submit")
        let parts = #"[{"by":"Ada","s":2},{"by":"Bo","s":3}]"#
        #expect(form.outputs.last?.value == text(#"{"lines":[{"q":2,"parts":\#(parts)}]}"#))
    }

    @Test func optionsOfBothArePicked() throws {
        var form = form()
        try form.enter("tags", #"["red","blue"]"#)
        follow(&form, #"{"tags":["red","green"]}"#)
        #expect(form.value("tags") == json(#"["red","blue","green"]"#) && form["conflicts"].isNull)
    }

    @Test func oneItemThatBothChangedIsAConflict() throws {
        var form = form()
        let item = form.value("lines").elements.compactMap(\.stringValue)[0]
        try form.enter("lines/\(item)/q", "2")
        follow(&form, #"{"lines":[{"id":"a","q":3}]}"#)
        #expect(form.field("lines")["conflict"] == json(#"{"base":[{"q":1}],"theirs":[{"q":3}]}"#))
        try form.send("takeTheirs")
        #expect(form["isDirty"].boolValue == false)
    }
}
