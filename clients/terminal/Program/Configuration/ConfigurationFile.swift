import FHEventLoop
import SystemPackage

/// The file with the configuration of the user interface.
public struct ConfigurationFile {
    /// The maximum length of a file in bytes.
    private static let longest = 1 << 20

    /// The path; nil if there is no place for such a file, because the user has no home folder.
    public let path: String?
    /// True if the user has named the file, which must therefore exist.
    private let isNamed: Bool

    /// Finds the file.
    ///
    /// - Parameters:
    ///   - path: the path that the user has named; nil for `featurehost/ui.toml` in `$XDG_CONFIG_HOME`, which is
    ///     `~/.config` by default.
    ///   - variable: returns the value of an environment variable.
    public init(_ path: String?, variable: (String) -> String? = OwnProcess.variable) {
        isNamed = path != nil
        // The XDG Base Directory Specification requires that relative paths are ignored.
        let folder = ["XDG_CONFIG_HOME", "HOME"].compactMap { name -> String? in
            guard let folder = variable(name), folder.hasPrefix("/") else { return nil }
            return name == "HOME" ? folder + "/.config" : folder
        }.first
        self.path = path ?? folder.map { $0 + "/featurehost/ui.toml" }
    }

    /// True if the file exists.
    public var isThere: Bool { path.map { (try? WholeFile.read($0, upTo: 1)) != nil } ?? false }

    /// The reasons why a file can't be used, for users.
    public struct Failure: Error, Equatable {
        /// The messages, one for each fault; at least one.
        public let messages: [String]
        /// True if the file can't be read at all.
        public let isUnreadable: Bool

        /// The message for the screen: the first fault, and the number of the others.
        public var notice: String {
            let rest = messages.count - 1
            let others = rest == 0 ? "" : rest == 1 ? " (and 1 more fault)" : " (and \(rest) more faults)"
            return "The defaults are used: \(messages[0])\(others)"
        }
    }

    /// Reads the configuration; the default one if there is no file at the usual place.
    public func read() throws(Failure) -> UIConfiguration {
        guard let path else { return UIConfiguration() }
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path, upTo: Self.longest + 1)
        } catch {
            if !isNamed, error == .noSuchFileOrDirectory { return UIConfiguration() }
            throw Failure(messages: ["\(path): can't be read: \(error)"], isUnreadable: true)
        }
        guard bytes.count <= Self.longest else {
            throw Failure(messages: ["\(path): is longer than 1 MiB"], isUnreadable: true)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(messages: ["\(path): is not in UTF-8"], isUnreadable: true)
        }
        do throws(UIConfiguration.Unusable) {
            return try UIConfiguration(text)
        } catch {
            throw Failure(messages: error.messages(of: path), isUnreadable: false)
        }
    }
}
