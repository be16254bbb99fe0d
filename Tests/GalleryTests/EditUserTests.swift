import FHJSON
import Testing

@testable import FHGallery

@Suite struct EditUserTests {
    private func screen() -> FormScreen {
        FormScreen(EditUser.configuration(SimulatedAccounts(outcome: .saved, delayMs: 1_000)))
    }

    @Test func itBeginsWithThePersonAndNothingIsChanged() {
        let state = screen().state
        #expect(state["fields"]?["/name"]?["value"]?.stringValue == "Grace Hopper")
        #expect(state["isDirty"]?.boolValue == false)
        #expect(state["isValid"]?.boolValue == true)
    }

    @Test func whatWasChangedIsKnownFieldByFieldAndReverted() throws {
        let screen = screen()
        try screen.send(
            "setValue", #"{"path":"/name","value":"Grace"}"#,
            #"{"isDirty":true,"fields":{"/name":{"value":"Grace","dirty":true}}}"#)
        try screen.send(
            "setValue", #"{"path":"/isActive","value":false}"#,
            #"{"fields":{"/isActive":{"value":false,"dirty":true}}}"#)
        try screen.send(
            "setValue", #"{"path":"/isActive","value":true}"#,
            #"{"fields":{"/isActive":{"value":true,"dirty":false}}}"#)
        try screen.send(
            "reset", "{}", #"{"isDirty":false,"fields":{"/name":{"value":"Grace Hopper","dirty":false}}}"#)
    }

    @Test func whatOthersChangeComesInBesideWhatWasChangedHere() throws {
        let screen = screen()
        try screen.send("setValue", #"{"path":"/name","value":"Grace"}"#, nil)
        try screen.send(
            "rebase", #"{"values":{"name":"Rear Admiral Hopper","email":"hopper@example.com"}}"#,
            #"""
            {"isValid":false,"conflicts":["/name"],"fields":{"/email":{"value":"hopper@example.com"},"/name":{
                "conflict":{"base":"Grace Hopper","theirs":"Rear Admiral Hopper"},"showMessages":true,
                "messages":[{"code":"conflict","text":"Name was changed by others meanwhile.","severity":"error"}]}}}
            """#)
        try screen.send(
            "reset", "{}",
            #"""
            {"isDirty":false,"isValid":true,"conflicts":null,"fields":{"/name":{
                "value":"Rear Admiral Hopper","dirty":false,"conflict":null,"showMessages":false,"messages":[]}}}
            """#)
    }

    @Test func itStaysWhenItIsSaved() throws {
        let screen = screen()
        try screen.send("setValue", #"{"path":"/name","value":"Grace"}"#, nil)
        try screen.send("submit", "{}", nil)
        let anew = #"{"touched":false,"showMessages":false}"#
        try screen.advance(
            2_000,
            #"""
            {"status":"succeeded","isDirty":false,"isValidating":false,
             "result":{"name":"Grace","email":"grace@example.com","isActive":true},
             "fields":{"/name":{"dirty":false,"touched":false,"showMessages":false},
               "/email":{"validating":false,"touched":false,"showMessages":false},
               "/isActive":\#(anew)}}
            """#)
        try screen.send(
            "setValue", #"{"path":"/name","value":"G"}"#,
            #"{"status":"editing","isDirty":true,"fields":{"/name":{"value":"G","dirty":true}}}"#)
    }
}
