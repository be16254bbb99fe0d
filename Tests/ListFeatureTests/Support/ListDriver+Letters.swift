import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting

/// A list over a source with a row for each letter from a to z.
///
/// A page has two rows, and a window that is four rows behind the loaded ones is far.
extension ListDriver {
    static let letters = "abcdefghijklmnopqrstuvwxyz"

    /// Makes a list with a loaded first page.
    static func letters(
        total: Int? = 26, capabilities: SourceCapabilities = .all,
        _ configure: (inout ListConfiguration) -> Void = { _ in }
    ) async throws -> ListDriver {
        let list = ListDriver(pageSize: 2, capabilities: capabilities) {
            $0.jumpDistance = 4
            configure(&$0)
        }
        list.store.start()
        await list.answerLetters(total: total)
        return list
    }

    /// Answers the newest call, a request for a page by its offset.
    func answerLetters(total: Int? = 26, without gone: String = "", letters: String = letters) async {
        guard let request = fetches.last, case .offset(let offset) = request.start else { return }
        let rows = letters.filter { !gone.contains($0) }.dropFirst(offset)
        let isLast = rows.count <= request.limit
        await answer(
            source.calls.count - 1, page(String(rows.prefix(request.limit)), endReached: isLast, total: total))
    }

    /// Answers requests for pages until none is open; fails after too many of them.
    func answerAllLetters(total: Int? = 26) async {
        for _ in 0..<20 where ["append", "refresh", "restore"].contains(where: { status($0) == "loading" }) {
            await answerLetters(total: total)
        }
    }

    func show(_ offset: Int, _ limit: Int = 2) throws {
        try send("setWindow", #"{"offset":\#(offset),"limit":\#(limit)}"#)
    }

    func go(_ offset: Int) throws { try send("goTo", #"{"offset":\#(offset)}"#) }

    var activeID: String? { state["activeId"]?.stringValue }
    var offset: Int? { state["window"]?["offset"]?.intValue }
    var isSettled: Bool { snapshot["settled"]?.boolValue == true }
}
