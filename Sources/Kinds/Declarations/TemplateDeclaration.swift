import FHJSON
import FHKindParts
import FeatureKit

/// Reads text templates and the names of row members.
package enum TemplateDeclaration {
    /// Reads a template that is filled in from rows; nil if it is absent.
    ///
    /// The template is a string, or an object with the members `one` and `other`.
    ///
    /// - Parameter hasTarget: true if the modal has rows from which the template is filled in.
    package static func template(_ node: WorkspaceNode, _ key: String, hasTarget: Bool) -> RowTemplate? {
        guard let member = node.member(key) else { return nil }
        if let text = member.value.stringValue {
            let template = RowTemplate(text)
            if hasTarget { check(template, member) }
            return template
        }
        guard member.value.isObject else {
            member.report("must be a string, or an object of one and other")
            return nil
        }
        member.expect(keys: ["one", "other"])
        let (one, other) = (member.requiredString("one"), member.requiredString("other"))
        if !hasTarget { member.report("is for a modal about rows, and this one has no target; use a single string") }
        guard let one, let other else { return nil }
        let template = RowTemplate(one: one, other: other)
        if hasTarget {
            member.member("one").map { report(template.faults, $0) }
            member.member("other").map { report(template.faultsOfOther, $0) }
            checkFormats(of: template, member)
        }
        return template
    }

    /// Reports what is wrong with a template of one text.
    package static func check(_ template: RowTemplate, _ node: WorkspaceNode) {
        report(template.faults, node)
        checkFormats(of: template, node)
    }

    private static func checkFormats(of template: RowTemplate, _ node: WorkspaceNode) {
        let known = CellFormat.Kind.allCases.filter { !$0.needsDetails }.map(\.rawValue)
        for (part, name) in template.formats where !known.contains(name) {
            node.report("\(part) has no known format; known are \(known.joined(separator: ", "))")
        }
    }

    private static func report(_ faults: [RowTemplate.Fault], _ node: WorkspaceNode) {
        for fault in faults { node.report("\(fault.part) \(fault.message)") }
    }

    /// Reads an array of names of row members; returns an empty array if the key is absent.
    package static func members(_ node: WorkspaceNode, _ key: String) -> [RowMember] {
        guard let list = node.member(key) else { return [] }
        return list.elements.compactMap { node -> RowMember? in
            guard let name = node.value.stringValue else {
                node.report("must be the name of a member, or a JSON Pointer to one")
                return nil
            }
            do throws(RowMember.Fault) {
                return try RowMember(name)
            } catch {
                node.report("\(JSONText.string(name)) \(error.message)")
                return nil
            }
        }
    }
}
