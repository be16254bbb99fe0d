import FeatureKit

extension TestStore where F.Action: Equatable {
    /// Expects exactly this action from an effect, and the change of state that `expected` makes.
    public func receive(
        _ action: F.Action, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) throws -> Void
    ) async rethrows {
        try await receive("\(action)", where: { $0 == action }, file: file, line: line, expected)
    }

    /// Expects exactly this action from an effect, and no change of state.
    public func receive(_ action: F.Action, file: StaticString = #fileID, line: UInt = #line) async {
        await receive(action, file: file, line: line) { _ in }
    }
}
