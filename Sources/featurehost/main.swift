import ArgumentParser
import Glibc

// An editor that spawns `featurehost serve` waits for its first answer: reading a command line by reflection would take
// longer than everything else together.
if let options = ServeOptions(plain: CommandLine.arguments.dropFirst()) {
    exit(options.serve())
}
FeatureHostCommand.main()
