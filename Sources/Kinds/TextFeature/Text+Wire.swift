import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The JSON of a text's state.
extension Text {
    /// The maximum number of spans of a line that a snapshot contains.
    private static let mostSpans = 2_000

    /// Writes the member `state` of a text's snapshot.
    public func write(_ state: TextState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("title", state.head.title)
        json.field("phase", state.phase)
        json.field("empty", state.isWhole && state.loading.isLoaded && state.count == 0 ? "noData" : nil)
        json.field("format", state.head.format.rawValue)
        json.field("wrap", state.wrap)
        json.field("follow", state.position.isFollowing)
        let shown = writeLines(of: state, to: &json)
        json.key("window")
        json.beginObject()
        json.field("offset", state.position.shown.offset)
        json.field("limit", state.position.shown.limit)
        if let omitted = state.position.shown.omitted(shown: shown, of: state.count) { json.field("omitted", omitted) }
        json.endObject()
        json.field("count", state.count)
        json.field("endReached", state.isWhole)
        json.field("line", state.count == 0 ? nil : state.position.active + 1)
        json.key("find")
        if let find = state.find { write(find, state, to: &json) } else { json.null() }
        json.key("loads")
        json.beginObject()
        json.key("refresh")
        json.beginObject()
        state.loading.refresh.write(to: &json, state.faults)
        json.endObject()
        json.key("window")
        json.beginObject()
        state.loading.window.write(to: &json, state.faults)
        json.endObject()
        json.endObject()
        json.field("isStale", state.loading.isReloadDue || state.loading.isOutdated)
        json.key("problems")
        if let problems = state.problems { problems.write(to: &json) } else { json.null() }
        if let copied = state.copied {
            json.key("copied")
            json.beginObject()
            json.field("from", copied.from)
            json.field("to", copied.to)
            json.field("text", copied.text)
            json.endObject()
        }
        json.endObject()
    }

    /// Writes the lines in the window, as many as fit into a snapshot, and returns their number.
    private func writeLines(of state: TextState, to json: inout JSONWriter) -> Int {
        json.key("lines")
        json.beginArray()
        let start = json.count
        var shown = 0
        for place in state.shownPlaces {
            guard let line = state.segment[place], json.count - start < Window.largestSize else { break }
            json.beginObject()
            json.field("number", place + 1)
            json.field("text", line.text)
            json.key("spans")
            json.beginArray()
            for span in line.shownSpans.prefix(Self.mostSpans) { write(span, to: &json) }
            json.endArray()
            json.endObject()
            shown += 1
        }
        json.endArray()
        return shown
    }

    private func write(_ span: Span, to json: inout JSONWriter) {
        json.beginObject()
        json.field("start", span.range.lowerBound)
        json.field("end", span.range.upperBound)
        json.field("style", "\(span.style.name)")
        if let target = span.target { json.field("target", target) }
        if case .ansi(let style) = span.style { style.write(to: &json) }
        json.endObject()
    }

    private func write(_ find: FindState, _ state: TextState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("text", find.text)
        json.field("regex", find.isRegex)
        json.field("status", find.status.rawValue)
        json.field("count", find.count)
        json.field("current", find.number(of: state.position.active))
        json.endObject()
    }
}

extension TextState {
    /// The member `phase`: `loaded` after the first page, otherwise `idle`, `loading` or `failed`.
    fileprivate var phase: String {
        loading.refresh.phase(hasContent: loading.isLoaded)
    }
}
