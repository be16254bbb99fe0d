import FHCommands
import FHEventLoop
import FHHosting
import FHJSON
import FHPeers
import FHTerminalProgram
import Logging

/// The host of `featurehost ui`: in this process, or on a socket.
final class UIHost: HostSupply {
    /// The time in milliseconds within which a host on a socket has to accept the connection.
    private static let timeoutMs = 10_000

    private let socket: String?
    /// True to start a host if none listens on the socket.
    private let spawns: Bool
    private let source: WorkspaceOption
    /// True if programs of the workspace run only if the user trusts the workspace.
    private let requiresTrust: Bool
    private let seed: UInt64
    /// The newest connection to a host on the socket; nil if there is none.
    private var connection: SocketConnection?
    /// True if the user has trusted the workspace after that host was started.
    private var isOutdated = false

    /// Makes the host from the options of the command.
    ///
    /// - Parameter seed: the seed of the ids that a host in this process generates.
    init(socket: String?, spawns: Bool, source: WorkspaceOption, requiresTrust: Bool, seed: UInt64) {
        self.socket = socket
        self.spawns = spawns
        self.source = source
        self.requiresTrust = requiresTrust
        self.seed = seed
    }

    var canTrust: Bool { socket == nil || spawns }

    func connect(on loop: PollLoop) throws(HostFailure) -> any ProgramConnection {
        if let socket { return try connect(to: HostSocket(path: socket), on: loop) }
        do throws(CatalogLoader.Unusable) {
            return try start(on: loop)
        } catch {
            throw HostFailure(error.lines, status: 2)
        }
    }

    func trust(_ workspace: JSONValue) -> String? {
        guard let path = workspace["workspace"]?.stringValue, let digest = workspace["sha256"]?.stringValue else {
            return "the host has not told which workspace it has read"
        }
        do throws(TrustList.Failure) {
            // Only the content that the host has read is trusted. If the file has changed, the user is asked again.
            try TrustList().update { $0.add(.file(path, digest: digest)) }
            isOutdated = true
            return nil
        } catch {
            return "\(error.path): \(error.reason)"
        }
    }

    private func connect(to place: HostSocket, on loop: PollLoop) throws(HostFailure) -> SocketConnection {
        // A host runs the programs only if the workspace was trusted when it was started, so another host has to be.
        if isOutdated, let connection { place.leave { connection.close {} } }
        isOutdated = false
        do throws(HostSocket.Failure) {
            let descriptor =
                try spawns
                ? place.connect(orSpawn: options) : place.connect(waitingAtMost: Self.timeoutMs)
            let new = SocketConnection(descriptor, on: loop)
            connection = new
            return new
        } catch {
            throw HostFailure(error.messages, status: error.isTimeout ? CallReport.timedOut : 2)
        }
    }

    private func start(on loop: PollLoop) throws(CatalogLoader.Unusable) -> LocalConnection {
        let file: CatalogLoader.File? = if let path = source.workspace { try CatalogLoader.File(path) } else { nil }
        let catalog = try CatalogLoader.load(
            file, withGallery: source.gallery, seed: seed, folders: source.folders, requiresTrust: requiresTrust)
        var options = Host.Options()
        options.seed = seed
        options.servePeople()
        options.startsAhead = true
        let host = Host(catalog: catalog, options: options, loop: loop) { ErrorLog.make(.warning) }
        return LocalConnection(to: host, on: loop)
    }

    /// The options of `featurehost serve` for a host that is started on the socket.
    private var options: [String] {
        var words: [String] = []
        if let workspace = source.workspace { words += ["--workspace", workspace] }
        if source.gallery { words.append("--gallery") }
        if let folder = source.folders.state { words += ["--state-dir", folder] }
        if let folder = source.folders.data { words += ["--data-dir", folder] }
        if requiresTrust { words.append("--require-trust") }
        return words
    }
}
