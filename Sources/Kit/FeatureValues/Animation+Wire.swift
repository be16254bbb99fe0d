import FHJSON

/// The encoding of animation hints in snapshots.
extension Animation {
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .default: json.raw(#""kind":"default""#)
        case .spring(let spring):
            json.raw(#""kind":"spring""#)
            spring.writeMembers(to: &json)
        case .phase(let phase):
            json.raw(#""kind":"phase""#)
            json.field("phases", phase.phases)
            json.field("phase", phase.phase)
        case .keyframe(let keyframes):
            json.raw(#""kind":"keyframe""#)
            json.key("tracks")
            json.beginArray()
            for track in keyframes.tracks { track.write(to: &json) }
            json.endArray()
            json.field("repeats", keyframes.repeats)
        case .matchedGeometry(let geometry):
            json.raw(#""kind":"matchedGeometry""#)
            json.field("id", geometry.id)
            switch geometry.pace {
            case nil: break
            case .duration(let milliseconds): json.field("durationMs", milliseconds)
            case .spring(let spring): spring.writeMembers(to: &json)
            }
        }
        json.endObject()
    }
}

extension Animation.Spring {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.field("response", response)
        json.field("damping", damping)
    }
}

extension Animation.Track {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("key", key)
        json.key("keyframes")
        json.beginArray()
        for keyframe in keyframes {
            json.beginObject()
            json.field("value", keyframe.value)
            json.field("durationMs", keyframe.durationMs)
            json.field("curve", keyframe.curve.rawValue)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
