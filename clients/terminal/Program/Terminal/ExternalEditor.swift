import FHEventLoop
import FHTerminalScreen
import FHTerminalUI
import Glibc
import SystemPackage

/// The editor of the user, in which a long text can be edited.
///
/// The text is in a temporary file that only the user can read, and that is deleted afterwards.
struct ExternalEditor {
    /// The largest number of bytes of a text.
    private static let longest = 16 << 20

    /// The command, which the shell reads, so that it may have options.
    private let command: String
    /// The folders for the file; the first one in which a file can be made is used.
    private let folders: [String]
    /// Runs a command on the terminal, and returns its exit status.
    private let run: ([String]) throws(CommandProcess.Failure) -> Int32

    /// True if the command is a program with arguments, which needs no shell.
    ///
    /// The program then replaces the shell, so that its stop at `ctrl+z` is observed.
    private var isPlain: Bool {
        command.allSatisfy { $0.isLetter || $0.isNumber || " /._-".contains($0) }
    }

    /// Finds the editor: `$VISUAL`, or else `$EDITOR`, or else `vi`.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - run: runs a command on the terminal, and returns its exit status.
    init(
        variable: (String) -> String? = OwnProcess.variable,
        run: @escaping ([String]) throws(CommandProcess.Failure) -> Int32 = CommandProcess.runOnTerminal
    ) {
        let names = ["VISUAL", "EDITOR"].compactMap(variable).filter { $0.contains { $0 != " " } }
        command = names.first ?? "vi"
        folders = [variable("XDG_RUNTIME_DIR"), "/tmp"].compactMap { $0 }.filter { $0.hasPrefix("/") }
        self.run = run
    }

    /// Lets the user edit a text, and waits until the editor has ended.
    ///
    /// A line break that the editor adds at the end of the text is removed.
    func edit(_ text: String) -> EditedText {
        let path: String
        do throws(Errno) { path = try write(text) } catch { return .failed("No file for the editor: \(error).") }
        defer { unlink(path) }
        do throws(CommandProcess.Failure) {
            let status = try run(["/bin/sh", "-c", "\(isPlain ? "exec " : "")\(command) \"$1\"", command, path])
            if status == 127 { return .failed("\(command) was not found; $VISUAL or $EDITOR names the editor.") }
            if status != 0 { return .failed("\(command) has failed with status \(status); the text is unchanged.") }
        } catch {
            return .failed("\(command) can't be started: \(Errno(rawValue: error.code)).")
        }
        return read(path, before: text)
    }

    private func write(_ text: String) throws(Errno) -> String {
        var problem = Errno.noSuchFileOrDirectory
        for folder in folders {
            var path = Array("\(folder)/featurehost-XXXXXX.txt".utf8CString)
            let descriptor = mkstemps(&path, 4)
            guard descriptor >= 0 else {
                problem = Errno(rawValue: errno)
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let file = FileDescriptor(rawValue: descriptor)
            defer { try? file.close() }
            let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if (try? file.writeAll(Array(text.utf8))) != nil { return name }
            problem = Errno(rawValue: errno)
            unlink(name)
        }
        throw problem
    }

    private func read(_ path: String, before: String) -> EditedText {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path, upTo: Self.longest + 1)
        } catch {
            return .failed("The edited text can't be read: \(error). The text is unchanged.")
        }
        if bytes.count > Self.longest { return .failed("The edited text is longer than 16 MiB; it is unchanged.") }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            return .failed("The edited text is not in UTF-8; it is unchanged.")
        }
        text = text.replacing("\r\n", with: "\n")
        if text.hasSuffix("\n"), !before.hasSuffix("\n") { text.removeLast() }
        return .saved(text)
    }
}
