import ArgumentParser
import EventLoop
import Hosting
import Logging

/// What `featurehost serve` is told.
struct ServeOptions: Equatable {
    enum Clock: String, ExpressibleByArgument, CaseIterable {
        case real, virtual
    }

    var workspace: String?
    var withGallery = false
    var stateFolder: String?
    var clock = Clock.real
    var seed: UInt64?
    var logLevel = Logger.Level.warning
    var isTraced = false

    init() {}

    /// Reads the plainest command lines without the library; nil for all others, which are not thereby wrong.
    init?(plain words: some Sequence<String>) {
        var words = words.makeIterator()
        guard words.next() == "serve" else { return nil }
        while let word = words.next() {
            if word == "--gallery" {
                withGallery = true
                continue
            }
            guard let value = words.next(), !value.hasPrefix("-") else { return nil }
            switch word {
            case "-w", "--workspace": workspace = value
            case "--state-dir": stateFolder = value
            case "--clock":
                guard let clock = Clock(rawValue: value) else { return nil }
                self.clock = clock
            case "--seed":
                guard let seed = UInt64(value) else { return nil }
                self.seed = seed
            default: return nil
            }
        }
    }

    /// Serves a session on standard input and output.
    ///
    /// - Returns: the exit status.
    func serve() -> Int32 {
        do {
            // Before anything else: nothing but the protocol may reach standard output.
            let wire = try StdioWire.take()
            var options = Host.Options()
            options.isClockVirtual = clock == .virtual
            options.isTraced = isTraced
            options.seed = seed ?? .random(in: .min ... .max)
            let catalog = try CatalogLoader.load(
                workspace, withGallery: withGallery, seed: options.seed, stateFolder: stateFolder)
            let server = try StdioServer(catalog: catalog, options: options, wire: wire) { [logLevel] in
                CommandLog.make(logLevel)
            }
            return server.run()
        } catch let error as CatalogLoader.Unusable {
            StandardError.print(error.description)
            return 2
        } catch {
            StandardError.print("featurehost: \(error)")
            return 1
        }
    }
}
