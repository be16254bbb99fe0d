import FeatureKit
import GRDB
import Testing

@testable import FHSQLiteSources

/// Failures of databases, with their messages for users.
struct DatabaseFailureTests {
    private func failure(_ code: ResultCode, isWrite: Bool = false) -> Failure {
        Failure(DatabaseError(resultCode: code, message: "said"), of: DatabaseFile(path: "/x.db"), isWrite: isWrite)
    }

    @Test(arguments: [
        ResultCode.SQLITE_READONLY_DIRECTORY, .SQLITE_READONLY_CANTINIT, .SQLITE_READONLY_CANTLOCK,
        .SQLITE_READONLY_RECOVERY,
    ])
    func aLogThatCannotBeReadIsTold(code: ResultCode) {
        let failure = failure(code)
        #expect(failure.code == "permissionDenied" && failure.message.hasPrefix("can't read /x.db"))
        #expect(failure.message.contains("(WAL)") && failure.retryable)
        #expect(self.failure(code, isWrite: true) == .unwritable("/x.db"))
    }

    @Test func whatCanOnlyBeReadIsTold() {
        #expect(failure(.SQLITE_READONLY) == .unwritable("/x.db"))
    }

    @Test(arguments: [ResultCode.SQLITE_IOERR, .SQLITE_IOERR_SHMSIZE])
    func aDiskMayBeFullOrNotSound(code: ResultCode) {
        let failure = failure(code)
        #expect(failure.code == "fileError" && failure.message.contains("whether its disk is full, or not sound"))
    }
}
