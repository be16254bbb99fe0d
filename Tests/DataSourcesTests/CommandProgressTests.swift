import Testing

@testable import FHDataSources

/// The times at which rows of a running command are shown, in milliseconds.
struct CommandProgressTests {
    private struct Run {
        var progress: CommandProgress
        var count = 0

        init(canBeLive: Bool = true) {
            progress = CommandProgress(CommandPace(), canBeLive: canBeLive, now: 0)
        }

        mutating func print(_ records: Int, at time: Int) {
            count += records
            progress.notePrinted(hasRecords: count > progress.shownCount, now: time * 1_000_000)
        }

        /// Returns the milliseconds until the next change.
        mutating func advance(to time: Int) -> Int? { progress.advance(count: count, now: time * 1_000_000) }
    }

    @Test func whatIsPrintedTogetherIsShownTogether() {
        var run = Run()
        run.print(1, at: 100)
        #expect(run.advance(to: 100) == 250)
        run.print(1, at: 300)
        #expect(run.advance(to: 349) == 201)
        #expect(run.progress.shownCount == 0)
        _ = run.advance(to: 550)
        #expect(run.progress.shownCount == 2)
    }

    @Test func whatIsPrintedWithoutAPauseIsShownAfterAWhile() {
        var run = Run()
        for time in stride(from: 0, through: 400, by: 100) {
            run.print(1, at: time)
            _ = run.advance(to: time)
            #expect(run.progress.shownCount == 0)
        }
        #expect(run.advance(to: 499) == 1)
        _ = run.advance(to: 500)
        #expect(run.progress.shownCount == 5)
    }

    @Test func aQuietCommandIsLive() {
        var run = Run()
        run.print(1, at: 0)
        _ = run.advance(to: 500)
        #expect(run.advance(to: 1_999) == 1 && !run.progress.isLive)
        // Nothing more is due before the next output.
        #expect(run.advance(to: 2_000) == nil && run.progress.isLive)
        run.print(1, at: 5_000)
        #expect(run.advance(to: 5_000) == 50)
        _ = run.advance(to: 5_050)
        #expect(run.progress.shownCount == 2)
    }

    @Test func aCommandThatPrintsLittleForLongIsLive() {
        var run = Run()
        for time in stride(from: 0, through: 9_000, by: 1_000) {
            run.print(1, at: time)
            _ = run.advance(to: time)
        }
        #expect(!run.progress.isLive)
        run.print(1, at: 10_000)
        _ = run.advance(to: 10_000)
        #expect(run.progress.isLive)
    }

    @Test func aCommandThatPrintsMuchIsAwaited() {
        var run = Run()
        for time in stride(from: 0, through: 60_000, by: 1_000) {
            run.print(50, at: time)
            _ = run.advance(to: time)
        }
        #expect(!run.progress.isLive)
        run.print(1, at: 61_000)
        _ = run.advance(to: 61_000)
        run.print(1, at: 62_000)
        _ = run.advance(to: 62_000)
        #expect(run.progress.isLive, "there were no more than 2 in 2 s")
    }

    @Test func aSilentCommandIsSaidToHaveNoRowsAndIsLiveLater() {
        var run = Run()
        #expect(run.advance(to: 0) == 2_000)
        #expect(run.advance(to: 2_000) == 8_000 && run.progress.isSilent && !run.progress.isLive)
        #expect(run.advance(to: 10_000) == nil && run.progress.isLive)
    }

    @Test func aCommandWithATimeIsNeverLive() {
        var run = Run(canBeLive: false)
        run.print(1, at: 0)
        #expect(run.advance(to: 1_000_000) == nil && !run.progress.isLive)
        #expect(run.progress.shownCount == 1)
    }
}
