import Testing

@testable import FHDataSources

/// The arguments that shells read as programs.
@Suite struct ShellProgramTests {
    @Test(arguments: [
        (["sh", "-c", "echo", "x"], 2), (["/bin/bash", "-euc", "echo"], 2), (["zsh", "-e", "-c", "echo"], 3),
    ])
    func theArgumentBehindTheOptionIsAProgram(argv: [String], index: Int) {
        #expect(ShellProgram.index(in: argv) == index)
    }

    @Test(arguments: [["ls", "-c", "x"], ["sh", "script"], ["sh", "-c"], ["bash", "--rcfile", "x"], []])
    func otherCommandsHaveNone(argv: [String]) { #expect(ShellProgram.index(in: argv) == nil) }

    @Test func bracesBehindADollarAreNoPlace() {
        #expect(Placeholders.all(in: "${a} {b} $${c}").map(\.name) == ["b"])
    }
}
