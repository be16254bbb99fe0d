import FHEventLoop
import FHJSON
import FHJSONRPC
import FeatureKit
import Logging
import SystemPackage

@testable import FHHosting
@testable import FHPeers

/// A sink that accepts limited amounts, in chunks of any size.
final class FakeSink: OutputSink {
    /// The number of bytes that the sink accepts before it would block.
    var room = 0
    /// Returns the number of bytes that the sink accepts in one write.
    var piece: () -> Int = { .max }
    var failure: Errno?
    private(set) var bytes: [UInt8] = []
    private(set) var writes = 0

    func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
        if let failure { return .broken(failure) }
        writes += 1
        let count = min(bytes.count, room, max(1, piece()))
        if count == 0 { return bytes.isEmpty ? .written(0) : .wouldBlock }
        room -= count
        self.bytes.append(contentsOf: bytes[..<count])
        return .written(count)
    }
}

/// An outbox with the parts of a host that it needs; no loop runs, so that all work is done in calls of the test.
final class OutboxRig {
    let sink = FakeSink()
    let host: Host
    let session: Session
    var outbox: Outbox { session.outbox }
    private let loop: PollLoop
    private var count = 0

    init(isLossless: Bool = false, _ set: (inout Limits) -> Void = { _ in }) throws {
        var options = Host.Options()
        options.isClockVirtual = isLossless
        set(&options.limits)
        loop = try PollLoop()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        host = Host(catalog: Catalog([Probe.registration]), options: options, loop: loop) { log }
        session = host.join(sink: sink, isSequential: false)
    }

    /// Opens a probe with a subscription of the session.
    func open() throws -> Instance {
        count += 1
        let instance = try host.open(Probe.registration, named: "p\(count)", .emptyObject, isKept: true)
        instance.store.start()
        host.subscribe(session, to: instance, path: [])
        return instance
    }

    /// Makes a revision whose snapshot has about `size` plus 400 bytes.
    func act(_ instance: Instance, size: Int = 0) throws {
        let params = JSONValue.build { json in
            json.beginObject()
            json.field("size", size)
            json.endObject()
        }
        try instance.store.send("fill", params, path: [], from: Sender(session: session.number, request: .none))
    }

    func answer(_ id: Int, size: Int = 0) {
        outbox.send { encoder, writer in
            encoder.result(id: .integer(id), to: &writer) { $0.value(String(repeating: "a", count: size)) }
        }
    }

    /// Lets the reader read everything, and returns all frames so far.
    func drain() throws -> [JSONValue] {
        sink.room = .max
        outbox.flush()
        return try frames()
    }

    /// Returns the frames that were read.
    func frames() throws -> [JSONValue] {
        try sink.bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    }
}
