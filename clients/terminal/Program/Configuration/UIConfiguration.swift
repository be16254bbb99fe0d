public import FHTerminalUI

/// The configuration of the user interface: its keys and colours.
///
/// A file with the default configuration is ``text``.
public struct UIConfiguration: Equatable, Sendable {
    /// The faults of a file, in the order of their lines.
    public struct Unusable: Error, Equatable {
        /// The faults; at least one.
        public let faults: [ConfigurationFault]

        /// Returns the message for users about each fault.
        ///
        /// - Parameter path: the path of the file.
        public func messages(of path: String) -> [String] {
            faults.map { "\(path):\($0.line):\($0.column): \($0.reason)" }
        }
    }

    /// The keys of the actions.
    public internal(set) var keymap = Keymap()
    /// The colours.
    public internal(set) var theme = ThemeConfiguration()

    /// Makes the default configuration.
    public init() {}

    /// Reads the text of a file.
    ///
    /// - Throws: ``Unusable`` with all faults; after a fault in the syntax, the rest of the text is not read.
    public init(_ text: String) throws(Unusable) {
        let document: TOMLDocument
        do throws(ConfigurationFault) {
            document = try TOMLDocument(text)
        } catch {
            throw Unusable(faults: [error])
        }
        var keys = ConfiguredKeys()
        var faults: [ConfigurationFault] = []
        for entry in document.entries {
            do throws(ConfigurationFault) {
                switch entry.path.first {
                case "keys": try keys.read(entry)
                case "theme": try theme.read(entry)
                default: throw entry.key.fault("there is no table for this key; write it below [theme] or [keys]")
                }
            } catch {
                faults.append(error)
            }
        }
        keymap = keys.keymap
        faults += keys.conflicts
        if !faults.isEmpty { throw Unusable(faults: faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }) }
    }
}

extension TOMLDocument.Entry {
    /// Returns the text of the value.
    ///
    /// - Parameter example: an example of a valid value, for the message of the fault.
    /// - Throws: a fault if the value is not a string.
    func string(_ example: String) throws(ConfigurationFault) -> String {
        guard case .string(let text) = value else { throw place.fault("the value has to be a text such as \(example)") }
        return text
    }
}
