import JSON

/// The part of a list or of a search's results that a front end shows.
public struct Window: Codable, Sendable, Equatable {
    /// The largest `limit`: a snapshot must stay something that a front end can draw.
    public static let largestLimit = 10_000

    /// How many bytes of rows are shown at once: several lists fit into one frame, whatever rows they have.
    public static let largestSize = 4 << 20

    private static let limits = 1...largestLimit

    /// How many rows come before it.
    public let offset: Int
    /// How many rows it has at most.
    public let limit: Int

    /// Makes a window.
    public init(offset: Int, limit: Int) {
        self.offset = offset
        self.limit = limit
    }

    /// Reads an object that is a window and nothing else; nil for any other value: decoding says what is wrong with it.
    public init?(_ value: JSONValue) {
        guard value.count == 2, let offset = value["offset"]?.intValue, let limit = value["limit"]?.intValue,
            offset >= 0, Self.limits.contains(limit)
        else { return nil }
        self.init(offset: offset, limit: limit)
    }

    /// Reads a window; an offset below 0 or a limit outside 1 … 10,000 is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        offset = try container.decode(Int.self, forKey: .offset)
        limit = try container.decode(Int.self, forKey: .limit)
        // A schema is derived by decoding zeros.
        if container.allKeys.isEmpty { return }
        guard offset >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .offset, in: container, debugDescription: "offset is 0 or more, not \(offset)")
        }
        guard Self.limits.contains(limit) else {
            throw DecodingError.dataCorruptedError(
                forKey: .limit, in: container, debugDescription: "limit is 1 to \(Self.largestLimit), not \(limit)")
        }
    }

    /// How many rows are left out where of this window, which has so many rows at most, so many are shown.
    public func omitted(shown: Int, of count: Int) -> Int? {
        let left = min(limit, count - offset) - shown
        return left > 0 ? left : nil
    }

    /// The window that lies within `count` rows and is full where that is possible.
    public func clamped(to count: Int) -> Window {
        Window(offset: max(0, min(offset, count - limit)), limit: limit)
    }
}
