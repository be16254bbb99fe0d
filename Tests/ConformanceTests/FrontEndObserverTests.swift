import FHJSON
import Testing

@testable import FHConformance

/// Violations of the protocol by clients are detected, whatever the host sends.
@Suite struct FrontEndObserverTests {
    private func watched(secret: String? = nil, _ texts: String...) throws -> [String] {
        let observer = FrontEndObserver(SchemaSet([]), secret: secret)
        for text in texts {
            let (mark, message) = (text.prefix(1), try JSONValue(parsing: String(text.dropFirst(2))))
            if mark == ">" { observer.noteSent(message) } else { observer.note(message) }
        }
        observer.noteEnd()
        return observer.faults.flatMap(\.requirements)
    }

    private func asked(_ id: Int, _ method: String = "ping", _ params: String = "{}") -> String {
        #"< {"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    private func answered(_ id: Int) -> String { #"> {"jsonrpc":"2.0","id":\#(id),"result":null}"# }

    @Test func anIDIsFreeWhenItIsAnswered() throws {
        #expect(try watched(asked(1), asked(2), answered(1), asked(1)) == [])
        #expect(try watched(asked(1), asked(1)) == ["M-12"])
    }

    @Test func initializeComesFirstAndAlone() throws {
        #expect(try watched(asked(1, "initialize"), answered(1), asked(2)) == [])
        #expect(try watched(asked(1), asked(2, "initialize")) == ["C-4"])
        #expect(try watched("< [" + asked(1, "initialize").dropFirst(2) + "]") == ["C-4"])
    }

    @Test func paramsAreByName() throws {
        #expect(try watched(asked(1, "feature/list", "[]"), asked(2, "feature/list", "null")) == [])
        #expect(try watched(asked(1, "feature/close", #"["c"]"#)) == ["M-21"])
    }

    @Test func whatIsAskedIsAnsweredOnce() throws {
        let (question, notice) = (
            #"> {"jsonrpc":"2.0","id":1,"method":"source/fetch"}"#, #"> {"jsonrpc":"2.0","method":"news"}"#
        )
        let answer = #"< {"jsonrpc":"2.0","id":1,"result":{}}"#
        #expect(try watched(question, answer) == [])
        #expect(try watched(question) == ["M-14"])
        #expect(try watched(question, answer, answer) == ["M-14", "M-15", "R-1"])
        #expect(try watched(notice, #"< {"jsonrpc":"2.0","id":null,"result":1}"#) == ["M-14", "M-15", "R-1"])
        #expect(try watched(question, #"< {"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#) == ["M-14"])
    }

    @Test func aMessageSaysItsVersion() throws {
        #expect(try watched(#"< {"id":1,"method":"ping"}"#) == ["M-8"])
        #expect(try watched(#"< {"jsonrpc":"2.0","id":1.5,"method":"ping"}"#) == ["M-8"])
    }

    @Test func aSecretIsSetAndNothingElse() throws {
        func sent(_ action: String) -> String {
            asked(
                1, "feature/send", #"{"instance":"f","action":"\#(action)","params":{"path":"/pin","value":"s3cret"}}"#)
        }
        #expect(try watched(secret: "s3cret", sent("setSecret")) == [])
        #expect(try watched(secret: "s3cret", sent("setValue")) == ["X-4"])
        #expect(try watched(secret: "other", sent("setValue")) == [])
    }
}
