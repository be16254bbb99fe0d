import FHJSON
import FHRows

/// The range of the rows of a list or a search that a client shows.
public struct Window: Codable, Sendable, Equatable {
    /// The largest `limit`.
    ///
    /// The bound ensures that a client can draw a snapshot.
    public static let largestLimit = 10_000

    /// The maximum size in bytes of the rows that are shown at once.
    ///
    /// With this bound, a snapshot with several lists fits into one frame (message), regardless of the rows.
    public static let largestSize = 4 << 20

    private static let limits = 1...largestLimit

    /// The number of rows before the window.
    public let offset: Int
    /// The maximum number of rows in the window.
    public let limit: Int

    /// Makes a window.
    public init(offset: Int, limit: Int) {
        self.offset = offset
        self.limit = limit
    }

    /// Reads a valid window; returns nil for any other value.
    ///
    /// ``init(from:)`` reports the error of an invalid window.
    public init?(_ value: JSONValue) {
        guard value.count == 2, let offset = value["offset"]?.intValue, let limit = value["limit"]?.intValue,
            offset >= 0, Self.limits.contains(limit)
        else { return nil }
        self.init(offset: offset, limit: limit)
    }

    /// Reads a window.
    ///
    /// - Throws: `DecodingError` for an offset below 0 or a limit outside 1 … 10,000.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        offset = try container.decode(Int.self, forKey: .offset)
        limit = try container.decode(Int.self, forKey: .limit)
        // When a JSON Schema is derived from this type, zeros are decoded from an empty container. This must not fail.
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

    /// The number of rows in this window that are not shown; nil if all rows are shown.
    ///
    /// - Parameters:
    ///   - shown: the number of rows that are shown.
    ///   - count: the number of all rows.
    public func omitted(shown: Int, of count: Int) -> Int? {
        let left = min(limit, count - offset) - shown
        return left > 0 ? left : nil
    }

    /// The window, moved so that it shows as many of `count` rows as possible.
    public func clamped(to count: Int) -> Window { clamped(to: 0..<count) }

    /// The window, moved so that it shows as many rows at these positions as possible.
    public func clamped(to places: Range<Int>) -> Window {
        Window(offset: max(places.lowerBound, min(offset, places.upperBound - limit)), limit: limit)
    }
}
