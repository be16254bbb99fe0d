import FHJSON
import FeatureKit
import OrderedCollections

extension CommandSource {
    /// The commands that change rows.
    public struct Editing: Sendable {
        /// A kind of edit.
        public enum Kind: String, Sendable, CaseIterable {
            case insert, update, delete, move

            /// The capability of a source with a command for this kind.
            var capability: SourceCapabilities {
                switch self {
                case .insert: .insert
                case .update: .update
                case .delete: .delete
                case .move: .move
                }
            }
        }

        /// The rows that are read again after an edit.
        public enum Reload: String, Sendable, CaseIterable {
            /// The command that prints all rows runs again.
            case all
            /// The rows that the edit's command prints take the place of the edited ones.
            case row
            /// The rows are as they were edited, whatever the edit's command prints.
            case none
        }

        /// The commands, by the kinds of edits for which there are some.
        public let commands: [Kind: Operation]
        /// The rows that are read again after an edit.
        public let reload: Reload
        /// The values of the params that the commands get, as an object; nil for none.
        let params: JSONText?

        /// Makes the commands.
        public init(_ commands: [Kind: Operation] = [:], reload: Reload = .all, params: JSONText? = nil) {
            self.commands = commands
            self.reload = reload
            self.params = params
        }

        /// The capabilities of a source with these commands.
        var capabilities: SourceCapabilities {
            if commands.isEmpty { return [] }
            // Each row may have a run of its own.
            return commands.keys.reduce(into: .inTurn) { $0.formUnion($1.capability) }
        }

        /// The input of a command, with the params.
        func input(_ write: (inout JSONWriter) -> Void) -> JSONText {
            JSONText.build { json in
                json.beginObject()
                write(&json)
                if let params { json.field("params", params) }
                json.endObject()
            }
        }
    }
}

/// Runs the edits of a source one after the other, because their commands change the same things.
actor EditQueue {
    private var last: Task<Void, Never>?

    /// Runs an edit when the earlier edits have ended.
    func run<Value: Sendable>(
        _ edit: @escaping @Sendable () async -> Result<Value, Failure>
    ) async -> Result<Value, Failure> {
        let earlier = last
        let task = Task {
            await earlier?.value
            return await edit()
        }
        last = Task { _ = await task.value }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension [RowUpdate] {
    /// The updates in groups with the same patch, each in the order of its first update.
    var byPatch: [[RowUpdate]] {
        var groups: OrderedDictionary<String, [RowUpdate]> = [:]
        for update in self { groups[update.patch.string, default: []].append(update) }
        return groups.values.map { $0 }
    }
}
