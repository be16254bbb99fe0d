import FHEventLoop
import FHJSON
import Glibc
import SystemPackage

/// The working folder of a tested program, with the files of a scenario.
final class Stage {
    let folder: String
    /// The additional arguments of the program.
    let arguments: [String]
    private let process: ChildProcess?

    /// The file name of the host's socket.
    static let socket = "host.sock"

    /// The id of an idle process that a step can end; nil if there is none.
    var bystander: Int? { process?.id }

    init(_ scenario: Scenario) throws {
        var template = Array("/tmp/conform-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StageFailure(what: "a folder in /tmp", code: errno) }
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        folder = path
        var arguments: [String] = []
        for file in scenario.files { try Self.write(file.text, to: "\(path)/\(file.name)") }
        for pipe in scenario.pipes {
            guard mkfifo("\(path)/\(pipe)", 0o600) == 0 else { throw StageFailure(what: pipe, code: errno) }
        }
        if let workspace = scenario.workspace {
            try Self.write(JSONText(workspace).string, to: "\(path)/workspace.json")
            arguments += ["--workspace", "\(path)/workspace.json"]
        }
        if scenario.isVirtual { arguments += ["--clock", "virtual"] }
        if let seed = scenario.seed { arguments += ["--seed", "\(seed)"] }
        if scenario.hasSocket { arguments += ["--socket", "\(path)/\(Self.socket)"] }
        self.arguments = arguments
        process = scenario.needsBystander ? try ChildProcess.spawn(ChildCommand(["sleep", "600"])) : nil
    }

    /// Simulates another program that writes a file of the working folder.
    ///
    /// If the text is nil, deletes the file.
    func write(_ text: String?, to name: String) throws {
        let path = "\(folder)/\(name)"
        if let text { try Self.write(text, to: path) } else { unlink(path) }
    }

    private static func write(_ text: String, to path: String) throws {
        if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
        // The file is written under another name and then renamed, so that no reader sees an incomplete file.
        let draft = path + ".new"
        do {
            let file = try FileDescriptor.open(
                FilePath(draft), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
            _ = try file.closeAfter { try file.writeAll(text.utf8) }
        } catch let error as Errno {
            throw StageFailure(what: path, code: error.rawValue)
        }
        guard rename(draft, path) == 0 else { throw StageFailure(what: path, code: errno) }
    }

    /// The text and the mode of a file; nil if the file does not exist.
    func look(at name: String) -> JSONValue? {
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let bytes = isFile ? (try? WholeFile.read(path)) ?? [] : []
        return .build { json in
            json.beginObject()
            json.field("text", String(decoding: bytes, as: UTF8.self))
            json.field("mode", String(status.st_mode & 0o777, radix: 8))
            json.endObject()
        }
    }

    /// True if a process does not exist, or has ended and was not waited for.
    func isZombie(_ id: pid_t) -> Bool {
        guard let bytes = try? WholeFile.read("/proc/\(id)/stat") else { return true }
        // The state follows the program's name. The name may contain any characters.
        return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.dropFirst().first == "Z"
    }

    /// Ends the idle process.
    func endBystander() {
        process?.signal(SIGKILL)
        process?.wait(milliseconds: -1)
    }

    /// Deletes the folder, and ends the idle process.
    func remove() {
        endBystander()
        process?.closePipes()
        WholeFile.removeFolder(folder)
    }
}

/// The error for a file that could not be created in a working folder.
struct StageFailure: Error, CustomStringConvertible {
    let what: String
    let code: Int32

    var description: String { "\(what) can't be written: \(String(cString: strerror(code)))" }
}
