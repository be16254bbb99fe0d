import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit

/// Tests one input: a workspace file.
///
/// The workspace has either features, each with a valid catalog entry, or errors, each at an existing line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorkspaces(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let lines = bytes.count { $0 == 10 } + 1
    do throws(WorkspaceError) {
        let workspace = try Workspace(bytes, folder: "/nowhere", seed: 1)
        check(workspace.warnings, lines)
        let ids = workspace.features.map(\.id)
        precondition(Set(ids).count == ids.count, "a feature is there once")
        for feature in workspace.features { check(feature) }
    } catch {
        precondition(!error.mistakes.isEmpty, "an unusable workspace says why")
        check(error.mistakes, lines)
    }
    return 0
}

private func check(_ mistakes: [WorkspaceMistake], _ lines: Int) {
    for mistake in mistakes where mistake.file == nil {
        precondition((1...lines).contains(mistake.line), "a mistake is at a line that is there: \(mistake)")
        precondition(!mistake.message.isEmpty, "a mistake says what is wrong")
    }
}

private func check(_ feature: FeatureRegistration) {
    for action in feature.description.actions {
        let text = action.params.string
        precondition((try? JSONValue(parsing: text)) != nil, "the schema of \(action.name) is no JSON: \(text)")
    }
}
