import ArgumentParser
import FHTerminalProgram

/// The options of `featurehost ui` about its configuration file.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "File with keys and colours; default: ~/.config/featurehost/ui.toml, with --play none.", valueName: "file"))
    var path: String?

    @Flag(name: .customLong("print-config"), help: "Print a configuration file with the defaults and comments.")
    var isPrinted = false

    @Flag(name: .customLong("check-config"), help: "Report the faults of the configuration file.")
    var isChecked = false

    func validate() throws {
        if isPrinted, isChecked { throw ValidationError("--print-config and --check-config exclude each other") }
        if isPrinted, path != nil { throw ValidationError("--print-config prints the defaults, without --config") }
    }

    /// Prints the default file, or checks the file, if an option requires it.
    ///
    /// - Returns: the exit status; nil if there is no such option.
    func run() throws -> Int32? {
        if isPrinted {
            try StandardOutput.print(page: UIConfiguration.text)
            return 0
        }
        return isChecked ? try check() : nil
    }

    private func check() throws -> Int32 {
        let file = ConfigurationFile(path)
        do throws(ConfigurationFile.Failure) {
            _ = try file.read()
        } catch {
            StandardError.print(lines: error.messages)
            return 2
        }
        let path = file.path ?? "There is no home folder"
        try StandardOutput.print(path + (file.isThere ? ": valid" : ": not there; the defaults are used"))
        return 0
    }

    /// Reads the configuration.
    ///
    /// - Parameter isPlayed: true to read only a file that an option names, so that a played session doesn't depend on
    ///   the user.
    /// - Returns: the configuration, and a notice if the defaults are used because of faults.
    /// - Throws: ``ConfigurationFile/Failure`` if a named file can't be read.
    func read(isPlayed: Bool) throws(ConfigurationFile.Failure) -> (
        configuration: UIConfiguration, notice: String?
    ) {
        if isPlayed, path == nil { return (UIConfiguration(), nil) }
        do throws(ConfigurationFile.Failure) {
            return (try ConfigurationFile(path).read(), nil)
        } catch {
            if error.isUnreadable, path != nil { throw error }
            return (UIConfiguration(), error.notice)
        }
    }
}
