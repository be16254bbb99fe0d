import ArgumentParser
import EventLoop
public import FeatureKit
import Glibc
import Synchronization
import SystemPackage

/// The command line of a daemon, over features of one's own and of a workspace: `serve`, `connect`, `call`, `check`,
/// `plugins`, `filter`, `replay` and `conform`.
///
/// ```swift
/// HostProcess.main([FeatureRegistration { Countdown() }])
/// ```
public enum HostProcess {
    /// What a daemon has without a workspace.
    struct Features {
        /// What is always there.
        var own: [FeatureRegistration] = []
        /// What is there where no workspace is given, or where it is asked for.
        var gallery: @Sendable () -> [FeatureRegistration] = { [] }
    }

    /// Set once, before any command looks at it.
    private static let built = Mutex(Features())

    /// What the daemon was built with.
    static var features: Features { built.withLock { $0 } }

    /// Does what the command line says, and exits.
    ///
    /// To be called before anything else: the daemon runs a second process of its program, which ends what it has
    /// started where it can't, and for which this call alone has nothing made.
    /// - Parameters:
    ///   - features: what is always there; a workspace's features of the same names count more.
    ///   - gallery: what is there too where no workspace is given, or with `--gallery`; made only then.
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
            // While there are threads left: what comes later can do without.
            try SpareThread.start()
        } catch {
            StandardError.print("\(name): no thread can be started: \(error)")
            exit(1)
        }
        TaskThreads.use()
        // This program also where another one has come in the place of its file.
        ChildProcesses.shared.useGuard("/proc/self/exe")
        let own = features()
        built.withLock { $0 = Features(own: own, gallery: gallery) }
        // An editor that spawns `serve` waits for its first answer: reading a command line by reflection would take
        // longer than everything else together.
        if let options = ServeOptions(plain: CommandLine.arguments.dropFirst()) {
            exit(options.serve())
        }
        exit(CommandLineRun.status(of: FeatureHostCommand.self, CommandLine.arguments.dropFirst()))
    }

    /// What the program is called, for its own help.
    static var name: String {
        let path = CommandLine.arguments.first ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "featurehost"
    }
}
