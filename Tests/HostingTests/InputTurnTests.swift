import FHJSON
import FHPeers
import Testing

/// Clients that send more than the host handles in one turn.
@Suite struct InputTurnTests {
    /// Enough actions for many turns on any machine.
    private static let actions = (10_001...12_000).map {
        #"{"jsonrpc":"2.0","id":\#($0),"method":"feature/send","params":{"instance":"p","action":"add"}}"#
    }
    private static let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#

    @Test(arguments: [false, true])
    func oneThatSendsLittleIsAnsweredBetweenTheSlicesOfOthers(isBatch: Bool) async throws {
        try await withHost { host in
            let (busy, other) = (await host.frontEnd(takesTurns: true), await host.frontEnd(takesTurns: true))
            await busy.open()
            let flood = isBatch ? "[\(Self.actions.joined(separator: ","))]" : Self.actions.joined(separator: "\n")
            let said = await host.converse([(busy.number, flood), (other.number, Self.ping)])
            #expect(said[other.number].count == 1)
            #expect(said[busy.number].count < Self.actions.count)
            // Nothing is lost, and all requests are answered in order.
            await busy.endInput()
            let rest = await busy.untilEnd()
            let ids = (said[busy.number] + rest).flatMap { $0.isArray ? Array($0.elements) : [$0] }
                .compactMap { $0["id"]?.intValue }
            // The other frames are the snapshots of the actions.
            #expect(ids == Array(10_001...12_000))
            #expect(await busy.status == 0)
        }
    }

    @Test func allThatCameBeforeTheEndOfTheInputIsHandled() async throws {
        try await withHost { host in
            let (busy, other) = (await host.frontEnd(takesTurns: true), await host.frontEnd())
            await busy.open(more: #","keep":true"#)
            await host.send(busy.number, Self.actions.joined(separator: "\n"))
            await busy.endInput()
            _ = await busy.untilEnd()
            #expect(await other.open()["result"]?["snapshot"]?["revision"]?.intValue == 2_000)
        }
    }

    @Test func aPeerThatSendsLittleAgainIsNotBusyForEver() {
        let millisecond = 1_000_000
        var turn = InputTurn()
        turn.begin(at: 0)
        #expect(turn.isOver(at: millisecond))
        turn.wait(at: millisecond)
        turn.end()
        // The peer keeps sending a few bytes, with less than a tenth of a second in between.
        for time in stride(from: 2, through: 100, by: 50) {
            #expect(turn.isBusy(at: time * millisecond))
            turn.wait(withBytes: 100, at: time * millisecond)
        }
        #expect(!turn.isBusy(at: 102 * millisecond))
        // A peer that continues to send many bytes stays busy.
        turn.wait(at: 200 * millisecond)
        turn.wait(withBytes: 4_096, at: 250 * millisecond)
        #expect(turn.isBusy(at: 320 * millisecond))
    }
}
