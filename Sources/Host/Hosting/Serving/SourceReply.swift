import FHJSON
import FHJSONRPC
import FeatureKit

/// The answer of a source, as a JSON-RPC result or error.
enum SourceReply: Sendable {
    case result(@Sendable (inout JSONWriter) -> Void)
    case error(RPCError)

    init<Value: Sendable>(
        _ result: Result<Value, Failure>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        switch result {
        case .success(let value): self = .result { write(value, &$0) }
        case .failure(let failure): self = .error(RPCError(failure))
        }
    }

    /// Answers a call, unless it is cancelled.
    func give(to call: Call) {
        if call.isAnswered { return }
        switch self {
        case .result(let write): call.answer(write)
        case .error(let error): call.fail(error)
        }
    }
}

extension RPCError {
    /// Converts a source's failure to an error of the protocol.
    init(_ failure: Failure) {
        var details = [Detail("code", .string(failure.code))]
        if let row = failure.current.first {
            details.append(Detail("item", row.value))
            details.append(Detail("version", .string(row.version)))
        }
        if failure.current.count > 1 {
            let others = JSONText.build { json in
                json.beginArray()
                for row in failure.current {
                    json.beginObject()
                    json.field("item", row.value)
                    json.field("version", row.version)
                    json.endObject()
                }
                json.endArray()
            }
            details.append(Detail("items", others))
        }
        if !failure.mistakes.isEmpty { details.append(Detail("errors", failure.mistakes.text)) }
        self.init(.sourceFailed, failure.message, retryable: failure.retryable, details: details)
    }
}
