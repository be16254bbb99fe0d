import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop
@testable import FHUnixSockets

/// A socket path in a folder without other locks, and the events of the listener at this path.
private final class Place {
    let folder = "/tmp/EventLoopTests.\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let path: String
    let loop: PollLoop
    var accepted: [FileDescriptor] = []

    init() throws {
        loop = try PollLoop()
        path = "\(folder)/host.sock"
        try #require(mkdir(folder, 0o700) == 0)
    }

    func listen() throws(UnixListener.Failure) -> UnixListener {
        try UnixListener(path, on: loop) { [unowned self] event in
            if case .connection(let descriptor) = event { accepted.append(descriptor) }
        }
    }

    func connect() throws -> FileDescriptor {
        try #require(UnixAddress(path)).connect()
    }

    deinit {
        for descriptor in accepted { descriptor.closeQuietly() }
        unlink(path)
        rmdir(folder)
    }
}

@Suite(.hangLimit)
struct UnixListenerTests {
    @Test func whoIsAboutToComeInIsServedBeforeTheListenerGoes() throws {
        let place = try Place()
        let listener = try place.listen()
        let front = try place.connect()
        defer { front.closeQuietly() }
        #expect(!listener.closeIfUnused())
        #expect(place.accepted.count == 1)
        // The socket has its name again, and accepts connections.
        let other = try place.connect()
        other.closeQuietly()
        #expect(!listener.closeIfUnused())
        #expect(place.accepted.count == 2)
        #expect(listener.closeIfUnused())
        #expect(throws: Errno.noSuchFileOrDirectory) { try place.connect() }
        #expect(FileIdentity(place.path + ".closing") == nil)
        #expect(listener.closeIfUnused())
    }

    @Test(arguments: [false, true])
    func aListenerWhosePathWasTakenAwayStillServesWhoHasConnected(andItsFolder: Bool) throws {
        let place = try Place()
        let listener = try place.listen()
        let front = try place.connect()
        defer { front.closeQuietly() }
        unlink(place.path)
        if andItsFolder { try #require(rmdir(place.folder) == 0) }
        #expect(!listener.closeIfUnused())
        #expect(place.accepted.count == 1)
        #expect(listener.closeIfUnused())
    }

    @Test func filesOfOthersAreLeftAlone() throws {
        let place = try Place()
        let listener = try place.listen()
        let others = ["", "1", "2"].map { place.path + ".closing" + $0 }
        for other in others { close(try check(open(other, O_WRONLY | O_CREAT | O_EXCL, 0o600))) }
        let before = others.map { FileIdentity($0) }
        let front = try place.connect()
        defer { front.closeQuietly() }
        #expect(!listener.closeIfUnused())
        // The socket has its name again.
        try place.connect().closeQuietly()
        #expect(!listener.closeIfUnused())
        #expect(listener.closeIfUnused())
        #expect(others.map { FileIdentity($0) } == before)
        for other in others { unlink(other) }
        #expect(FileIdentity(place.path) == nil && FileIdentity(place.path + ".closing3") == nil)
    }

    @Test func itIsNotClosedWhileAnotherOneBeginsInTheFolder() throws {
        let place = try Place()
        let listener = try place.listen()
        let lock = FolderLock(ofFile: place.path)
        #expect(try lock.take(waitingAtMost: 10_000))
        #expect(!listener.closeIfUnused())
        lock.release()
        #expect(listener.closeIfUnused())
        #expect(FileIdentity(place.path) == nil)
    }

    @Test func oneListensOnAPath() throws {
        let place = try Place()
        let listener = try place.listen()
        #expect(throws: UnixListener.Failure.isServed) { try place.listen() }
        listener.close()
        let next = try place.listen()
        listener.close()
        #expect(try place.connect().rawValue >= 0)
        next.close()
    }

    /// Without a timeout, a connection to a listener with a full queue would block this test for ever.
    @Test func aFullListenerRefusesWhoDoesNotWait() throws {
        let place = try Place()
        let listener = try UnixAddress(place.path).map { address throws(Errno) in try address.listen() }
        let full = try #require(listener)
        defer { full.closeQuietly() }
        try #require(Glibc.listen(full.rawValue, 0) == 0)
        let address = try #require(UnixAddress(place.path))
        var connected: [FileDescriptor] = []
        defer { for descriptor in connected { descriptor.closeQuietly() } }
        #expect(throws: Errno.resourceTemporarilyUnavailable) {
            while connected.count < 10 { connected.append(try address.connect(waitingAtMost: 0)) }
        }
    }

    @Test func aLockTakesTheLongestTimeout() throws {
        let place = try Place()
        let lock = FolderLock(ofFile: place.path)
        #expect(try lock.take(waitingAtMost: .max))
        #expect(WakeEvent().wait(milliseconds: .max) { true })
    }

    @Test func connectionsCloseOnExec() throws {
        let place = try Place()
        let listener = try place.listen()
        let front = try place.connect()
        defer { front.closeQuietly() }
        #expect(front.closesOnExec)
        #expect(!listener.closeIfUnused())
        #expect(place.accepted.allSatisfy { $0.closesOnExec })
    }

    @Test(arguments: ["", String(repeating: "x", count: 108), "a\0b"]) func somePathsAreNone(path: String) {
        #expect(UnixAddress(path) == nil)
    }

    @Test func theLongestPathIsOne() { #expect(UnixAddress(String(repeating: "x", count: 107)) != nil) }
}
