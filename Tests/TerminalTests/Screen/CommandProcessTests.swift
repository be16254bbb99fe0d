import Glibc
import Testing

@testable import FHTerminalScreen

/// Commands that run beside a program on a terminal.
@Suite struct CommandProcessTests {
    @Test func aCommandThatIsDroppedLeavesNoZombie() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        var process: CommandProcess? = try CommandProcess(
            ["/bin/sh", "-c", "echo $$; exec sleep 1000"], [(writer, 1)], inOwnGroup: true)
        close(writer)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(reader, &bytes, bytes.count)
        let id = try #require(id_t(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).dropLast()))
        // Threads of tests block other signals, and commands inherit that.
        process?.send(SIGKILL)
        process = nil
        // The process can still be running, or be collected in this moment.
        var info = siginfo_t()
        var tries = 10_000_000
        while waitid(P_PID, id, &info, WEXITED | WNOWAIT) == 0, tries > 0 {
            tries -= 1
            sched_yield()
        }
        #expect(errno == ECHILD && tries > 0)
    }
}
