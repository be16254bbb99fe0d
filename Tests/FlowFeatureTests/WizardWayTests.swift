import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

/// The path of steps that the answers determine.
@Suite struct WizardWayTests {
    @Test func aStepIsOnTheWayWhileItsConditionHolds() throws {
        let flow = wizard([
            question("kind"), asked("firm", when: .equals("/kind/text", .value(#""firm""#))), question("end"),
        ])
        #expect(flow.steps?["count"]?.intValue == 2)
        try flow.answer("firm")
        #expect(flow.way == ["kind done", "firm current", "end open"])
        try flow.answer("f")
        try flow.send("back")
        try flow.send("back")
        try flow.answer("person")
        #expect(flow.way == ["kind done", "end current"])
        #expect(flow.steps?["answers"] == json(#"{"kind":{"text":"person"}}"#))
        try flow.answer("z")
        #expect(flow.snapshot()["state"]?["output"] == json(#"{"kind":{"text":"person"},"end":{"text":"z"}}"#))
    }

    @Test func aStepThatIsOffTheWayIsClosedAndMadeAnewWithItsAnswer() throws {
        let flow = wizard([
            question("kind"), asked("firm", when: .equals("/kind/text", .value(#""firm""#))), question("end"),
        ])
        try flow.answer("firm")
        let key = flow.keys[1]
        try flow.answer("f")
        try flow.send("back")
        try flow.page("later", #"{"text":"never"}"#)
        try flow.send("back")
        try flow.answer("person")
        #expect(!flow.store.has(path: ["stack", key]))
        #expect(flow.store.activity.count == 0)
        try flow.send("back")
        try flow.answer("firm")
        #expect(flow.keys[1] != key)
        #expect(flow.text == "f")
    }

    @Test func aStepThatALateAnswerLeadsPastIsClosed() throws {
        var second = question("b")
        second.next = [.init(when: .equals("/b/text", .value(#""short""#)), to: "d")]
        let flow = wizard([question("a"), second, question("c"), question("d")])
        try flow.answer("x")
        try flow.answer("y")
        let key = flow.keys[2]
        try flow.send("back")
        try flow.page("enter", #"{"text":"short"}"#)
        try flow.page("submitLater")
        try flow.send("back")
        #expect(flow.store.has(path: ["stack", key]))
        flow.clock.advance(by: 10)
        flow.store.deliver()
        #expect(flow.way == ["a current", "b done", "d open"])
        #expect(!flow.store.has(path: ["stack", key]))
    }

    @Test func aStepThatIsOffTheWayCountsAsEmpty() throws {
        let flow = wizard([
            question("kind"), asked("firm", when: .equals("/kind/text", .value(#""firm""#))),
            asked("none", when: .isEmpty("/firm")), asked("some", when: .not(.isEmpty("/firm/text"))),
        ])
        try flow.answer("firm")
        try flow.answer("f")
        #expect(flow.way == ["kind done", "firm done", "some current"])
        try flow.send("back")
        try flow.send("back")
        try flow.answer("person")
        #expect(flow.way == ["kind done", "none current"])
    }

    @Test func aBranchLeadsFurtherOn() throws {
        var kind = question("kind")
        kind.next = [.init(when: .equals("/kind/text", .value(#""short""#)), to: "end")]
        var long = question("long")
        long.next = [.init(to: "end")]
        let flow = wizard([kind, long, question("never"), question("end")])
        #expect(flow.way == ["kind current", "long open", "end open"])
        try flow.answer("short")
        #expect(flow.way == ["kind done", "end current"])
    }

    @Test func aBranchToAStepThatIsNotThereGoesOnBehindIt() throws {
        var first = question("first")
        first.next = [.init(to: "gone")]
        let flow = wizard([first, question("between"), asked("gone", when: .isEmpty("/first")), question("end")])
        try flow.answer("x")
        #expect(flow.way == ["first done", "end current"])
    }

    @Test func numbersTextsAndArraysAreCompared() throws {
        let cases: [(Condition, Bool)] = [
            (.equals("/a/text", .value(#""Ünder""#)), true), (.contains("/a/text", .value(#""UND""#)), true),
            (.greater("/a/text", .value(#""A""#)), true), (.less("/a/text", .value("3")), false),
            (.isIn("/a/text", [#""x""#, #""Ünder""#]), true), (.equals("/a/none", .value("null")), true),
            (.equals("/a/text", .field("/a/text")), true), (.isEmpty("/a"), false), (.any([]), false),
            (.equals("/b/text", .value(#""Ünder""#)), false),
        ]
        for (condition, holds) in cases {
            let flow = wizard([question("a"), asked("b", when: condition), question("c")])
            try flow.answer("Ünder")
            #expect(flow.steps?["id"]?.stringValue == (holds ? "b" : "c"), "\(condition)")
        }
    }
}
