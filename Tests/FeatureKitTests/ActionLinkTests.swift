import FHJSON
import FeatureKit
import Testing

@Suite struct ActionLinkTests {
    private let registration = FeatureRegistration { Screen() }

    private func mistake(_ name: String, _ params: JSONText = .emptyObject, on occasion: ActionLink.Occasion)
        -> ActionRefusal?
    {
        registration.mistake(in: ActionLink(name, params: params), on: occasion)
    }

    /// Returns the paths of the invalid params; empty if the link is valid, and nil for any other error.
    private func wrongMembers(_ name: String, _ params: JSONText = .emptyObject, on occasion: ActionLink.Occasion)
        -> [String]?
    {
        switch mistake(name, params, on: occasion) {
        case nil: []
        case .invalidParams(let fields): fields.map(\.path)
        default: nil
        }
    }

    @Test func whatAToolbarSendsMustBeWholeAndMayBeAnyAction() {
        #expect(wrongMembers("note", on: .toolbar) == ["/text"])
        #expect(wrongMembers("note", .object(["text": .string("x")]), on: .toolbar) == [])
        #expect(wrongMembers("reset", on: .toolbar) == [])
        #expect(wrongMembers("setTaskId", on: .toolbar) == ["/id"])
        #expect(wrongMembers("present", on: .toolbar) == ["/modal"])
        #expect(wrongMembers("confirmDiscard", on: .toolbar) == [])
        #expect(
            mistake("nonsense", on: .toolbar)
                == .unknown(
                    known: Screen.names + Self.presenting + [
                        "retry", "dismissError", "cancelEffect", "undoNotice", "dismissNotice", "setTaskId", "reset",
                    ]))
    }

    private static let presenting = ["present", "pressButton", "dismiss", "confirmDiscard", "keepEditing"]

    @Test func aButtonFillsInTheRowsIdAlone() {
        #expect(wrongMembers("remove", on: .button(hasTarget: true)) == [])
        #expect(wrongMembers("remove", on: .button(hasTarget: false)) == ["/ids"])
        #expect(wrongMembers("put", on: .button(hasTarget: true)) == ["/patch"])
        #expect(wrongMembers("add", on: .button(hasTarget: true)) == ["/value"])
    }

    @Test func anOutputFillsInItsRowAndItsValue() {
        for action in ["put", "add", "remove", "open"] { #expect(wrongMembers(action, on: .output(hasID: true)) == []) }
        #expect(wrongMembers("note", on: .output(hasID: true)) == ["/text"])
        #expect(wrongMembers("setRow", on: .output(hasID: true)) == ["/text"])
    }

    @Test func whatTheStoreItselfDoesCanNotBeSentFromWithin() {
        let known = ActionRefusal.unknown(known: Screen.names + Self.presenting)
        for action in ["reset", "retry", "dismissError", "setTaskId"] {
            #expect(mistake(action, on: .output(hasID: true)) == known)
            #expect(mistake(action, on: .button(hasTarget: true)) == known)
        }
    }

    @Test func declaredParamsComeFirst() throws {
        let fixed = ActionLink("put", params: .object(["id": .string("7"), "patch": .object(["a": .string("b")])]))
        let screen = ScreenStore([:], .init(outputs: ["open": fixed]))
        try screen.send("open", #"{"id":"2"}"#)
        #expect(screen.log() == [#"put 7 {"a":"b"}"#])
    }

    @Test func presentGetsTheRowAsTheParamsOfWhatItOpens() throws {
        let modal = Modal(style: .sheet, feature: Screen.link())
        let present = ActionLink("present", params: .object(["modal": .string("child")]))
        let screen = ScreenStore([:], .init(modals: ["child": modal], outputs: ["open": present]))
        try screen.send("open", #"{"id":"2"}"#)
        #expect(screen.openedWith == (try JSONValue(parsing: #"{"id":"2","values":{"id":"2","text":"two"}}"#)))
    }
}
