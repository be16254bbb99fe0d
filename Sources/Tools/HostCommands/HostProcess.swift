import ArgumentParser
import FHEventLoop
public import FeatureKit
import Glibc
import Synchronization
import SystemPackage

/// The entry point of a daemon that serves built-in features and the features of a workspace.
///
/// Its commands are `ui`, `serve`, `connect`, `call`, `check`, `plugins`, `trust`, `replay` and `conform`, and dialogs
/// such as `filter`, `choose` and `confirm`.
///
/// ```swift
/// HostProcess.main([FeatureRegistration { Countdown() }])
/// ```
public enum HostProcess {
    /// The built-in features of a daemon.
    struct Features {
        /// The features that are always served.
        var own: [FeatureRegistration] = []
        /// The features that are served without a workspace, or with `--gallery`.
        var gallery: @Sendable () -> [FeatureRegistration] = { [] }
    }

    /// The features, which are set once, before any command reads them.
    private static let built = Mutex(Features())

    /// The features with which the daemon was built.
    static var features: Features { built.withLock { $0 } }

    /// Runs the command line, and exits.
    ///
    /// Call this before anything else. The daemon also starts its program as a guard process, which ends the daemon's
    /// children if `SIGKILL` kills the daemon. In the guard process, only this function runs.
    ///
    /// - Parameters:
    ///   - features: the features that are always served. A feature of a workspace takes precedence over one with the
    ///     same id.
    ///   - gallery: the features that are served without a workspace or with `--gallery`. The closure is only called in
    ///     these cases.
    public static func main(
        _ features: @autoclosure () -> [FeatureRegistration] = [],
        gallery: @escaping @autoclosure @Sendable () -> [FeatureRegistration] = []
    ) -> Never {
        if CommandLine.arguments.dropFirst().first == ChildGuard.argument {
            ChildGuard.serve()
            exit(0)
        }
        ProcessHeap.share()
        ignoreSIGXFSZ()
        do throws(Errno) {
            // The spare thread is started early, while the system still provides threads. Work for which no thread can
            // be started later runs on the spare thread.
            try SpareThread.start()
        } catch {
            StandardError.print("\(name): no thread can be started: \(error)")
            exit(1)
        }
        TaskThreads.use()
        // This path refers to the running program, even if its file has been replaced.
        ChildProcesses.shared.useGuard("/proc/self/exe")
        let own = features()
        built.withLock { $0 = Features(own: own, gallery: gallery) }
        // A client that spawns `serve` waits for the first answer. ArgumentParser's reflection would take longer than
        // all other work until then.
        if let options = ServeOptions(plain: CommandLine.arguments.dropFirst()) {
            exit(options.serve())
        }
        let dialogs = FeatureHostCommand.dialogs.compactMap { $0.configuration.commandName }
        let words = DialogArguments.normal(Array(CommandLine.arguments.dropFirst()), in: Set(dialogs))
        exit(CommandLineRun.status(of: FeatureHostCommand.self, words))
    }

    /// The name of the program, for its help.
    static var name: String {
        let path = CommandLine.arguments.first ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "featurehost"
    }
}
