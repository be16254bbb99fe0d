import FHDeclarations
import FHJSON

extension SourceType {
    /// A description of a declared source if its rows can't hold arrays and objects; nil otherwise.
    static func flatRows(of source: JSONValue) -> String? {
        let type = source["type"]?.stringValue.flatMap(SourceType.init(rawValue:))
        guard type == .file else { return type?.flatRows }
        let ending = source["path"]?.stringValue.flatMap { $0.split(separator: ".").last }.map { $0.lowercased() }
        let format = source["format"]?.stringValue ?? ending
        return format == "csv" || format == "tsv" ? "a table of text" : nil
    }
}
