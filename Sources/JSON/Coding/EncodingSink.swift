/// Where all containers of one `encode` write, in one stream.
///
/// Codable never says that a container is finished: the next write to one around it does. So the open values are a
/// stack, and each container knows its place in it and the serial number of the value there.
final class EncodingSink {
    /// The place of one value on the stack.
    ///
    /// A place whose serial number has changed belongs to another value: what it
    /// stood for has been closed.
    struct Place {
        var level: Int32
        var serial: Int32
    }

    private struct Frame {
        enum Form { case pending, scalar, object, array }

        var form: Form
        var serial: Int32
        var key: (any CodingKey)?
    }

    let writer: UnsafeMutablePointer<JSONWriter>
    // No method hands out access to these while it calls foreign code, so accesses never overlap; checking that at run
    // time would take a sixth of the whole.
    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var serial: Int32 = 0
    /// The first error: some of Codable's methods can't throw, and a type that drops the error of a value half written
    /// must not make the text look whole.
    private var failure: (any Error)?

    /// `writer` must be valid until `close()`; after that no container reaches it any more.
    init(_ writer: UnsafeMutablePointer<JSONWriter>) {
        self.writer = writer
        frames.reserveCapacity(8)
    }

    /// Makes every place stale.
    func close() { frames.removeAll() }

    func encodeRoot<T: Encodable>(_ value: T) throws {
        try encode(value, key: nil)
        if let failure { throw failure }
    }

    /// Writes a value where the writer stands.
    func encode<T: Encodable>(_ value: T, key: (any CodingKey)?) throws {
        if writeSpecial(value) { return }
        let place = push(.pending, key: key)
        try encodeOrdered(value, at: place)
        pop(to: Int(place.level))
    }

    /// Writes a value into a place that is pending.
    func encode<T: Encodable>(_ value: T, at place: Place) throws {
        if T.self == JSONText.self || T.self == JSONValue.self {
            try beginScalar(place)
            _ = writeSpecial(value)
        } else {
            try encodeOrdered(value, at: place)
        }
    }

    private func encodeOrdered<T: Encodable>(_ value: T, at place: Place) throws {
        let encoder = ValueEncoder(sink: self, place: place)
        do {
            // Dictionaries and sets are one word; asking any other type would only cost time.
            if MemoryLayout<T>.size == MemoryLayout<Int>.size, let unordered = value as? any UnorderedEncodable {
                try unordered.encodeInOrder(to: encoder)
            } else {
                try value.encode(to: encoder)
            }
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    private func writeSpecial<T>(_ value: T) -> Bool {
        // Arrays and dictionaries give their elements in the generic way, primitives too.
        // The types are the same, which makes the casts what the optimiser can't see that they are: nothing.
        if T.self == String.self {
            writer.pointee.value(unsafeBitCast(value, to: String.self))
        } else if T.self == Int.self {
            writer.pointee.value(unsafeBitCast(value, to: Int.self))
        } else if T.self == JSONText.self {
            writer.pointee.value(unsafeBitCast(value, to: JSONText.self))
        } else if T.self == JSONValue.self {
            writer.pointee.value(unsafeBitCast(value, to: JSONValue.self))
        } else {
            return false
        }
        return true
    }

    // MARK: Places

    /// Opens a place inside the innermost one.
    func push(_ key: (any CodingKey)?) -> Place { push(.pending, key: key) }

    func pushObject(_ key: (any CodingKey)?) -> Place {
        writer.pointee.beginObject()
        return push(.object, key: key)
    }

    func pushArray(_ key: (any CodingKey)?) -> Place {
        writer.pointee.beginArray()
        return push(.array, key: key)
    }

    private func push(_ form: Frame.Form, key: (any CodingKey)?) -> Place {
        serial += 1
        frames.append(Frame(form: form, serial: serial, key: key))
        return Place(level: Int32(frames.count - 1), serial: serial)
    }

    /// Closes the places from `level` on.
    private func pop(to level: Int) {
        while frames.count > level {
            switch frames.removeLast().form {
            // Who encodes nothing has written an empty object, as in Foundation.
            case .pending: writer.pointee.raw("{}")
            case .scalar: break
            case .object: writer.pointee.endObject()
            case .array: writer.pointee.endArray()
            }
        }
    }

    /// Makes `place` the innermost one: what was open inside it is finished.
    func select(_ place: Place) throws {
        let level = Int(place.level)
        guard level < frames.count, frames[level].serial == place.serial else { throw misuse("it has been closed") }
        if level + 1 < frames.count { pop(to: level + 1) }
    }

    /// Readies a place for its only value.
    func beginScalar(_ place: Place) throws {
        try select(place)
        guard frames[Int(place.level)].form == .pending else { throw misuse("a value has been written to it") }
        frames[Int(place.level)].form = .scalar
    }

    /// Makes a place an object, or goes on with the object that it is.
    func beginObject(_ place: Place) -> Place {
        begin(place, .object) { $0.beginObject() }
    }

    /// Makes a place an array, or goes on with the array that it is.
    func beginArray(_ place: Place) -> Place {
        begin(place, .array) { $0.beginArray() }
    }

    private func begin(_ place: Place, _ form: Frame.Form, _ open: (inout JSONWriter) -> Void) -> Place {
        guard (try? select(place)) != nil else { return .none }
        if frames[Int(place.level)].form == .pending {
            frames[Int(place.level)].form = form
            open(&writer.pointee)
        } else if frames[Int(place.level)].form != form {
            _ = misuse("a value of another kind has been written to it")
            return .none
        }
        return place
    }

    /// The path to a place that is open; none for one that has been closed.
    func codingPath(_ place: Place) -> [any CodingKey] {
        let level = Int(place.level)
        guard level < frames.count, frames[level].serial == place.serial else { return [] }
        return frames.prefix(level + 1).compactMap(\.key)
    }

    /// Notes that a container can't be written to.
    private func misuse(_ reason: String) -> EncodingError {
        let error = EncodingError.invalidValue(
            reason,
            .init(
                codingPath: frames.compactMap(\.key),
                debugDescription: "a container was written to although \(reason)"))
        failure = failure ?? error
        return error
    }
}
