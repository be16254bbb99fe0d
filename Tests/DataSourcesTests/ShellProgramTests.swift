import FeatureKit
import Testing

@testable import FHDataSources

/// The arguments that shells read as programs.
@Suite struct ShellProgramTests {
    @Test(arguments: [
        ("sh -c PROGRAM x", 2), ("/bin/bash -euc PROGRAM", 2), ("zsh -e -c PROGRAM", 3), ("sh -c -- PROGRAM x", 3),
        ("sh -c -e PROGRAM", 3), ("bash -c +e PROGRAM", 3), ("env -i rbash -c PROGRAM x", 4),
        ("timeout 5 sh -c PROGRAM", 4), ("bash -c -o errexit PROGRAM x", 4),
    ])
    func theArgumentBehindTheOptionIsAProgram(command: String, index: Int) {
        let argv = command.split(separator: " ").map(String.init)
        let found = ShellProgram.indices(in: argv)
        #expect(found.contains(index) && !found.contains(index + 1))
    }

    @Test(arguments: [["ls", "-c", "x"], ["sh", "script"], ["sh", "-c"], ["bash", "--rcfile", "x"], []])
    func otherCommandsHaveNone(argv: [String]) { #expect(ShellProgram.indices(in: argv).isEmpty) }

    @Test func aSearchHasNoQueryInAProgram() {
        #expect(throws: Failure.self) { try CommandSource.Search(argv: ["sh", "-c", "grep {query}"]) }
        #expect(throws: Never.self) { try CommandSource.Search(argv: ["sh", "-c", "grep \"$1\"", "x", "{query}"]) }
    }

    @Test func bracesBehindADollarAreNoPlace() {
        #expect(Placeholders.all(in: "${a} {b} $${c}").map(\.name) == ["b"])
    }
}
