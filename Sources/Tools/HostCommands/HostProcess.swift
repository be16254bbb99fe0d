import ArgumentParser
import FHEventLoop
public import FeatureKit
import Glibc
import Synchronization
import SystemPackage

/// The entry point of a daemon that serves built-in features and those of a workspace.
///
/// Its commands are `serve`, `connect`, `call`, `check`, `plugins`, `filter`, `trust`, `replay` and `conform`.
///
/// ```swift
/// HostProcess.main([FeatureRegistration { Countdown() }])
/// ```
public enum HostProcess {
    /// The features of a daemon without a workspace.
    struct Features {
        /// The features that are always served.
        var own: [FeatureRegistration] = []
        /// The features that are served without a workspace, or with `--gallery`.
        var gallery: @Sendable () -> [FeatureRegistration] = { [] }
    }

    /// Set once, before any command reads it.
    private static let built = Mutex(Features())

    /// The features that the daemon was built with.
    static var features: Features { built.withLock { $0 } }

    /// Runs the command line, and exits.
    ///
    /// Call it before anything else: the daemon also starts its program as a guard process, which ends the daemon's
    /// children after a `SIGKILL` and in which only this function runs.
    ///
    /// - Parameters:
    ///   - features: the features that are always served; those of a workspace with the same ids take precedence.
    ///   - gallery: the features that are served without a workspace or with `--gallery`; evaluated only then.
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
            // Early, while a thread is available; work without a thread of its own runs on this one later.
            try SpareThread.start()
        } catch {
            StandardError.print("\(name): no thread can be started: \(error)")
            exit(1)
        }
        TaskThreads.use()
        // The path of the running program, even if its file has been replaced.
        ChildProcesses.shared.useGuard("/proc/self/exe")
        let own = features()
        built.withLock { $0 = Features(own: own, gallery: gallery) }
        // A client that spawns `serve` waits for its first answer, and ArgumentParser's reflection would take longer
        // than everything else.
        if let options = ServeOptions(plain: CommandLine.arguments.dropFirst()) {
            exit(options.serve())
        }
        exit(CommandLineRun.status(of: FeatureHostCommand.self, CommandLine.arguments.dropFirst()))
    }

    /// The name of the program, for its help.
    static var name: String {
        let path = CommandLine.arguments.first ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "featurehost"
    }
}
