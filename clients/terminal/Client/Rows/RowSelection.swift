public import FHJSON

/// The selected rows: the listed rows, or all rows except the listed ones.
public struct RowSelection {
    private let isAll: Bool
    private let ids: JSONValue
    private let except: JSONValue

    /// Reads the selection of a list.
    public init(ofList state: JSONValue) {
        let selection = state.object("selection")
        isAll = selection.isTrue("all")
        ids = selection["ids"] ?? .emptyArray
        except = selection["except"] ?? .emptyArray
    }

    /// Reads the selection of a search.
    public init(ofSearch state: JSONValue) {
        isAll = false
        ids = state["selectedIds"] ?? .emptyArray
        except = .emptyArray
    }

    /// True if no row is selected.
    public var isEmpty: Bool { !isAll && ids.elements.isEmpty }

    /// The number of selected rows for users, such as `2` or `all but 1`; empty if there are none.
    public var amount: String {
        let left = except.elements.count
        if isAll { return left == 0 ? "all" : "all but \(left.grouped)" }
        return isEmpty ? "" : ids.elements.count.grouped
    }

    /// The number of selected rows with the word "selected"; empty if there are none.
    public var summary: String { isEmpty ? "" : "\(amount) selected" }

    /// Returns the number of selected rows; nil if it is unknown.
    ///
    /// - Parameter total: the number of all rows; nil if it is unknown.
    public func count(of total: Int?) -> Int? {
        isAll ? total.map { max(0, $0 - except.elements.count) } : ids.elements.count
    }

    /// Returns a function that returns true if a row is selected.
    ///
    /// - Parameter memory: keeps the set of ids, because there may be many and they are the same for many frames.
    public func membership(_ memory: RowSelectionMemory) -> (String) -> Bool {
        let set = memory.set(of: isAll ? except : ids)
        return { [isAll] id in set.contains(id) != isAll }
    }
}

/// The ids of the selection that was last drawn.
public final class RowSelectionMemory {
    private var known: (ids: JSONValue, set: Set<ExactText>)?

    /// Creates an empty memory.
    public init() {}

    fileprivate func set(of ids: JSONValue) -> Set<ExactText> {
        if let known, known.ids == ids { return known.set }
        let set = Set(texts: ids.elements.compactMap(\.stringValue))
        known = (ids, set)
        return set
    }
}
