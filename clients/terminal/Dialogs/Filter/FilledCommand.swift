import FHJSON
import FHTerminalScreen
import Glibc

/// A command of a filter whose placeholders have values; the files of placeholders such as `{+f}` are still to be made.
struct FilledCommand: Equatable {
    /// A part of a command.
    enum Part: Equatable {
        /// A part of the text.
        case text(ExactText)
        /// The path of a file with these bytes.
        case file([UInt8])
    }

    private let parts: [Part]

    /// Makes a command of its parts; with no parts, there is nothing to run.
    init(_ parts: [Part] = []) { self.parts = parts }

    /// Makes a command without files.
    init(_ text: String) { parts = [.text(ExactText(text))] }

    /// Returns the text of the command.
    ///
    /// - Parameter files: gets the files of the command, which exist as long as this object.
    func text(_ files: FilterFiles) throws(FilterFiles.Failure) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let part): text += part.text
            case .file(let bytes): text += try files.add(bytes)
            }
        }
        return text
    }
}

/// Temporary files for commands of a filter.
///
/// Only this user can read a file. It has no name in a folder, but a path of `/proc` that leads to its descriptor. So
/// the system removes the file with this object or at the end of the process, whatever has ended the process.
final class FilterFiles {
    /// The reason why a file can't be made.
    struct Failure: Error {
        /// A message for users.
        let message: String

        fileprivate init(_ reason: String) { message = "a temporary file can't be made: \(reason)" }
    }

    private var descriptors: [Int32] = []

    /// Creates an empty set of files.
    init() {}

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Makes a file with bytes, and returns its path.
    func add(_ bytes: [UInt8]) throws(Failure) -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var name = Array("\(folder.isEmpty ? "/tmp" : folder)/featurehost-filter.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw Failure(String(cString: strerror(errno))) }
        descriptors.append(descriptor)
        unlink(&name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(TerminalDevice.Failure) {
            try TerminalDevice.write(bytes, to: descriptor)
        } catch {
            throw Failure(String(cString: strerror(error.code)))
        }
        let path = "/proc/\(getpid())/fd/\(descriptor)"
        guard access(path, R_OK) == 0 else { throw Failure("\(path) can't be read; is /proc mounted?") }
        return path
    }

    /// Leaves the files to a program that replaces this one in the same process.
    func handOver() {
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, 0) }
        descriptors = []
    }
}
