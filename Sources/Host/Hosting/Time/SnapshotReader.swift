import FeatureKit

/// The person who reads the snapshots of a session, in a language and a time zone.
///
/// While a snapshot is written, the reader is the context of the JSON writer, where the kinds find it. Isolated to the
/// core thread.
package protocol SnapshotReader: AnyObject {
    /// The name of the locale, such as `de-DE`.
    var localeName: String { get }
    /// The name of the time zone, such as `Europe/Berlin`.
    var zoneName: String { get }
    /// Returns the time that texts such as “3 minutes ago” refer to, in milliseconds since the beginning of 1970.
    var now: () -> Int? { get set }
}

/// The date and time of a host, for texts such as “3 minutes ago”.
///
/// The virtual clock begins at the beginning of 1970, in UTC.
final class WallClock {
    private let virtual: VirtualTime?
    private let tape: (any Tape)?

    init(_ virtual: VirtualTime?, _ tape: (any Tape)?) {
        self.virtual = virtual
        self.tape = tape
    }

    /// The milliseconds since the beginning of 1970, in UTC.
    var now: Int {
        if let virtual { return virtual.clock.now }
        return tape?.now(DateSource.live.now) ?? DateSource.live.now()
    }
}

/// The time of the newest revision of an instance that was written.
///
/// All snapshots of a revision have the same time, so that a patch leads to the same texts as a snapshot.
final class RevisionTime {
    private let wall: WallClock
    private let revision: () -> Int
    private var known: (revision: Int, now: Int)?
    /// Returns the time; it is read when a text of the revision depends on it for the first time.
    private(set) lazy var clock: () -> Int? = { [unowned self] in now }

    init(_ wall: WallClock, revision: @escaping () -> Int) {
        self.wall = wall
        self.revision = revision
    }

    private var now: Int {
        let revision = revision()
        if let known, known.revision == revision { return known.now }
        let now = wall.now
        known = (revision, now)
        return now
    }
}
