import DataSources
import FeatureKit

/// What peers tell of changes of their sources in one turn of the loop: however often they tell it, the lists hear it
/// once.
///
/// Belongs to the core thread.
final class SourceNotices {
    /// From this many edits on, what is told of is a change like any other.
    private static let maxEdits = 16

    private struct Notices {
        let source: RemoteSource
        /// Whether there was a change that belongs to no edit.
        var hasChange = false
        /// The edits that were confirmed so.
        var edits: [String] = []
    }

    /// Whether each notice is told at once: what is told then depends on no turns.
    private let isImmediate: Bool
    private var notices: [Notices] = []

    init(isImmediate: Bool) {
        self.isImmediate = isImmediate
    }

    /// Notes that rows of a source are not what they were.
    ///
    /// - Parameter opID: the edit that did it; nil where it was something else.
    func note(_ source: RemoteSource, opID: String?) {
        if isImmediate { return tell(source, opID) }
        let index = notices.firstIndex { $0.source === source } ?? notices.count
        if index == notices.count { notices.append(Notices(source: source)) }
        guard let opID, notices[index].edits.count < Self.maxEdits else { return notices[index].hasChange = true }
        if !notices[index].edits.contains(opID) { notices[index].edits.append(opID) }
    }

    /// Tells what has been noted since the last call.
    func tell() {
        if notices.isEmpty { return }
        let all = notices
        notices = []
        for source in all {
            for edit in source.edits { tell(source.source, edit) }
            if source.hasChange { tell(source.source, nil) }
        }
    }

    private func tell(_ source: RemoteSource, _ opID: String?) {
        source.changes?.tell(SourceChange(opID: opID))
    }
}
