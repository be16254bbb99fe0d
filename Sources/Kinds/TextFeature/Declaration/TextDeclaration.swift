import FHDeclarations
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Reads the declaration of a text.
package enum TextDeclaration: KindDeclaration {
    package static let kind = FeatureKind.text

    package static func outputs(of feature: JSONValue) -> [String] { ["openLink", "openLocation", "openHunk"] }

    package static let outputsRows = false

    private static let origins = ["source", "row", "text"]

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(
            keys: FeatureDeclaration.commonKeys + origins + ["key", "format", "wrap", "follow", "pageSize"])
        let given = origins.filter { node.value[$0] != nil }
        // A param without a value leaves out the text.
        if given.count > 1 { node.report("has \(given.joined(separator: " and ")), and must have only one of them") }
        var configuration = TextConfiguration(title: title, source: origin(node, context))
        if node.value["key"] != nil, node.value["source"] == nil {
            node.report("is for the rows of a source", at: "key")
        }
        if let member = node.rowMember("key") { configuration.key = member }
        if let format = node.oneOf("format", TextFormat.self) { configuration.format = format }
        if let wrap = node.bool("wrap") { configuration.wrap = wrap }
        if let follow = node.bool("follow") { configuration.follows = follow }
        if let size = node.integer("pageSize", in: 1...Window.largestLimit) { configuration.pageSize = size }
        let final = configuration
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            opening: OpeningParams([]), params: { _, _ throws(ActionRefusal) in Text(final) })
    }

    /// Reads the origin of the lines: a source, a member of a row, or a value.
    private static func origin(_ node: WorkspaceNode, _ context: WorkspaceContext) -> any DataSource {
        if node.value["source"] != nil { return context.source(node) }
        if let row = node.member("row") {
            guard row.value.isObject else {
                row.report("must be an object with source, id and key")
                return ValueSource(.null)
            }
            row.expect(keys: ["source", "id", "key"])
            let source = context.source(row)
            let id = context.rowID(row, in: node)
            guard row.requiredString("key") != nil, let member = row.rowMember("key"), let id else {
                return ValueSource(.null)
            }
            return MemberSource(source, id: id, key: member)
        }
        if node.value.isObject, node.value["text"] == nil, node.value["params"] == nil {
            node.report("lacks source, row or text: the origin of the lines")
        }
        return ValueSource(node.value["text"] ?? .null)
    }
}
