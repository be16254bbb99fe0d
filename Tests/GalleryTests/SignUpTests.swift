import FHJSON
import Testing

@testable import FHGallery

@Suite struct SignUpTests {
    private func screen(_ outcome: SimulatedAccounts.Outcome = .saved) -> FormScreen {
        FormScreen(SignUp.configuration(SimulatedAccounts(outcome: outcome, delayMs: 1_000)))
    }

    /// Makes a form that is filled in and validates the address with the source.
    private func filled(_ outcome: SimulatedAccounts.Outcome = .saved) throws -> FormScreen {
        let screen = screen(outcome)
        try screen.send(
            "setValues", #"{"values":{"name":" Bo ","email":"bo@example.com"}}"#,
            #"""
            {"isDirty":true,"isValidating":true,"fields":{
              "/name":{"value":" Bo ","dirty":true,"messages":[]},
              "/email":{"value":"bo@example.com","dirty":true,"validating":true,"messages":[]}}}
            """#)
        try screen.send(
            "setSecret", #"{"path":"/password","value":"hush hush"}"#,
            #"{"isValid":true,"fields":{"/password":{"value":{"isSet":true},"dirty":true,"messages":[]}}}"#)
        return screen
    }

    @Test func everyMessageOfEveryFieldIsShownWithASubmit() throws {
        let screen = screen()
        let shown = #"{"touched":true,"showMessages":true}"#
        try screen.send(
            "submit", "{}",
            #"""
            {"submitCount":1,"focus":{"path":"/name","seq":1},"fields":{
              "/name":\#(shown),"/email":\#(shown),"/password":\#(shown),"/receiveUpdates":\#(shown),
              "/marketingEmails":\#(shown)}}
            """#)
        for (path, label) in [("/name", "Name"), ("/email", "Email"), ("/password", "Password")] {
            let messages = screen.state["fields"]?[path]?["messages"]
            #expect(messages?[0]?["text"]?.stringValue == "\(label) is required.")
        }
        #expect(screen.isSettled)
    }

    @Test func anAddressThatSomebodyHasIsSaidOnce() throws {
        let screen = screen()
        try screen.send(
            "setValue", #"{"path":"/email","value":"ada@example.com"}"#,
            #"""
            {"isDirty":true,"isValidating":true,
             "fields":{"/email":{"value":"ada@example.com","dirty":true,"validating":true,"messages":[]}}}
            """#)
        try screen.advance(299)
        try screen.advance(1_000)
        try screen.advance(
            1,
            #"""
            {"isValidating":false,"fields":{"/email":{"validating":false,
              "messages":[{"code":"taken","text":"There is an account with this address.","severity":"error"}]}}}
            """#)
        #expect(screen.isSettled)
    }

    @Test func anAccountIsMadeOfTrimmedValuesAndTheSecretIsGone() throws {
        let screen = try filled()
        try screen.advance(1_300, #"{"isValidating":false,"fields":{"/email":{"validating":false}}}"#)
        let shown = #"{"touched":true,"showMessages":true}"#
        try screen.send(
            "submit", #"{"requestId":"1"}"#,
            #"""
            {"submitCount":1,"status":"submitting","fields":{"/name":\#(shown),"/email":\#(shown),"/password":\#(shown),
              "/receiveUpdates":\#(shown),"/marketingEmails":\#(shown)}}
            """#)
        let anew = #"{"touched":false,"showMessages":false}"#
        try screen.advance(
            1_000,
            #"""
            {"status":"succeeded","isDirty":false,"isValid":false,
             "result":{"name":"Bo","email":"bo@example.com","receiveUpdates":true,"marketingEmails":false},
             "fields":{"/name":{"value":"Bo","dirty":false,"touched":false,"showMessages":false},
               "/email":{"dirty":false,"touched":false,"showMessages":false},
               "/password":{"value":{"isSet":false},"dirty":false,"touched":false,"showMessages":false,
                 "messages":[{"code":"required","text":"Password is required.","severity":"error"}]},
               "/receiveUpdates":\#(anew),"/marketingEmails":\#(anew)}}
            """#)
    }

    @Test func whatTheServiceSaysStandsWhereItBelongs() throws {
        let screen = try filled(.refused)
        try screen.send("submit", "{}", nil)
        try screen.advance(2_000, nil)
        #expect(screen.state["status"]?.stringValue == "editing")
        #expect(screen.state["focus"]?["path"]?.stringValue == "/name")
        #expect(screen.state["fields"]?["/name"]?["messages"]?[0]?["code"]?.stringValue == "profanity")
        #expect(screen.state["formMessages"]?[0]?["code"]?.stringValue == "closed")
    }

    @Test func aServiceThatFailsIsABannerAndEverythingStays() throws {
        let screen = try filled(.failed)
        try screen.send("submit", "{}", nil)
        try screen.advance(2_000, nil)
        #expect(screen.state["status"]?.stringValue == "failed")
        #expect(screen.errors.map { $0["display"]?.stringValue } == ["banner"])
        #expect(screen.state["fields"]?["/password"]?["value"]?["isSet"]?.boolValue == true)
    }
}
