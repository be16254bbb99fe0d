import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop

/// Instead of 0, 1 and 2, these tests use descriptors that no other test uses.
@Suite(.hangLimit)
struct StdioWireTests {
    @Test func theWireMovesAndStrayOutputGoesToTheLog() throws {
        let (input, output, log) = (try Ends.pipe(), try Ends.pipe(), try Ends.pipe())
        let numbers = Numbers(belowTheLimit: 20)
        dup2(input.first.rawValue, numbers.first)
        dup2(output.second.rawValue, numbers.first + 1)
        dup2(log.second.rawValue, numbers.first + 2)

        let wire = try StdioWire(taking: numbers.first, numbers.first + 1, log: numbers.first + 2)
        let ends = Ends(wire.input.rawValue, wire.output.rawValue)
        #expect(ends.first.rawValue > 2 && ends.second.rawValue > 2)
        #expect(wire.input.closesOnExec && wire.output.closesOnExec)
        #expect(!wire.input.isNonBlocking && !wire.output.isNonBlocking)

        try input.second.writeAll("in".utf8)
        #expect(wire.input.readString() == "in")
        try wire.output.writeAll("out".utf8)
        #expect(output.first.readString() == "out")
        try FileDescriptor(rawValue: numbers.first + 1).writeAll("stray".utf8)
        #expect(log.first.readString() == "stray")
        #expect(FileDescriptor(rawValue: numbers.first).readToEnd().isEmpty)
    }

    @Test func whatIsClosedBecomesDevNull() throws {
        let numbers = Numbers(belowTheLimit: 10)
        let wire = try StdioWire(taking: numbers.first, numbers.first + 1, log: numbers.first + 2)
        let ends = Ends(wire.input.rawValue, wire.output.rawValue)
        #expect(ends.first.readToEnd().isEmpty)
        #expect(DescriptorKind(ends.second) == .device)
        for number in numbers.first...numbers.first + 2 {
            #expect(DescriptorKind(FileDescriptor(rawValue: number)) == .device)
        }
    }
}

/// Three descriptor numbers, which are closed when this object is released.
///
/// The numbers are close to the highest possible one, because the system assigns the lowest free numbers to other
/// files.
private final class Numbers {
    let first: Int32

    init(belowTheLimit distance: Int) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        first = Int32(clamping: min(Int(clamping: limit.rlim_cur), 1 << 20) - distance)
    }

    deinit {
        for number in first...first + 2 { close(number) }
    }
}
