import FHEventLoop
import Glibc
import Testing

struct ProcessExistsTests {
    @Test func thisProcessAndTheFirstExist() {
        #expect(processExists(Int(getpid())))
        // Process 1 belongs to another user, unless the tests run as root.
        #expect(processExists(1))
    }

    @Test(arguments: [0, -1, Int.max, Int.min]) func whatIsNoIdDoesNotExist(id: Int) {
        #expect(!processExists(id))
    }

    @Test func oneThatEndedAndWasWaitedForDoesNotExist() throws {
        var id: pid_t = 0
        let name = strdup("true")
        defer { free(name) }
        var arguments = [name, nil]
        try #require(posix_spawnp(&id, "true", nil, nil, &arguments, nil) == 0)
        #expect(processExists(Int(id)))
        var status: Int32 = 0
        #expect(waitpid(id, &status, 0) == id)
        #expect(!processExists(Int(id)))
    }
}
