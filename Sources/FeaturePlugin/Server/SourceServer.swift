import EventLoop
import FeatureKit
import JSON
import JSONRPC

/// The plugin's side of the conversation with its host.
///
/// Belongs to the core thread. Whoever reads the input gives it bytes, and ends the process when it has ended.
final class SourceServer {
    /// How far the conversation has come.
    private enum Phase {
        case open
        /// `shutdown` was answered: only `exit` is expected.
        case shutDown
        /// The input has ended: what is under way is brought to its end.
        case draining
        case ended
    }

    /// The longest frame that is read, in bytes: it may name a million rows.
    private static let maxFrameBytes = 256 << 20
    /// How many requests may wait for their answer.
    private static let maxInFlight = 10_000
    /// How many members a batch may have.
    private static let maxBatchMembers = 100_000

    let plugin: PluginInfo
    let loop: PollLoop
    let deliveries: Deliveries
    private let output: OutputQueue
    private var decoder = FrameDecoder(maxFrameBytes: maxFrameBytes)
    private var phase = Phase.open
    private var hasBegun = false
    private var calls = 0
    /// The requests that wait for their answer, by the numbers of their calls.
    private var inFlight: [Int: SourceCall] = [:]
    private var numbers: [RequestID: Int] = [:]
    private var batches: [BatchRun] = []
    private var drainTimer: TimerToken?
    private(set) var sources: [String: ServedSource] = [:]
    /// What the process exits with.
    private(set) var status: Int32 = 0

    init(plugin: PluginInfo, on loop: PollLoop, output: OutputQueue) {
        self.plugin = plugin
        self.loop = loop
        self.output = output
        deliveries = Deliveries(on: loop)
    }

    var hasEnded: Bool { phase == .ended }

    /// Whether no input is to be read now.
    var isInputPaused: Bool {
        phase == .draining || hasEnded || output.isOverfull || inFlight.count >= Self.maxInFlight
    }

    // MARK: Input

    /// Takes in bytes that `read` puts into a buffer.
    func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        decoder.withSpareCapacity(minimum: 16 << 10) { read($0) }
        pump()
    }

    /// Says that no more input will come.
    func endInput() {
        while phase != .ended, let event = decoder.finish() { handle(event) }
        if phase == .ended { return }
        phase = .draining
        drain()
    }

    /// Handles the frames that are there, as far as answers don't pile up.
    private func pump() {
        while !isInputPaused, let event = decoder.next() { handle(event) }
    }

    private func handle(_ event: FrameEvent) {
        if let framing = decoder.framing { output.encoder = MessageEncoder(framing: framing) }
        handle(MessageDecoder.decode(event, from: decoder), in: nil)
        if case .badHeader = event { end(status: 1) }
    }

    private func handle(_ message: Incoming, in batch: BatchRun?) {
        switch message {
        case .request(let id, let method, let params): perform(method, params, call(id, in: batch))
        case .notification(let method, let params): perform(method, params, call(nil, in: batch))
        case .response: break  // The plugin has asked for nothing.
        case .invalid(let error, let id): call(id, in: batch).finish(.error(error))
        case .batch(let members):
            guard members.count <= Self.maxBatchMembers else {
                let error = RPCError(
                    .busy, "a batch has at most \(Self.maxBatchMembers) members, not \(members.count)",
                    retryable: false)
                return call(.null, in: nil).finish(.error(error))
            }
            let batch = BatchRun(members)
            if !proceed(with: batch) { batches.append(batch) }
        }
    }

    private func call(_ id: RequestID?, in batch: BatchRun?) -> SourceCall {
        calls += 1
        return SourceCall(server: self, number: calls, id: id, batch: batch)
    }

    private func perform(_ method: String, _ params: JSONValue?, _ call: SourceCall) {
        if phase == .ended { return call.finish(.error(.ending)) }
        if let id = call.id {
            if phase == .shutDown {
                let error = RPCError(.invalidRequest, "after shutdown only the notification exit is expected")
                return call.finish(.error(error))
            }
            if numbers[id] != nil {
                let error = RPCError(
                    .invalidRequest, "a request with this id is still being answered; use another id")
                return call.finish(.error(error))
            }
        }
        do throws(RPCError) {
            try PluginMethod.perform(method, Params.object(params), call)
        } catch {
            return call.finish(.error(error))
        }
        if let id = call.id, !call.isAnswered {
            inFlight[call.number] = call
            numbers[id] = call.number
            call.batch?.current = call
        }
    }

    /// Handles the members of a batch up to one that waits; true when all are handled and answered.
    private func proceed(with batch: BatchRun) -> Bool {
        while batch.current == nil {
            guard let next = batch.takeNext() else {
                if !batch.answers.isEmpty { output.send { $0.batch(batch.answers, to: &$1) } }
                return true
            }
            handle(next, in: batch)
        }
        return false
    }

    // MARK: Answers

    /// Called by a call that has its answer.
    func answer(_ call: SourceCall, _ answer: CallAnswer) {
        guard let id = call.id else { return }
        if inFlight.removeValue(forKey: call.number) != nil {
            numbers[id] = nil
            // As long as there is headway the end of the input waits.
            drainTimer?.cancel()
            drainTimer = nil
        }
        if let batch = call.batch {
            if batch.current === call { batch.current = nil }
            batch.answers.append(
                JSONText.build { json in
                    switch answer {
                    case .result(let write): MessageWriter.result(id: id, to: &json, write)
                    case .error(let error): MessageWriter.error(error, id: id, to: &json)
                    }
                })
        } else {
            output.send { encoder, json in
                switch answer {
                case .result(let write): encoder.result(id: id, to: &json, write)
                case .error(let error): encoder.error(error, id: id, to: &json)
                }
            }
        }
    }

    func cancel(_ id: RequestID) {
        if let call = numbers[id].flatMap({ inFlight[$0] }) { call.cancel(RPCError(.requestCancelled)) }
    }

    /// Takes over what other threads have brought, says what there is to say, and goes on with what waited for that.
    ///
    /// To be called at the end of each turn of the loop.
    func finishTurn() {
        for delivery in deliveries.take() {
            switch delivery {
            case .answer(let number, let answer): inFlight[number]?.finish(answer)
            case .opened(let number, let result): opened(number, result)
            case .changed(let number, let change): sources.values.first { $0.number == number }?.note(change)
            }
        }
        let open = batches
        batches = []
        batches = open.filter { !proceed(with: $0) } + batches
        output.flush()
        if output.isBroken, phase != .ended { return end(status: 1) }
        // A reader that is behind is told of many changes at once.
        if output.isEmpty { tellOfChanges() }
        pump()
        if phase == .draining { drain() }
        output.flush()
    }

    private func tellOfChanges() {
        for source in sources.values where source.hasNotices {
            for opID in source.takeNotices() {
                output.send { encoder, json in
                    encoder.notification("source/changed", to: &json) { json in
                        json.beginObject()
                        json.field("source", source.name)
                        if let opID { json.field("opId", opID) }
                        json.endObject()
                    }
                }
            }
        }
    }

    // MARK: Opening

    /// Opens a source, in the place of one that was opened by this name before.
    func open(_ name: String, _ options: JSONValue, by factory: @escaping PluginSources.Factory, _ call: SourceCall) {
        let source = ServedSource(name: name, number: call.number)
        sources[name] = source
        call.onCancel = { source.fail($0) }
        call.start { [deliveries, number = call.number] in
            do throws(Failure) {
                deliveries.put(.opened(number, .success(try await factory(name, options))))
            } catch {
                deliveries.put(.opened(number, .failure(error)))
            }
        }
    }

    private func opened(_ number: Int, _ result: Result<any DataSource, Failure>) {
        let source = sources.values.first { $0.number == number }
        let call = inFlight[number]
        switch result {
        case .success(let opened):
            call?.finish(.emptyObject)
            source?.open(opened, deliveries)
        case .failure(let failure):
            let error = RPCError(failure)
            call?.finish(.error(error))
            source?.fail(error)
        }
    }

    // MARK: The end

    /// The host asks for the end, which comes with `exit`.
    func shutDown() { phase = .shutDown }

    /// The host says that it is done: status 0 after `shutdown`, else 1.
    func exit() { end(status: phase == .shutDown ? 0 : 1) }

    private func drain() {
        if inFlight.isEmpty, batches.isEmpty { return end(status: 0) }
        if drainTimer != nil { return }
        drainTimer = loop.schedule(afterMilliseconds: plugin.drainMs) { [weak self] in self?.end(status: 0) }
    }

    private func end(status: Int32) {
        if phase == .ended { return }
        phase = .ended
        self.status = status
        drainTimer?.cancel()
        for call in inFlight.values.sorted(by: { $0.number < $1.number }) { call.cancel(.ending) }
        for batch in batches { _ = proceed(with: batch) }
        batches = []
    }
}

extension RPCError {
    static let ending = RPCError(.sourceFailed, "the plugin ended before this was done", retryable: false)
}
