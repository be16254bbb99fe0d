import SystemPackage
import Testing

@testable import FHDataSources

/// The sources of a process lock a folder in the order in which they want to.
@Suite struct FolderTurnTests {
    @Test func whoLeavesTheQueueIsBehindThoseWhoWait() {
        var first: FolderTurn? = FolderTurn(ofFile: "/turns/a/1")
        var second: FolderTurn? = FolderTurn(ofFile: "/turns/a/2")
        #expect(first?.isFirst == true && second?.isFirst == false)
        first = nil
        first = FolderTurn(ofFile: "/turns/a/1")
        #expect(first?.isFirst == false && second?.isFirst == true)
        second = nil
        #expect(first?.isFirst == true)
    }

    @Test func foldersHaveQueuesOfTheirOwn() {
        let one = FolderTurn(ofFile: "/turns/b/1")
        let other = FolderTurn(ofFile: "/turns/c/1")
        #expect(one.isFirst && other.isFirst)
    }

    @Test func whoGivesUpLeavesTheQueue() {
        let first = FolderTurn(ofFile: "/turns/d/1")
        var second: FolderTurn? = FolderTurn(ofFile: "/turns/d/2")
        let third = FolderTurn(ofFile: "/turns/d/3")
        #expect(second?.isFirst == false)
        second = nil
        #expect(first.isFirst && !third.isFirst)
    }
}
