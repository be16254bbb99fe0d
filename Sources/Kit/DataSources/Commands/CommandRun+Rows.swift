import FHRowCollections
import Synchronization

extension CommandRun {
    /// Reads the rows that were printed so far and have been read.
    func readRows<Value>(_ read: (RowCollection) -> Value) -> Value { rows.withLock { read($0.rows) } }

    /// Changes these rows, because a command has edited them.
    func changeRows(_ change: (inout RowCollection) -> Void) { rows.withLock { change(&$0.rows) } }
}
