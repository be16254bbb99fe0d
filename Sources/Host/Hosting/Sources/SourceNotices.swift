import FHRemoteSources
import FeatureKit

/// The change notifications of peers in one turn of the loop.
///
/// The notifications are merged, so that lists are updated once per turn.
///
/// Belongs to the core thread.
final class SourceNotices {
    /// The maximum number of edits of a source whose changes are forwarded separately in one turn.
    ///
    /// Each further edit counts as a change that belongs to no edit.
    private static let maxEdits = 16

    private struct Notices {
        let source: RemoteSource
        /// True if there was a change that belongs to no edit.
        var hasChange = false
        /// The ids of the edits that caused changes.
        var edits: [String] = []
    }

    /// True if notifications are forwarded immediately, so that they do not depend on turns.
    private let isImmediate: Bool
    private var notices: [Notices] = []

    init(isImmediate: Bool) {
        self.isImmediate = isImmediate
    }

    /// Queues the notification of a source's change, or forwards it at once if ``isImmediate`` is true.
    ///
    /// - Parameter opID: the id of the edit that caused the change; nil if no edit of this host caused it.
    func note(_ source: RemoteSource, opID: String?) {
        if isImmediate { return tell(source, opID) }
        let index = notices.firstIndex { $0.source === source } ?? notices.count
        if index == notices.count { notices.append(Notices(source: source)) }
        guard let opID, notices[index].edits.count < Self.maxEdits else { return notices[index].hasChange = true }
        if !notices[index].edits.contains(opID) { notices[index].edits.append(opID) }
    }

    /// Forwards the changes since the last call.
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
