import EventLoop
import Glibc
import SystemPackage

/// How changes of other programs are looked for.
enum ChangePace {
    /// How long nothing is looked for after something was written, so that many writes lead to few notices.
    private static let restMs: UInt32 = 20
    /// When it is looked again: what was written can be read only when the other program's disk has confirmed it.
    private static let echoesMs: [Int32] = [100, 400, 1_600, 6_400]

    /// Watches a database's files.
    ///
    /// - Parameter look: called on a thread of the watch's own.
    /// - Throws: `EntryWatch.Failure` where the folder can't be watched.
    static func watch(
        _ place: FilePath, look: @escaping @Sendable () -> Void
    ) throws(EntryWatch.Failure) -> EntryWatch {
        try EntryWatch(place, suffixes: ["", "-wal"], echoes: echoesMs) {
            usleep(restMs * 1_000)
            look()
        }
    }
}
