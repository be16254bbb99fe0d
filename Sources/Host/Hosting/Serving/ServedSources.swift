import FHEventLoop
import FHJSON
import FHJSONRPC
import FeatureKit
import OrderedCollections

/// The sources that a session has opened in a plugin, and the pending calls to these sources.
///
/// Belongs to the core thread.
final class ServedSources {
    let role: PluginRole
    private let loop: PollLoop
    private let deliveries: SourceDeliveries
    private var sources: OrderedDictionary<String, ServedSource> = [:]
    /// The sources that are being opened, by number.
    ///
    /// A source that is replaced meanwhile stays here, because earlier requests wait for it.
    private var opening: [Int: ServedSource] = [:]
    /// The pending calls, by number.
    private var asked: [Int: Call] = [:]
    private var hasNotices = false

    init(_ role: PluginRole, on loop: PollLoop) {
        self.role = role
        self.loop = loop
        deliveries = SourceDeliveries(on: loop)
    }

    /// True if a call is pending.
    var isBusy: Bool { !asked.isEmpty }

    /// The source that was opened last with this name, which may still be opening; nil if there is none.
    subscript(name: String) -> ServedSource? { sources[name] }

    // MARK: Requests

    /// Opens a source.
    ///
    /// Replaces an open source with the same name.
    func open(_ name: String, _ options: JSONValue, by factory: @escaping PluginRole.Factory, _ call: Call) {
        let source = ServedSource(name: name, number: call.number)
        sources[name] = source
        opening[call.number] = source
        wait(for: factory(name, options), call) { [deliveries, number = call.number] result in
            deliveries.put(.opened(number, result))
        } onCancel: { [weak self, number = call.number] in
            self?.opening[number] = nil
            source.fail(RPCError(.requestCancelled))
        }
    }

    /// Answers with the result of a source, immediately or later.
    func ask<Value: Sendable>(
        _ answer: SourceAnswer<Value>, for call: Call,
        _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        if case .now(let result) = answer { return SourceReply(result, write).give(to: call) }
        wait(for: answer, call) { [deliveries, number = call.number] result in
            deliveries.put(.answer(number, SourceReply(result, write)))
        }
    }

    /// Waits for the answer of a source.
    ///
    /// - Parameter put: called once with the answer, on any thread. The answer to a cancelled call is ignored.
    private func wait<Value: Sendable>(
        for answer: SourceAnswer<Value>, _ call: Call,
        _ put: @escaping @Sendable (Result<Value, Failure>) -> Void, onCancel: @escaping () -> Void = {}
    ) {
        asked[call.number] = call
        let stop: () -> Void
        switch answer {
        case .now(let result):
            put(result)
            stop = {}
        case .after(let milliseconds, let result):
            let timer = loop.schedule(afterMilliseconds: milliseconds) { put(result) }
            stop = { timer.cancel() }
        case .later(let work):
            let task = Task {
                do throws(Failure) {
                    put(.success(try await work()))
                } catch {
                    put(.failure(error))
                }
            }
            stop = { task.cancel() }
        case .promised(let promise, let give):
            promise.whenKept(put)
            stop = give
        }
        call.onCancel = { [weak self, number = call.number] in
            self?.asked[number] = nil
            stop()
            onCancel()
        }
    }

    // MARK: Deliveries

    /// Handles the deliveries of sources since the last call.
    ///
    /// A change notification precedes the answer to the edit that caused it, so that a client reads no outdated rows.
    func deliver(to outbox: Outbox) {
        for delivery in deliveries.take() {
            switch delivery {
            case .answer(let number, let reply):
                tellChanges(to: outbox)
                asked.removeValue(forKey: number).map { reply.give(to: $0) }
            case .opened(let number, let result): noteOpened(number, result)
            case .changed(let number, let change):
                guard let source = source(number) else { break }
                source.note(change)
                hasNotices = true
            }
        }
    }

    private func noteOpened(_ number: Int, _ result: Result<any DataSource, Failure>) {
        let call = asked.removeValue(forKey: number)
        let reply = SourceReply(result) { _, json in json.value(JSONText.emptyObject) }
        call.map { reply.give(to: $0) }
        let source = opening.removeValue(forKey: number) ?? self.source(number)
        switch result {
        case .success(let opened): source?.open(opened, deliveries)
        case .failure(let failure): source?.fail(RPCError(failure))
        }
    }

    private func source(_ number: Int) -> ServedSource? { sources.values.first { $0.number == number } }

    /// Sends the queued change notifications.
    ///
    /// While the reader has unread output, the notifications stay queued and are merged.
    func tellChanges(to outbox: Outbox) {
        guard hasNotices, outbox.isEmpty else { return }
        hasNotices = false
        for source in sources.values {
            for opID in source.takeNotices() {
                outbox.send { encoder, writer in
                    encoder.notification("source/changed", to: &writer) { json in
                        json.beginObject()
                        json.field("source", source.name)
                        if let opID { json.field("opId", opID) }
                        json.endObject()
                    }
                }
            }
        }
        outbox.flush()
    }

    /// Releases all sources, at the end of the session.
    func close() {
        sources = [:]
        opening = [:]
        asked = [:]
    }
}
