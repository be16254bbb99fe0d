import FHJSON
import Testing

@testable import FHConformance

/// Violations of the protocol by hosts are detected, whatever the client sends.
@Suite struct ObserverTests {
    private func watched(_ texts: String...) throws -> [String] {
        let observer = Observer(SchemaSet([]))
        for text in texts {
            let (mark, message) = (text.prefix(1), try JSONValue(parsing: String(text.dropFirst(2))))
            if mark == ">" { observer.noteSent(message) } else { observer.note(message) }
        }
        return observer.faults.flatMap(\.requirements)
    }

    private func told(_ revision: Int, path: String = "[]", _ members: String = "") -> String {
        #"< {"jsonrpc":"2.0","method":"state/snapshot","params":{"instance":"i","path":\#(path),"#
            + #""revision":\#(revision)\#(members)}}"#
    }

    private func sent(_ id: Int, _ method: String, _ params: String = #"{"instance":"i"}"#) -> String {
        #"> {"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    private func answered(_ id: Int, _ result: String = "null") -> String {
        #"< {"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
    }

    @Test func revisionsComeOneByOneOrAreCounted() throws {
        #expect(try watched(told(1), told(2), told(5, #","conflated":3"#)) == [])
        #expect(try watched(told(1), told(3)) == ["S-8", "S-9", "T-65"])
        #expect(try watched(told(1), told(9, #","conflated":\#(Int.max)"#)) == ["S-8", "S-9", "T-65"])
        #expect(try watched(told(2), told(2)) == ["S-11"])
        #expect(try watched(told(2), told(7, path: #"["child"]"#)) == [], "a child is told by itself")
    }

    @Test func anInstanceThatIsOpenedAgainBeginsAnew() throws {
        let child = #"["child"]"#
        let closed = #"< {"jsonrpc":"2.0","method":"state/closed","params":{"instance":"i","reason":"closed"}}"#
        #expect(try watched(told(5), told(5, path: child), closed, told(1), told(1, path: child)) == [])
        let close = [sent(1, "feature/close"), answered(1)]
        #expect(try watched(told(5), told(5, path: child), close[0], close[1], told(1, path: child)) == [])
        let left = [sent(1, "state/unsubscribe"), answered(1)]
        #expect(try watched(told(5, path: child), left[0], left[1], told(1, path: child)) == ["S-11"])
    }

    @Test func aSnapshotComesBeforeTheAnswer() throws {
        let send = sent(1, "feature/send", #"{"instance":"i","action":"a"}"#)
        #expect(try watched(told(1), send, told(2), answered(1, #"{"revision":2}"#)) == [])
        #expect(try watched(told(1), send, answered(1, #"{"revision":2}"#)) == ["S-12"])
    }

    @Test func eachRequestIsAnsweredOnce() throws {
        #expect(try watched(sent(1, "ping"), answered(1)) == [])
        #expect(try watched(sent(1, "ping"), answered(1), answered(1)) == ["M-14"])
        #expect(try watched(sent(1, "ping"), sent(1, "ping"), answered(1), answered(1)) == [], "two had the id")
    }

    @Test func anEffectGoesForAReason() throws {
        let working = told(1, #","effects":[{"id":"a-1","background":true}]"#)
        func next(_ cause: String) -> String { told(2, #","effects":[]\#(cause)"#) }
        #expect(try watched(working, next(#","cause":{"origin":"effect"}"#)) == [])
        #expect(try watched(working, next(#","cause":{"origin":"client","cancelled":["a-1"]}"#)) == [])
        #expect(try watched(working, next(#","cause":{"origin":"client"}"#)) == ["S-33"])
        #expect(try watched(working, next("")) == ["S-33"], "also where there is no cause")
        func patch(_ cause: String) -> String {
            #"< {"jsonrpc":"2.0","method":"state/patch","params":{"instance":"i","base":1,"revision":2,"patch":["#
                + #"{"op":"replace","path":"/revision","value":2},{"op":"add","path":"/cause","value":\#(cause)},"#
                + #"{"op":"remove","path":"/effects/0"}]}}"#
        }
        let long = told(1, #","effects":[{"id":"a-1"}],"long":"\#(String(repeating: "x", count: 500))""#)
        #expect(try watched(long, patch(#"{"origin":"client","cancelled":["a-1"]}"#)) == [])
        #expect(try watched(long, patch(#"{"origin":"client"}"#)) == ["S-33"], "also where it is told by a patch")
    }

    @Test func anInstanceIsToldToBeClosedOnce() throws {
        let closed = #"< {"jsonrpc":"2.0","method":"state/closed","params":{"instance":"i","reason":"closed"}}"#
        let child = closed.replacing(#""reason""#, with: #""path":["child"],"reason""#)
        let open = sent(1, "feature/open")
        #expect(try watched(told(1), told(1, path: #"["child"]"#), child, closed) == [])
        #expect(try watched(told(1), closed, closed) == ["C-68"])
        #expect(try watched(told(1), closed, told(1), closed) == [], "one more of that name")
        #expect(try watched(open, open.replacing(":1,", with: ":2,"), closed, closed) == [], "both were opened")
    }

    private static let entry = """
        {"id":"f","kind":"form","output":{"type":"object"},"actions":[{"name":"set","params":{"type":"object",\
        "properties":{"to":{"type":"integer"},"of":{"type":"string"}},"required":["to"],"additionalProperties":false}}]}
        """

    @Test func whatIsTakenAndHandedOnIsWhatTheCatalogSays() throws {
        let list = [sent(1, "feature/list"), answered(1, #"{"features":[\#(Self.entry)]}"#)]
        func take(_ params: String, isBatch: Bool = false) throws -> [String] {
            let asked = sent(2, "feature/send", #"{"instance":"i","action":"set","params":\#(params)}"#)
            let message = isBatch ? "> [\(asked.dropFirst(2))]" : asked
            return try watched(list[0], list[1], told(1, #","feature":"f""#), message, answered(2, #"{"revision":1}"#))
        }
        #expect(try take(#"{"to":1}"#) == [])
        #expect(try take(#"{"to":1,"of":null}"#) == [], "null is what is left out")
        #expect(try take(#"{"to":"x"}"#) == ["C-26"])
        #expect(try take("{}") == ["C-26"])
        #expect(try take(#"{"to":1,"more":1}"#) == ["C-26"], "what is told is held to the letter")
        #expect(try take("{}", isBatch: true) == [], "it may be of another feature by now")
        func run(_ outcome: String) throws -> [String] {
            let asked = sent(2, "feature/run", #"{"feature":"f","instance":"r"}"#)
            return try watched(list[0], list[1], asked, answered(2, outcome))
        }
        #expect(try run(#"{"outcome":"completed","output":{"a":1}}"#) == [])
        #expect(try run(#"{"outcome":"completed","output":"a"}"#) == ["C-29"])
        #expect(try run(#"{"outcome":"cancelled"}"#) == [])
    }

    @Test func patchesLeadToWhatIsTold() throws {
        func patch(_ base: Int, _ revision: Int, _ operations: String) -> String {
            #"< {"jsonrpc":"2.0","method":"state/patch","params":{"instance":"i","base":\#(base),"#
                + #""revision":\#(revision),"patch":[\#(operations)]}}"#
        }
        let long = String(repeating: "x", count: 500)
        let first = told(1, #","a":0,"long":"\#(long)""#)
        let next = #"{"op":"replace","path":"/revision","value":2},{"op":"replace","path":"/a","value":1}"#
        let ask = sent(1, "feature/snapshot")
        func whole(_ a: Int) -> String {
            answered(1, #"{"instance":"i","path":[],"revision":2,"a":\#(a),"long":"\#(long)"}"#)
        }
        #expect(try watched(first, patch(1, 2, next), ask, whole(1)) == [])
        #expect(try watched(first, patch(1, 2, next), ask, whole(7)) == ["D-3"])
        #expect(try watched(first, patch(0, 2, next)) == ["D-4", "D-5"])
        #expect(try watched(first, patch(1, 2, #"{"op":"move","path":"/a","from":"/long"}"#)) == ["D-2"])
        #expect(try watched(told(1), patch(1, 2, next.replacing("/a", with: "/revision"))) == ["D-6"])
        #expect(try watched(told(3), patch(1, 2, next)) == [], "an answer has brought what it says")
    }

    @Test func whatIsSettledDoesNotWork() throws {
        #expect(try watched(told(1, #","settled":true,"effects":[{"id":"a-1","background":false}]"#)) == ["S-36"])
        #expect(try watched(told(1, #","settled":true,"effects":[{"id":"a-1","background":true}]"#)) == [])
    }

    @Test func aCatalogNamesNothingTwice() throws {
        func list(_ entries: String) -> String { answered(1, #"{"features":[\#(entries)]}"#) }
        #expect(try watched(sent(1, "feature/list"), list(#"{"id":"a"},{"id":"b"}"#)) == [])
        #expect(try watched(sent(1, "feature/list"), list(#"{"id":"a"},{"id":"a"}"#)) == ["C-23"])
        #expect(
            try watched(sent(1, "feature/list"), list(#"{"id":"a","actions":[{"name":"x"},{"name":"x"}]}"#)) == ["C-23"]
        )
    }
}
