import FHJSON
import Testing

@testable import FHHosting
@testable import FHPeers

@Suite struct PluginSnapshotTests {
    private let members = [
        ("instance", #""i""#), ("feature", #""f""#), ("kind", #""view""#), ("revision", "3"),
        ("cause", #"{"action":"go","path":["a"],"origin":"client","request":7,"cancelled":["x-1"]}"#),
        ("settled", "true"), ("effects", "[]"), ("unavailable", "{}"), ("errors", "[]"), ("presentation", "null"),
        ("queue", "[]"), ("blocked", "null"), ("toolbar", "[]"), ("animation", "null"), ("state", #"{"n":1}"#),
    ]

    private func text(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private func read(_ text: String) throws(PluginSnapshot.Mistake) -> PluginSnapshot {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes in
            Result { () throws(PluginSnapshot.Mistake) in try PluginSnapshot(bytes) }
        }.get()
    }

    private func written(_ snapshot: PluginSnapshot, without member: PluginSnapshot.Member) -> String {
        JSONText.build { json in
            json.beginObject()
            snapshot.writeMembers(to: &json) { $0 != member }
            json.endObject()
        }.string
    }

    @Test func whatTheHostNeedsIsRead() throws {
        let snapshot = try read(text(members))
        #expect(snapshot.instance == "i" && snapshot.revision == 3 && snapshot.isSettled && snapshot.path.isEmpty)
        let cause = snapshot.cause
        #expect(cause.action == "go" && cause.path == ["a"] && cause.origin == "client")
        #expect(cause.request == 7 && cause.cancelled == ["x-1"])
    }

    @Test func theRestIsPassedOnByteForByte() throws {
        let odd = #"{"n" :1.50,"text":"\u00e9 \/","deep":[[ ]]}"#
        var members = members
        members[members.count - 1] = ("state", odd)
        members.append(("another", "1e2"))
        let snapshot = try read(text(members))
        #expect(written(snapshot, without: .path) == text(members))
        let index = try #require(members.firstIndex { $0.0 == "errors" })
        members.remove(at: index)
        #expect(written(snapshot, without: .errors) == text(members))
    }

    @Test func whatIsNoLineIsWrittenAnew() throws {
        var members = members
        members[members.count - 1] = ("state", "{\"t\":\"\u{2028}\",\"n\":1.50}")
        let snapshot = try read(text(members))
        let result = written(snapshot, without: .path)
        #expect(result.hasSuffix(#""state":{"t":"\u2028","n":1.5}}"#))
        #expect(try read(text(members).replacing("\"instance\"", with: #""inst\u0061nce""#)).instance == "i")
    }

    @Test(arguments: PluginSnapshot.Member.allCases)
    func withoutWhatItNeedsItIsNone(member: PluginSnapshot.Member) throws {
        let rest = members.filter { $0.0 != "\(member.name)" }
        if member.isNeeded(ofChild: false) {
            #expect(throws: PluginSnapshot.Mistake(what: "without \(member.name)")) { try read(text(rest)) }
        } else {
            _ = try read(text(rest))
        }
    }

    @Test(arguments: [
        ("feature", "7", ""), ("kind", #""tree""#, ""), ("state", "[]", ""), ("toolbar", #""x""#, ""),
        ("toolbar", #"[{"action":"go"}]"#, "/0/title"), ("errors", "{}", ""), ("presentation", "7", ""),
        ("errors", #"[{"id":"e1","code":"not one","message":"","retryable":true,"display":"banner"}]"#, "/0/code"),
        ("effects", #"[{"id":"x-1","name":"x"}]"#, "/0/background"), ("unavailable", #"{"go":1}"#, ""),
        ("presentation", #"{"key":"p1","style":"wide"}"#, "/style"), ("queue", "null", ""), ("blocked", "[]", ""),
        ("animation", "true", ""),
    ])
    func whatFrontEndsCountOnIsLookedAt(member: String, value: String, place: String) throws {
        let members = members.map { $0.0 == member ? (member, value) : $0 }
        #expect(throws: PluginSnapshot.Mistake(what: "whose \(member)\(place) is not as it must be")) {
            try read(text(members))
        }
    }

    @Test func fullMembersAreTaken() throws {
        let full = [
            "errors": #"[{"id":"e1","code":"timeout","message":"m","retryable":true,"display":"banner"}]"#,
            "toolbar": #"[{"action":"go","title":"Go","role":"default"}]"#, "unavailable": #"{"go":"loading"}"#,
            "presentation":
                #"{"key":"p1","style":"alert","title":"T","message":null,"buttons":[],"dismissible":true}"#,
            "queue": #"[{"key":"p2","style":"sheet","title":"T"}]"#,
        ]
        _ = try read(text(members.map { ($0.0, full[$0.0] ?? $0.1) }))
    }

    @Test func aChildSaysWhereItIs() throws {
        let rest = members.filter { $0.0 != "blocked" && $0.0 != "animation" }
        #expect(try read(text(rest + [("path", #"["a","1"]"#)])).path == ["a", "1"])
    }

    @Test(arguments: [
        ("revision", "\"3\"", "whose revision is no integer"), ("settled", "1", "whose settled is no truth value"),
        ("instance", "7", "whose instance is no string"), ("cause", "{}", "whose cause lacks action or origin"),
        ("path", "[1]", "whose path is no array of strings"), ("state", "{", "that is not JSON"),
    ])
    func aWrongMemberIsNamed(member: String, value: String, mistake: String) {
        let changed = members.filter { $0.0 != member } + [(member, value)]
        do {
            _ = try read(text(changed))
            Issue.record("it was taken")
        } catch {
            #expect(error.what.hasPrefix(mistake))
        }
    }

    @Test func twoMembersOfANameAreAMistake() {
        #expect(throws: PluginSnapshot.Mistake(what: "with two members state")) {
            try read(text(members + [("state", "{}")]))
        }
    }

    @Test func aSnapshotIsFoundHoweverItsFrameIsWritten() throws {
        let params = text(members)
        let frames = [
            #"{"jsonrpc":"2.0","method":"state/snapshot","params":"# + params + "}",
            #"{ "jsonrpc" : "2.0" , "method" : "state/snapshot" , "params" : "# + params + " } ",
            #"{"params":"# + params + #","method":"state/snapshot","jsonrpc":"2.0"}"#,
            #"{"jsonrpc":"2.0","method":"state/snapshot","params":"# + params + #","more":{}}"#,
        ]
        for frame in frames {
            let message = Array(frame.utf8).withUnsafeBytes { PluginMessage.decode($0) }
            guard case .snapshot(let snapshot) = message else {
                Issue.record("no snapshot in \(frame)")
                continue
            }
            #expect(snapshot.revision == 3)
        }
    }
}
