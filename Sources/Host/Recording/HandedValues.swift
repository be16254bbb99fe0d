import FHHosting
import FHJSON

/// Omits from a recording the values in requests to clients' sources.
///
/// The values may be secret.
enum HandedValues {
    /// The start of a request by the host, up to its id.
    private static let beginning = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    private static let method = Array(#","method":"source/"#.utf8)
    /// The names of the params that contain values.
    private static let names: Set = ["input", "value", "patch"]

    /// Writes a frame without its values.
    ///
    /// - Returns: false if the frame has no values. Then nothing is written.
    static func writeWithout(_ text: UnsafeRawBufferPointer, to json: inout JSONWriter) -> Bool {
        // Most frames are not requests and need not be parsed.
        guard text.starts(with: beginning) else { return false }
        let rest = text.dropFirst(beginning.count).drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard rest.starts(with: method), let message = try? JSONValue(parsing: text),
            let params = message["params"], params.members.contains(where: { names.contains($0.key) })
        else { return false }
        json.beginObject()
        for (name, member) in message.members {
            json.key(name)
            if name == "params" { write(params, to: &json) } else { json.value(member) }
        }
        json.endObject()
        return true
    }

    private static func write(_ params: JSONValue, to json: inout JSONWriter) {
        json.beginObject()
        for (name, member) in params.members where !names.contains(name) {
            json.key(name)
            json.value(member)
        }
        json.endObject()
    }
}

extension TapeLine {
    /// A sent frame, without the values that it sends to a client's source.
    static func output(_ session: Int, _ text: UnsafeRawBufferPointer) -> JSONText {
        line("out", session) { json in
            json.key("message")
            if !HandedValues.writeWithout(text, to: &json) { json.rawValue(text) }
        }
    }
}
