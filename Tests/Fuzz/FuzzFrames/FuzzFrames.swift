import FHJSON
import FHJSONRPC

/// Tests one input: the output of a client.
///
/// The messages do not depend on the chunks. Writing and parsing a parsed message again gives the same message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: data, count: count)
    let whole = messages(in: input, pieceSize: max(1, count))
    for size in [1, 3, 64] {
        precondition(messages(in: input, pieceSize: size) == whole, "the division makes no difference")
    }
    return 0
}

/// Returns the messages of a stream, up to a header that can't be parsed.
private func messages(in input: UnsafeRawBufferPointer, pieceSize: Int) -> [String] {
    var decoder = FrameDecoder(maxFrameBytes: 512)
    var found: [String] = []
    var rest = input[...]
    while !rest.isEmpty {
        decoder.append(UnsafeRawBufferPointer(rebasing: rest.prefix(pieceSize)))
        rest = rest.dropFirst(pieceSize)
        while let event = decoder.next() {
            if !note(event, of: decoder, in: &found) { return found }
        }
    }
    while let event = decoder.finish() {
        if !note(event, of: decoder, in: &found) { return found }
    }
    return found
}

/// Records an event; returns false at the end of the stream.
private func note(_ event: FrameEvent, of decoder: FrameDecoder, in found: inout [String]) -> Bool {
    switch event {
    case .frame(let range):
        let bytes = decoder.withBytes(of: range, Array.init)
        found.append(bytes.withUnsafeBytes { said(by: MessageDecoder.decode($0)) })
        if let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) { checkWriting(of: value) }
    case .longFrame: preconditionFailure("no frame of this input is long")
    case .oversized(let frame): found.append("oversized \(frame)")
    case .truncated(let frame, let expected): found.append("truncated \(frame) \(expected)")
    case .badHeader(let reason):
        found.append("bad header \(reason)")
        return false
    }
    return true
}

private func said(by message: Incoming) -> String {
    switch message {
    case .request(let id, let method, let params): "request \(id) \(method) \(text(params))"
    case .notification(let method, let params): "notification \(method) \(text(params))"
    case .response(let id, .success(let result)): "response \(id) \(text(result))"
    case .response(let id, .failure(let error)): "failure \(id) \(error)"
    case .invalid(let error, let id): "invalid \(id) \(error.message)"
    case .batch(let batch): "batch \(batch.count): " + (0..<batch.count).map { said(by: batch[$0]) }.joined()
    }
}

private func text(_ value: JSONValue?) -> String { value.map { JSONText($0).string } ?? "nothing" }

private func checkWriting(of value: JSONValue) {
    guard let again = try? JSONValue(parsing: JSONText(value).string) else {
        preconditionFailure("what was parsed can't be parsed again: \(JSONText(value))")
    }
    precondition(again == value, "what was parsed is another value when it is parsed again: \(JSONText(value))")
}
