import FHJSON
import Testing

/// Frames that take long to parse.
@Suite struct LongFrameTests {
    /// Returns a request with unused params of at least a number of bytes.
    private static func ping(_ id: Int, bytes: Int = 200_000) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":{"x":"\#(String(repeating: "a", count: bytes))"}}"#
    }

    @Test func othersAreServedWhileOneIsRead() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            let said = await host.converse([
                // The frame is long enough that no machine parses it before the next line is sent.
                (a.number, Self.ping(1, bytes: 15_000_000)), (b.number, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#),
            ])
            #expect(said.map(\.count) == [0, 1])
            // A parsed frame is answered with an error, because `ping` has no such param.
            #expect(await a.until(1).count == 1)
        }
    }

    @Test(arguments: [false, true])
    func whatStandsBehindOneWaits(isSequential: Bool) async throws {
        try await withHost { host in
            let a = await host.frontEnd(isSequential: isSequential)
            await a.open()
            await a.send(Self.ping(101))
            await a.act("add")
            await a.send(Self.ping(102))
            await a.send(Self.ping(103, bytes: 70_000))
            await a.send(#"{"jsonrpc":"2.0","id":104,"method":"ping"}"#)
            await a.endInput()
            let rest = await a.untilEnd()
            #expect(rest.compactMap { $0["id"]?.intValue } == [102, 103, 104])
            #expect(await a.status == 0)
        }
    }

    @Test func aWrongOneGetsItsError() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.send(String(Self.ping(1).dropLast()))
            // A parsed frame is answered with an error, because `ping` has no such param.
            #expect(await a.until(1).last?.errorCode == -32700)
            await a.send("[\(Self.ping(2)),3]")
            let answers = await host.frames(a.number) { $0.isArray }
            #expect(answers.last?.elements.map { $0["id"]?.intValue } == [2, nil])
        }
    }

    /// The parser of an invalid frame often ends at the moment at which the session checks for its result.
    @Test func oneThatIsReadAtOnceHoldsUpNothing() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            let broken = "{" + String(repeating: "x", count: 70_000)
            for _ in 0..<1_000 {
                await a.send(broken)
                // The test ends at the first missing response.
                let said = await host.frames(a.number) { $0["error"] != nil }
                guard said.last?.errorCode == -32700 else { return }
            }
        }
    }

    /// The parsing thread has a smaller stack than the core thread.
    @Test(arguments: [2_040, 3_000, 200_000])
    func aDeepOneIsReadOrRefused(levels: Int) async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            let deep = String(repeating: #"{"x":["#, count: levels / 2) + String(repeating: "]}", count: levels / 2)
            let padding = String(repeating: " ", count: 70_000)
            await a.send(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":\#(padding)\#(deep)}"#)
            // A parsed frame is answered with an error, because `ping` has no such param.
            #expect(await a.until(1).last?.errorCode == (levels < 2_048 ? -32602 : -32700))
        }
    }
}
