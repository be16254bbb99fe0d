import FHJSON
import FHJSONRPC
import TestSupport
import Testing

@testable import FHHosting
@testable import FHPeers

/// Clients with patches: protocol/snapshots.md, "Patches".
@Suite struct PatchTests {
    private static let patches = #","updates":"patch""#

    @Test func anUpdateIsWhatHasChanged() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            await front.open(more: Self.patches)
            let params = try #require(await front.act("add").compactMap { $0.params(of: "state/patch") }.first)
            #expect(params["base"]?.intValue == 0)
            #expect(params.revision == 1)
            let paths = params["patch"]?.elements.compactMap { $0["path"]?.stringValue } ?? []
            #expect(paths == ["/revision", "/cause", "/state/count"])
        }
    }

    @Test func aSessionThatAskedForPatchesGetsThemWhereItDoesNotSay() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            await front.answer("initialize", #"{"capabilities":{"updates":"patch"}}"#)
            await front.open()
            #expect(await front.act("add").contains { $0.params(of: "state/patch") != nil })
            let answer = #"{"feature":"probe","instance":"q","updates":"snapshot"}"#
            await front.answer("feature/open", answer)
            #expect(await front.ask("feature/send", #"{"instance":"q","action":"add"}"#).snapshots.count == 1)
        }
    }

    @Test func whatIsShorterIsSent() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            await front.open(more: Self.patches)
            let filled = await front.act("fill", #"{"size":100}"#)
            #expect(filled.contains { $0.params(of: "state/patch") != nil })
            var client = PatchedClient()
            try client.take(await front.ask("state/subscribe", #"{"instance":"p"}"#))
            for size in [5, 20_000, 3] { try client.take(await front.act("fill", #"{"size":\#(size)}"#)) }
            #expect(client.patchCount == 3)
            #expect(await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"] == client.snapshot("p"))
        }
    }

    @Test func attachingAnewChangesTheKind() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            await front.open()
            #expect(await front.act("add").snapshots.count == 1)
            await front.answer("state/subscribe", #"{"instance":"p","updates":"patch"}"#)
            #expect(await front.act("add").snapshots.isEmpty)
            await front.answer("state/subscribe", #"{"instance":"p","updates":"snapshot"}"#)
            #expect(await front.act("add").snapshots.count == 1)
        }
    }

    @Test func aRunIsToldByPatchesToo() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            _ = await front.begin("feature/run", #"{"feature":"probe","instance":"p","updates":"patch"}"#)
            let frames = await front.act("add")
            #expect(frames.snapshots.map(\.revision) == [0])
            #expect(frames.contains { $0.params(of: "state/patch")?["base"]?.intValue == 0 })
        }
    }

    @Test(arguments: [#""delta""#, "7", "[]"])
    func anotherKindIsRefused(kind: String) async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            let answer = await front.open(more: #","updates":\#(kind)"#)
            #expect(answer.errorCode == -32602)
            let message = answer["error"]?["message"]?.stringValue ?? ""
            #expect(message.contains(#"updates must be "snapshot" or "patch""#), "\(message)")
            let begun = await host.frontEnd().answer("initialize", #"{"capabilities":{"updates":\#(kind)}}"#)
            #expect(begun.errorCode == -32602)
        }
    }

    /// The client's state equals the host's, despite actions of others, a slow reader and repeated attaching.
    @Test func aClientOfPatchesHoldsTheHostsState() throws {
        try forEachSeed(60) { seed, generator in
            var limits = Limits()
            limits.maxQueuedUpdates = .random(in: 1...8, using: &generator)
            limits.maxQueuedBytes = [500, 5_000, 200_000].randomElement(using: &generator) ?? 500
            let isLossless = Bool.random(using: &generator)
            let rig = try OutboxRig(isLossless: isLossless) { [limits] in $0 = limits }
            rig.session.settings.updates = .patch
            let instances = try (0..<3).map { _ in try rig.open() }
            var client = PatchedClient()
            try client.take(instances.map { rig.answer(of: $0) })
            for _ in 0..<300 {
                let instance = instances.randomElement(using: &generator) ?? instances[0]
                switch Int.random(in: 0..<20, using: &generator) {
                case 0..<12: try rig.act(instance, size: .random(in: 0...40, using: &generator))
                case 12: try rig.act(instance, size: .random(in: 0...3_000, using: &generator))
                case 13:
                    // As in the host, earlier messages are fixed before an answer with a snapshot.
                    rig.outbox.fix(instance.subscriptions[0])
                    let shown = rig.answer(of: instance)
                    instance.subscriptions[0].show(then: .patch)
                    rig.outbox.send { encoder, writer in
                        encoder.result(id: .integer(0), to: &writer) { $0.value(shown["result"] ?? .null) }
                    }
                case 14..<18: rig.sink.room += .random(in: 0...2_000, using: &generator)
                default: rig.outbox.flush()
                }
            }
            try client.take(try rig.drain())
            for instance in instances {
                let expected = rig.answer(of: instance)["result"]?["snapshot"]
                try #require(client.snapshot(instance.name) == expected, "seed \(seed)")
            }
            try #require(client.patchCount > 0, "seed \(seed)")
        }
    }
}

extension OutboxRig {
    /// Returns an answer with the newest snapshot.
    fileprivate func answer(of instance: Instance) -> JSONValue {
        JSONValue.build { json in
            json.beginObject()
            json.key("result")
            json.beginObject()
            json.key("snapshot")
            instance.writeSnapshot(to: &json, path: [], viewer: session)
            json.endObject()
            json.endObject()
        }
    }
}
