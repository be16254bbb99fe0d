import FHJSON
import FHJSONRPC

/// Returns a description of a parsed message in one line, without the texts of errors.
func reads(_ text: String) -> String {
    read(text).reading
}

func read(_ text: String) -> Incoming {
    Array(text.utf8).withUnsafeBytes { MessageDecoder.decode($0) }
}

extension Incoming {
    var reading: String {
        switch self {
        case .request(let id, let method, let params): "request \(id.text) \(method)" + Self.tail(params)
        case .notification(let method, let params): "notification \(method)" + Self.tail(params)
        case .response(let id, .success(let result)): "result \(id.text) \(result)"
        case .response(let id, .failure(let error)):
            "failure \(id.text) \(error.code.rawValue) \(error.message)" + Self.tail(error.data)
        case .invalid(let error, let id): "invalid \(id.text) \(error.code.rawValue)"
        case .batch(let batch): "batch: " + batch.map(\.reading).joined(separator: "; ")
        }
    }

    private static func tail(_ value: JSONValue?) -> String {
        value.map { " \($0)" } ?? ""
    }
}

extension RequestID {
    var text: String {
        JSONText.build { write(to: &$0) }.string
    }
}

/// Returns the text that `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}
