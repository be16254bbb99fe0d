import EventLoop
import FeatureKit
import JSON
import JSONRPC
import OrderedCollections

/// The sources that a session has opened in a plugin, and what it has asked of them.
///
/// Belongs to the core thread.
final class ServedSources {
    let role: PluginRole
    private let loop: PollLoop
    private let deliveries: SourceDeliveries
    private var sources: OrderedDictionary<String, ServedSource> = [:]
    /// Those that are being opened, by their numbers: also one in whose place another one is by now, since what was asked
    /// of it before waits for it.
    private var opening: [Int: ServedSource] = [:]
    /// The calls that a source is at work for, by their numbers.
    private var asked: [Int: Call] = [:]
    private var hasNotices = false

    init(_ role: PluginRole, on loop: PollLoop) {
        self.role = role
        self.loop = loop
        deliveries = SourceDeliveries(on: loop)
    }

    /// Whether a source is at work.
    var isBusy: Bool { !asked.isEmpty }

    /// The source of this name, where it was opened.
    subscript(name: String) -> ServedSource? { sources[name] }

    // MARK: Asking

    /// Opens a source, in the place of one that was opened by this name before.
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

    /// Answers with what a source gives, now or later.
    func ask<Value: Sendable>(
        _ answer: SourceAnswer<Value>, for call: Call,
        _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        if case .now(let result) = answer { return SourceReply(result, write).give(to: call) }
        wait(for: answer, call) { [deliveries, number = call.number] result in
            deliveries.put(.answer(number, SourceReply(result, write)))
        }
    }

    /// Has what a source gives put with the deliveries.
    ///
    /// - Parameter put: called once, on any thread; what it puts for a call that was given up is for nobody.
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

    // MARK: What they bring

    /// Takes over what sources have brought since the last call.
    ///
    /// What an edit has changed is said before its answer: whoever waits for that reads no older rows.
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

    /// Says what has changed; a reader that is behind is told of many changes at once.
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

    /// Lets go of the sources: nobody will ask for anything.
    func close() {
        sources = [:]
        opening = [:]
        asked = [:]
    }
}
