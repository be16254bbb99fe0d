import FHDataSources
import FHJSON
import FeatureKit
import Synchronization

/// A source of rows in memory.
///
/// It answers with a delay on the store's clock, and can be made to fail.
final class SimulatedRows: DataSource {
    /// A kind of request.
    enum Call: Sendable {
        case refresh, append, write
    }

    /// The only request that fails.
    struct Fault: Sendable {
        let call: Call
        /// The number of the request among the requests of its kind, counted from 1.
        let number: Int
        var failure = SimulatedService.networkError
    }

    private let rows: InlineSource
    private let delayMs: Int
    private let fault: Fault?
    private let counts = Mutex<[Call: Int]>([:])

    /// Creates a source.
    ///
    /// - Parameter names: the names of the rows; their ids are `1`, `2`, ….
    init(_ names: [String], delayMs: Int, fault: Fault? = nil) {
        guard let rows = try? InlineSource(rows: Self.rows(names)) else {
            preconditionFailure("no two rows have one id")
        }
        self.rows = rows
        self.delayMs = delayMs
        self.fault = fault
    }

    let capabilities: SourceCapabilities = .move

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        answer(request.start == .offset(0) ? .refresh : .append) { rows.fetch(request) }
    }

    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        answer(.write) { rows.move(ids, before: before, opID: opID) }
    }

    private func answer<Value>(_ call: Call, _ ask: () -> SourceAnswer<Value>) -> SourceAnswer<Value> {
        let number = counts.withLock { counts in
            counts[call, default: 0] += 1
            return counts[call]
        }
        if let fault, fault.call == call, fault.number == number {
            return .after(milliseconds: delayMs, .failure(fault.failure))
        }
        guard case .now(let result) = ask() else { preconditionFailure("rows in memory are there at once") }
        return .after(milliseconds: delayMs, result)
    }

    /// Returns a page of rows with the given names.
    static func page(_ names: [String], endReached: Bool = true) -> Page {
        Page(rows: rows(names), endReached: endReached)
    }

    private static func rows(_ names: [String]) -> [SourceRow] {
        names.enumerated().map { number, name in
            let value = JSONText.build { json in
                json.beginObject()
                json.field("id", "\(number + 1)")
                json.field("name", name)
                json.endObject()
            }
            return SourceRow(id: "\(number + 1)", value: value)
        }
    }
}
