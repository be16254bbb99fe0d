import FHHosting
import FHJSON
import FHRecording

/// A report of the first difference between a recording and its replay.
struct DifferenceReport {
    let lines: [String]

    /// Creates the report of a difference.
    ///
    /// - Parameter file: the name of the recording.
    init(_ difference: ReplayDifference, in file: String) {
        var lines = ["\(file):\(difference.line): \(difference.what ?? "the replay goes another way")"]
        if let played = difference.played {
            let (recorded, replayed) = Self.members(difference.recorded, played)
            lines += recorded.map { "- \(Self.cut($0))" } + replayed.map { "+ \(Self.cut($0))" }
        } else {
            lines.append("- \(Self.cut(difference.recorded))")
        }
        self.lines = lines
    }

    /// Returns a text, shortened if it is longer than ``longest`` bytes.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= longest ? text : "\(text.prefix(longest))…"
    }

    private static let longest = 400

    /// Returns the members that differ, each as a pointer and a value.
    ///
    /// If the texts can't be compared by members, returns the texts.
    private static func members(_ recorded: String, _ played: String) -> ([String], [String]) {
        guard let old = try? JSONValue(parsing: recorded), let new = try? JSONValue(parsing: played) else {
            return ([recorded], [played])
        }
        var found: ([String], [String]) = ([], [])
        collect(old, new, JSONPointer([]), &found)
        return found.0.isEmpty && found.1.isEmpty ? ([recorded], [played]) : found
    }

    private static func collect(
        _ old: JSONValue, _ new: JSONValue, _ place: JSONPointer, _ found: inout ([String], [String])
    ) {
        if old == new { return }
        if old.isObject, new.isObject {
            for (key, value) in old.members {
                if let other = new[key] {
                    collect(value, other, place.appending(key), &found)
                } else {
                    found.0.append("\(place.appending(key)) \(JSONText(value).string)")
                }
            }
            for (key, value) in new.members where old[key] == nil {
                found.1.append("\(place.appending(key)) \(JSONText(value).string)")
            }
        } else if old.isArray, new.isArray, old.count == new.count {
            for (index, (value, other)) in zip(old.elements, new.elements).enumerated() {
                collect(value, other, place.appending("\(index)"), &found)
            }
        } else {
            found.0.append("\(place) \(JSONText(old).string)")
            found.1.append("\(place) \(JSONText(new).string)")
        }
    }
}
