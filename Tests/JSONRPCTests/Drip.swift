import TestSupport

@testable import FHJSONRPC

/// A decoded part of a stream, with the text of the frame, so that different divisions can be compared.
enum Found: Equatable, CustomStringConvertible {
    case frame(String)
    case oversized(prefix: String, byteCount: Int)
    case truncated(prefix: String, byteCount: Int, expected: Int)
    case badHeader(String)

    var description: String {
        switch self {
        case .frame(let text): "frame \(text)"
        case .oversized(let prefix, let byteCount): "oversized \(byteCount) \(prefix)"
        case .truncated(let prefix, let byteCount, let expected): "truncated \(byteCount)/\(expected) \(prefix)"
        case .badHeader(let reason): "badHeader \(reason)"
        }
    }
}

/// The division of a stream into chunks.
enum Division {
    case whole
    case bytes
    case pieces(SeededGenerator, upTo: Int)
    case inPlace(SeededGenerator, upTo: Int)
}

extension FrameDecoder {
    /// Returns all decoded parts of a stream.
    static func decode(
        _ stream: [UInt8], _ division: Division = .whole, maxFrameBytes: Int = defaultMaxFrameBytes,
        framing: Framing? = nil
    ) -> [Found] {
        var decoder = FrameDecoder(maxFrameBytes: maxFrameBytes, framing: framing)
        var found: [Found] = []
        switch division {
        case .whole:
            found += decoder.feed(stream[...])
        case .bytes:
            for index in stream.indices { found += decoder.feed(stream[index...index]) }
        case .pieces(var random, let limit):
            var rest = stream[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...limit, using: &random))
                rest = rest.dropFirst(piece.count)
                found += decoder.feed(piece)
            }
        case .inPlace(var random, let limit):
            var rest = stream[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...limit, using: &random))
                rest = rest.dropFirst(piece.count)
                decoder.withSpareCapacity(minimum: piece.count) { room in
                    piece.withUnsafeBytes { room.copyMemory(from: $0) }
                    return piece.count
                }
                found += decoder.drain { $0.next() }
            }
        }
        return found + decoder.drain { $0.finish() }
    }

    static func decode(_ stream: String, maxFrameBytes: Int = defaultMaxFrameBytes) -> [Found] {
        decode(Array(stream.utf8), maxFrameBytes: maxFrameBytes)
    }

    mutating func feed(_ piece: ArraySlice<UInt8>) -> [Found] {
        piece.withUnsafeBytes { append($0) }
        return drain { $0.next() }
    }

    mutating func feed(_ text: String) -> [Found] {
        feed(Array(text.utf8)[...])
    }

    mutating func drain(_ next: (inout FrameDecoder) -> FrameEvent?) -> [Found] {
        var found: [Found] = []
        while let event = next(&self) { found.append(describe(event)) }
        return found
    }

    private func describe(_ event: FrameEvent) -> Found {
        switch event {
        case .frame(let range):
            .frame(withBytes(of: range) { String(decoding: $0, as: UTF8.self) })
        case .longFrame(let bytes):
            .frame(String(decoding: bytes.joined(), as: UTF8.self))
        case .oversized(let frame):
            .oversized(prefix: String(decoding: frame.prefix, as: UTF8.self), byteCount: frame.byteCount)
        case .truncated(let frame, let expected):
            .truncated(
                prefix: String(decoding: frame.prefix, as: UTF8.self), byteCount: frame.byteCount, expected: expected)
        case .badHeader(let reason):
            .badHeader(reason)
        }
    }
}
