import FHEventLoop
import FHJSON
import FHPeers
import FeatureKit
import Logging

struct HostClocks {
    /// The timers on real time.
    let real: HostTime
    /// The time that moves only by `clock/advance`; nil for real time.
    let virtual: VirtualTime?
    /// The clock of the instances, real or virtual.
    let instances: any StoreClock
    /// The date and time that texts such as “3 minutes ago” refer to.
    let wall: WallClock

    init(on loop: PollLoop, isVirtual: Bool, _ tape: (any Tape)?) {
        real = HostTime(loop, tape)
        virtual = isVirtual ? VirtualTime() : nil
        instances = virtual?.clock ?? LoopClock(real)
        wall = WallClock(virtual, tape)
    }
}

/// The log of a host and its trace.
///
/// The log is created at first use.
final class HostLog {
    private(set) lazy var logger = make()
    /// Logs the events of instances; nil if tracing is off.
    let trace: Trace?
    private let make: () -> Logger

    init(_ make: @escaping () -> Logger, isTraced: Bool) {
        self.make = make
        trace = isTraced ? Trace(make()) : nil
    }
}

/// The catalog of a host, its cached JSON text for clients, and the commands of `host/commands`.
final class ListedCatalog {
    let catalog: Catalog
    /// The cached text; nil if it is out of date.
    private var knownText: JSONText?

    /// Answers `host/commands`; nil for a host without this method.
    let commands: (any CommandService)?

    init(_ catalog: Catalog, _ commands: (any CommandService)?) {
        self.catalog = catalog
        self.commands = commands
    }

    /// The array `features` in the result of `feature/list`, with the features that plugins have listed so far.
    func text(with plugins: Plugins) -> JSONText {
        if let knownText { return knownText }
        let text = JSONText.build { json in
            json.beginArray()
            catalog.writeElements(to: &json)
            plugins.writeFeatures(to: &json)
            json.endArray()
        }
        knownText = text
        return text
    }

    /// Invalidates the cached text, after a plugin has listed its features.
    func forgetText() { knownText = nil }
}

/// The handling of long frames: the thread that parses them, and their memory.
final class LongFrames {
    /// The thread that parses long frames.
    ///
    /// It is started for the first long frame.
    private(set) lazy var reader = WorkerThread()
    /// Limits the memory for long frames.
    let shares: LongFrameShares
    /// Returns the memory of long frames to the system.
    private(set) lazy var spareMemory = SpareMemory(on: loop) { [unowned self] in reader }
    private let loop: PollLoop

    init(on loop: PollLoop, _ shares: LongFrameShares) {
        self.loop = loop
        self.shares = shares
    }
}

/// The progress of a host towards its end.
package struct HostEnding {
    /// Called when the lifetime is over.
    ///
    /// Returns true if the host ends now.
    var whenUnused: () -> Bool = { true }
    /// True after `shutDown()`.
    package var isShuttingDown = false
    /// True after a session that had made a request has ended, or after the time for the first session has passed.
    var hasServed = false
    /// The timer that limits the time of waiting for unconfirmed writes; nil if the host does not wait.
    var saveTimer: HostTimer?
    /// True after the host has given up waiting for unconfirmed writes.
    var hasGivenUp = false
    var hasEnded = false
}
