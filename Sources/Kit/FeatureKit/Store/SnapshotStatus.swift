import FHJSON

/// The members of a snapshot that describe the cause, the effects, the unavailable actions and the errors.
final class SnapshotStatus: Deferred {
    /// The data of the members that only the outermost feature of a snapshot has.
    struct Occasion: Sendable {
        let revision: Int
        /// The number of revisions that the snapshot represents; nil for one.
        let conflated: Int?
        /// The number of the session that receives the snapshot.
        let viewer: Int
    }

    struct Running: Sendable, Equatable {
        let id: String
        let name: String
        let isBackground: Bool
        let title: String?
        /// The finished part of the work, from 0 to 1; nil if it is unknown.
        let progress: Double?
        let message: String?
        let isCancellable: Bool
    }

    /// The data for the outermost feature; nil for a child in the snapshot, whose cause is not written either.
    private let occasion: Occasion?
    private let cause: Cause
    private let isSettled: Bool
    private let effects: [Running]
    private let unavailable: Refusals
    private let errors: ErrorList

    init(
        _ occasion: Occasion?, cause: Cause, isSettled: Bool, effects: [Running], unavailable: Refusals,
        errors: ErrorList
    ) {
        self.occasion = occasion
        self.cause = cause
        self.isSettled = isSettled
        self.effects = effects
        self.unavailable = unavailable
        self.errors = errors
    }

    var minimumSize: Int { 50 }

    func write(to json: inout JSONWriter) {
        if let occasion {
            json.field("revision", occasion.revision)
            if let conflated = occasion.conflated { json.field("conflated", conflated) }
            json.key("cause")
            cause.write(to: &json, viewer: occasion.viewer)
        }
        write(WritingVisitor(), to: &json)
    }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? SnapshotStatus else { preconditionFailure("nothing else stands there") }
        if let occasion {
            if occasion.revision != older.occasion?.revision {
                json.replace(path, "revision") { $0.value(occasion.revision) }
            }
            writeCause(since: older, at: path, viewer: occasion.viewer, to: &json)
        }
        write(ComparingVisitor(since: older, at: path), to: &json)
    }

    private func write(_ visitor: some MemberVisitor<SnapshotStatus>, to json: inout JSONWriter) {
        visitor.member("settled", of: self, to: &json, { $0.isSettled }, { $0.value($1) })
        visitor.member(
            "effects", of: self, to: &json, isSame: { $0.effects == $1.effects }, { $1.writeEffects(to: &$0) })
        visitor.member(
            "unavailable", of: self, to: &json,
            isSame: { $0.unavailable.text == $1.unavailable.text },
            { $0.value($1.unavailable.text) })
        visitor.member("errors", of: self, to: &json, isSame: { $0.errors == $1.errors }, { $1.errors.write(to: &$0) })
    }

    /// Writes the cause if it has changed.
    ///
    /// If only the id of the viewer's request has changed, writes only the member `request` of the cause.
    private func writeCause(
        since older: SnapshotStatus, at path: PatchPath, viewer: Int, to json: inout JSONWriter
    ) {
        let request = cause.request(of: viewer)
        let olderRequest = older.cause.request(of: viewer)
        let isSameAction =
            isSameText(older.cause.action, cause.action) && isSameText(older.cause.path, cause.path)
            && older.cause.cancelled == cause.cancelled
        if isSameAction, let request, let olderRequest {
            if request.isSame(as: olderRequest) { return }
            return path.visit("cause") { json.replace(path, "request") { request.write(to: &$0) } }
        }
        if isSameAction, request == nil, olderRequest == nil, older.cause.origin == cause.origin { return }
        json.replace(path, "cause") { cause.write(to: &$0, viewer: viewer) }
    }

    private func writeEffects(to json: inout JSONWriter) {
        json.beginArray()
        for effect in effects {
            json.beginObject()
            json.field("id", effect.id)
            json.field("name", effect.name)
            json.field("background", effect.isBackground)
            if let title = effect.title { json.field("title", title) }
            // More digits than a client can draw would only make snapshots longer.
            if let progress = effect.progress { json.field("progress", (progress * 10_000).rounded() / 10_000) }
            if let message = effect.message { json.field("message", message) }
            if effect.isCancellable { json.field("cancellable", true) }
            json.endObject()
        }
        json.endArray()
    }
}
