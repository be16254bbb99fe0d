import FHEventLoop
import Glibc
import SystemPackage

/// The listening sockets of processes, read from `/proc`.
enum ListeningSockets {
    /// Returns the listening sockets of a process group; nil if there is no `/proc`.
    ///
    /// Each element is a kind and an address, such as `tcp ADDRESS`, `udp6 ADDRESS` or `unix PATH`. The addresses have
    /// the format of `/proc/net`.
    static func of(group: Int) -> [String]? {
        guard let processes = names(in: "/proc") else { return nil }
        let numbers = Set(processes.compactMap(Int.init).filter { isMember($0, of: group) }.flatMap(sockets))
        return ["tcp", "tcp6", "udp", "udp6", "unix"].flatMap { kind in
            table(kind).filter { numbers.contains($0.number) }.map { "\(kind) \($0.place)" }
        }
    }

    private static func isMember(_ id: Int, of group: Int) -> Bool {
        // The group follows the program's name, the state and the parent. The name may contain any characters.
        let fields = text("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 2 && Int(fields[2]) == group
    }

    /// The inode numbers of the sockets that a process has open.
    private static func sockets(of process: Int) -> [Int] {
        let folder = "/proc/\(process)/fd"
        return (names(in: folder) ?? []).compactMap { name in
            var buffer = [UInt8](repeating: 0, count: 128)
            let count = readlink("\(folder)/\(name)", &buffer, buffer.count)
            guard count > 0 else { return nil }
            let target = String(decoding: buffer[..<count], as: UTF8.self)
            return target.hasPrefix("socket:[") ? Int(target.dropFirst(8).dropLast()) : nil
        }
    }

    /// The listening sockets of the whole system, and its unconnected UDP sockets.
    private static func table(_ kind: String) -> [(number: Int, place: String)] {
        text("/proc/net/\(kind)").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            if kind == "unix" {
                // 00010000 is the flag of a listening socket.
                guard fields.count > 6, fields[3] == "00010000", let number = Int(fields[6]) else { return nil }
                return (number, fields.count > 7 ? String(fields[7]) : "")
            }
            // The state 0A is listening. An unconnected UDP socket has the state 07.
            guard fields.count > 9, ["0A", "07"].contains(fields[3]), let number = Int(fields[9]) else { return nil }
            return (number, String(fields[1]))
        }
    }

    private static func text(_ path: String) -> String {
        (try? WholeFile.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            found.append(
                withUnsafeBytes(of: entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return found
    }
}
