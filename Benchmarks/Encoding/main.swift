import DataSources
import EventLoop
import FeatureKit
import JSON
import ListFeature
import Querying

// What it takes to encode the updates of a list: as a patch, as a snapshot as hosts write it, and as a snapshot that is
// written from its values, with the same writer and without any text that is kept.
//
// It reads lines: an array of rows, a number of actions that are compared and not timed, and actions as objects with
// `action` and `params`. It prints an object with the nanoseconds of each, and of the clock, which are in none of them.

final class EncodedList {
    private let store: Store<List>
    private let head = SnapshotHead(instance: "t", feature: "tasks", kind: .list)
    private let shown: JSONOutline
    private var patch = JSONWriter(capacity: 1 << 16)
    private var snapshot = JSONWriter(capacity: 1 << 16)
    private var written = JSONWriter(capacity: 1 << 16)
    private var held: JSONValue
    private var number = 0
    private(set) var times = (patch: 0, snapshot: 0, written: 0)

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

    /// Sends an action, and encodes the update behind it in all three ways.
    func play(_ action: JSONValue, isCompared: Bool) throws {
        number += 1
        let name = action["action"]?.stringValue ?? ""
        let sender = Sender(session: 1, request: .integer(number))
        try store.send(name, action["params"] ?? .emptyObject, path: [], from: sender)
        // Which of both finds the caches as the action left them changes every five actions: sessions repeat after four.
        if number % 10 < 5 {
            times.patch += time { writePatch() }
            times.snapshot += time { writeSnapshot() }
        } else {
            times.snapshot += time { writeSnapshot() }
            times.patch += time { writePatch() }
        }
        let value = snapshot.copyText().value
        times.written += time {
            written.removeAll()
            written.value(value)
        }
        if isCompared { try compare(value) }
    }

    private func time(_ body: () -> Void) -> Int {
        let start = monotonicNanoseconds()
        body()
        return monotonicNanoseconds() - start
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
        times = (0, 0, 0)
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
let timed = max(count - compared, 1)
let clock = (0..<10_000).map { _ in -monotonicNanoseconds() + monotonicNanoseconds() }.reduce(0, +) / 10_000
func each(_ time: Int) -> Int { time / timed - clock }
let times = list.times
let (patch, snapshot, written) = (each(times.patch), each(times.snapshot), each(times.written))
print(#"{"patch":\#(patch),"snapshot":\#(snapshot),"written":\#(written),"clock":\#(clock)}"#)
