import FHJSON
import FHRows

/// The part of a list or of a search's results that a client shows.
public struct Window: Codable, Sendable, Equatable {
    /// The largest `limit`.
    ///
    /// It ensures that a client can draw a snapshot.
    public static let largestLimit = 10_000

    /// The maximum size in bytes of the rows that are shown at once.
    ///
    /// Several lists then fit into one frame, regardless of their rows.
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

    /// Reads an object that is a valid window.
    ///
    /// Returns nil for any other value.
    ///
    /// The error of an invalid window is reported when the value is decoded.
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
        // The derivation of a schema decodes zeros from an empty container, which must not fail.
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

    /// The window, moved so that it is within `count` rows.
    ///
    /// It is full if there are enough rows.
    public func clamped(to count: Int) -> Window {
        Window(offset: max(0, min(offset, count - limit)), limit: limit)
    }
}
