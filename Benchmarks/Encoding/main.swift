import FHDataSources
import FHEventLoop
import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit

// Measures the time to encode the updates of a list in three ways: as a patch, as a snapshot the way a host writes it,
// and as a snapshot that is written from its values with the same writer, without cached text.
//
// Reads lines: an array of rows, the number of actions that are compared but not timed, and actions as objects with
// `action` and `params`. Prints an object with the nanoseconds of each way and of reading the clock. The time of the
// clock is already subtracted from the others.

struct Times {
    /// The mean time of an operation.
    struct Mean {
        private var count = 0
        private var sum = 0

        mutating func add(_ body: () -> Void) {
            let start = monotonicNanoseconds()
            body()
            sum += monotonicNanoseconds() - start
            count += 1
        }

        /// The mean time in nanoseconds.
        var each: Int { sum / max(count, 1) }
    }

    var patch = Mean()
    var snapshot = Mean()
    var written = Mean()
}

final class EncodedList {
    private let store: Store<List>
    private let head = SnapshotHead(instance: "t", feature: "tasks", kind: .list)
    private let shown: JSONOutline
    private var patch = JSONWriter(capacity: 1 << 16)
    private var snapshot = JSONWriter(capacity: 1 << 16)
    private var written = JSONWriter(capacity: 1 << 16)
    private var held: JSONValue
    private var number = 0
    private(set) var times = Times()

    init(_ rows: JSONValue) throws {
        let source = try InlineSource(rows: rows.elements.map { SourceRow($0, idKey: "id") { "" } })
        let configuration = ListConfiguration(
            title: "Tasks", source: QueryingSource(source), pageSize: rows.elements.count,
            columns: [Column(key: "title", role: .title), Column(key: "done", type: .toggle)],
            ids: IDGenerator(seed: 1))
        store = Store(List(configuration), StoreEnvironment(clock: VirtualClock()) {})
        store.start()
        let (store, head) = (store, head)
        shown = JSONOutline { store.write(head, to: &$0) }
        held = JSONText.build { store.write(head, to: &$0) }.value
    }

    /// Sends an action, and encodes the resulting update in all three ways.
    func play(_ action: JSONValue, isCompared: Bool) throws {
        number += 1
        let name = action["action"]?.stringValue ?? ""
        let sender = Sender(session: 1, request: .integer(number))
        try store.send(name, action["params"] ?? .emptyObject, path: [], from: sender)
        // Only the first encoding is timed, because the second one reuses what the first one has prepared. The order
        // changes every five actions. A session repeats after four actions, so each of its actions is measured in both
        // ways.
        if number % 10 < 5 {
            times.patch.add { writePatch() }
            writeSnapshot()
        } else {
            times.snapshot.add { writeSnapshot() }
            writePatch()
        }
        let value = snapshot.copyText().value
        times.written.add {
            written.removeAll()
            written.value(value)
        }
        if isCompared { try compare(value) }
    }

    private func writeSnapshot() {
        snapshot.removeAll()
        store.write(head, to: &snapshot)
    }

    private func writePatch() {
        patch.removeAll()
        patch.beginObject()
        patch.field("instance", "t")
        patch.field("revision", store.revision)
        patch.field("base", store.revision - 1)
        patch.key("patch")
        _ = shown.writePatch(to: &patch) { store.write(head, to: &$0) }
        patch.endObject()
    }

    private func compare(_ value: JSONValue) throws {
        times = Times()
        held = try JSONPatch.apply(patch.copyText().value["patch"] ?? .null, to: held)
        precondition(held == value, "\(number): the patch does not lead where the snapshot does")
        precondition(snapshot.copyText() == written.copyText(), "\(number): the snapshots are not the same")
    }
}

extension Store {
    fileprivate func write(_ head: SnapshotHead, to json: inout JSONWriter) {
        writeSnapshot(to: &json, head: head, path: [], viewer: 1, conflated: nil)
    }
}

func nextLine() throws -> JSONValue? { try readLine().map { try JSONValue(parsing: $0) } }

guard let rows = try nextLine(), let compared = try nextLine()?.intValue else { fatalError("no rows, or no number") }
let list = try EncodedList(rows)
var count = 0
while let action = try nextLine() {
    count += 1
    try list.play(action, isCompared: count <= compared)
}
var clock = Times.Mean()
for _ in 0..<10_000 { clock.add {} }
let times = list.times
let (patch, snapshot, written) = (
    times.patch.each - clock.each, times.snapshot.each - clock.each, times.written.each - clock.each
)
print(#"{"patch":\#(patch),"snapshot":\#(snapshot),"written":\#(written),"clock":\#(clock.each)}"#)
