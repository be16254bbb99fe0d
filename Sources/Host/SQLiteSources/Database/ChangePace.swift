import FHDataSources
import FHEventLoop
import Glibc
import SystemPackage

/// The timing with which changes by other programs are detected.
enum ChangePace {
    /// The pause between a detected write and the check, so that many writes lead to few notifications.
    private static let restMs: UInt32 = 20
    /// The delays of further checks.
    ///
    /// A write by another program becomes readable only after the disk has confirmed it.
    private static let echoesMs: [Int32] = [100, 400, 1_600, 6_400]

    /// Watches the files of a database.
    ///
    /// - Parameters:
    ///   - place: The path of the database.
    ///   - look: Checks for changes. It is called on the thread of the watch.
    /// - Throws: `EntryWatch.Failure` if the folder can't be watched.
    static func watch(
        _ place: FilePath, look: @escaping @Sendable () -> Void
    ) throws(EntryWatch.Failure) -> EntryWatch {
        try EntryWatch(place, suffixes: ["", "-wal"], echoes: echoesMs) {
            usleep(restMs * 1_000)
            look()
        }
    }
}
