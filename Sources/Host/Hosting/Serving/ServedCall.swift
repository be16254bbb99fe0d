import FHJSON
import FHJSONRPC
import FeatureKit

/// A request to a served source.
struct ServedCall {
    let call: Call
    private let served: ServedSources

    init(_ call: Call, of served: ServedSources) {
        self.call = call
        self.served = served
    }

    /// Answers with the result of a source, immediately or later.
    func ask<Value: Sendable>(
        _ answer: SourceAnswer<Value>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        served.ask(answer, for: call, write)
    }

    /// Answers with an error, unless the call is cancelled.
    func fail(_ error: RPCError) {
        SourceReply.error(error).give(to: call)
    }
}
