import FeatureKit

extension TestStore where F.Action: Equatable {
    /// Expects that effects bring this very action, and the state to change as `expected` says.
    public func receive(
        _ action: F.Action, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) throws -> Void
    ) async rethrows {
        try await receive("\(action)", where: { $0 == action }, file: file, line: line, expected)
    }

    /// Expects that effects bring this very action, and the state to stay as it is.
    public func receive(_ action: F.Action, file: StaticString = #fileID, line: UInt = #line) async {
        await receive(action, file: file, line: line) { _ in }
    }
}
