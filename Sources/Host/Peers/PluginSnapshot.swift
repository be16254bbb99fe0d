import FHJSON

/// A snapshot as the bytes that a plugin wrote.
///
/// The host reads some members and forwards the others unchanged.
package struct PluginSnapshot: Sendable {
    /// The cause of the revision, as the plugin reports it.
    package struct Cause: Sendable {
        package let action: String
        package let path: [String]
        package let origin: String
        /// The id of the host's request that caused the revision; nil if no request of the host caused it.
        package let request: Int?
        package let cancelled: [String]
    }

    /// A validation error.
    ///
    /// `what` is a phrase that follows "a snapshot" in error messages, such as `without state`.
    package struct Mistake: Error, Equatable {
        package let what: String

        package init(what: String) { self.what = what }
    }

    /// The members that the protocol defines, in the order in which most plugins write them.
    package enum Member: Int, CaseIterable {
        case instance, path, feature, kind, revision, conflated, cause, settled, effects, unavailable, errors
        case presentation, queue, blocked, toolbar, animation, state

        private static let names: [StaticString] = [
            "instance", "path", "feature", "kind", "revision", "conflated", "cause", "settled", "effects",
            "unavailable", "errors", "presentation", "queue", "blocked", "toolbar", "animation", "state",
        ]

        package var name: StaticString { Self.names[rawValue] }

        /// The member with this name; nil for any other name.
        ///
        /// - Parameter before: the preceding member. The search starts after it.
        init?(named bytes: Slice<UnsafeRawBufferPointer>, after before: Member?) {
            var place = before?.rawValue ?? -1
            for _ in Self.names.indices {
                place = place + 1 < Self.names.count ? place + 1 : 0
                let name = Self.names[place]
                guard name.utf8CodeUnitCount == bytes.count else { continue }
                let isSame = name.withUTF8Buffer { bytes.elementsEqual($0) }
                guard isSame, let member = Member(rawValue: place) else { continue }
                self = member
                return
            }
            return nil
        }

        /// True if a snapshot must have the member.
        ///
        /// Only a snapshot of a child must have `path`. Only a snapshot of the instance itself must have `blocked` and
        /// `animation`.
        package func isNeeded(ofChild: Bool) -> Bool {
            switch self {
            case .path: ofChild
            case .conflated: false
            case .blocked, .animation: !ofChild
            default: true
            }
        }
    }

    /// The greatest integer that every reader of JSON represents exactly (RFC 8259, section 6).
    package static let maxRevision = 1 << 53 - 1

    /// The name of the instance, which the host has chosen.
    package let instance: String
    /// The path of the child that the snapshot shows; empty for the instance itself.
    package let path: [String]
    /// The revision as counted by the plugin.
    package let revision: Int
    package let cause: Cause
    package let isSettled: Bool
    /// The text of the snapshot, without line breaks.
    private let bytes: [UInt8]
    /// The members as ranges of the text.
    ///
    /// Each range includes the key, but no comma.
    private let members: [(member: Member?, range: Range<Int>)]

    /// Reads a snapshot.
    ///
    /// - Parameter bytes: the params of `state/snapshot`.
    init(_ bytes: UnsafeRawBufferPointer) throws(Mistake) {
        let (found, isOneLine): ([Found], Bool)
        do throws(JSONParseError) {
            (found, isOneLine) = try Self.members(of: bytes)
        } catch {
            throw Mistake(what: "that \(error.fault)")
        }
        guard isOneLine, !found.contains(where: \.hasEscapes) else {
            // The text is rewritten as one line without needless escapes, so that its keys can be compared as bytes.
            let text: JSONText
            do throws(JSONParseError) {
                text = try JSONText(parsing: bytes)
            } catch {
                throw Mistake(what: "that \(error.fault)")
            }
            self = try PluginSnapshot(text)
            return
        }
        self = try PluginSnapshot(lines: bytes, found)
    }

    /// Reads a snapshot from its text.
    package init(_ text: JSONText) throws(Mistake) {
        let result = text.bytes.withUnsafeBytes { bytes in
            Result { () throws(Mistake) in try PluginSnapshot(lines: bytes, (try? Self.members(of: bytes))?.found ?? [])
            }
        }
        self = try result.get()
    }

    private init(lines bytes: UnsafeRawBufferPointer, _ found: [Found]) throws(Mistake) {
        var places = [Range<Int>?](repeating: nil, count: Member.allCases.count)
        var members: [(member: Member?, range: Range<Int>)] = []
        members.reserveCapacity(found.count)
        for item in found {
            let member = Member(named: bytes[item.key], after: members.last?.member)
            members.append((member, item.whole))
            guard let member else { continue }
            if places[member.rawValue] != nil { throw Mistake(what: "with two members \(member.name)") }
            places[member.rawValue] = item.value
        }
        func value(_ member: Member) -> ValueText? {
            places[member.rawValue].map { ValueText(UnsafeRawBufferPointer(rebasing: bytes[$0])) }
        }
        path = try Self.strings(value(.path), "path")
        for member in Member.allCases where places[member.rawValue] == nil {
            if member.isNeeded(ofChild: !path.isEmpty) { throw Mistake(what: "without \(member.name)") }
        }
        guard let instance = value(.instance)?.string else { throw Mistake(what: "whose instance is no string") }
        guard let revision = value(.revision)?.integer, (0...Self.maxRevision).contains(revision) else {
            throw Mistake(what: "whose revision is no integer from 0 to \(Self.maxRevision)")
        }
        guard let isSettled = value(.settled)?.bool else { throw Mistake(what: "whose settled is no truth value") }
        for member in Member.allCases {
            guard let mistake = value(member).flatMap({ SnapshotShape.mistake(in: member, $0) }) else { continue }
            throw Mistake(what: mistake)
        }
        self.instance = instance
        self.revision = revision
        self.isSettled = isSettled
        cause = try Self.cause(value(.cause))
        self.bytes = Array(bytes)
        self.members = members
    }

    /// The names of the actions that the plugin lists as unavailable.
    package var unavailable: [String] {
        guard let place = members.first(where: { $0.member == .unavailable })?.range else { return [] }
        let object = [UInt8(ascii: "{")] + bytes[place] + [UInt8(ascii: "}")]
        let value = (try? JSONValue(parsing: object)) ?? .null
        return (value["unavailable"] ?? .null).members.map(\.key)
    }

    /// Writes members of the snapshot, whose object the caller begins and ends.
    ///
    /// - Parameter choice: returns true for each member that is written.
    package func writeMembers(to json: inout JSONWriter, where choice: (Member?) -> Bool) {
        bytes.withUnsafeBytes { bytes in
            var run: Range<Int>?
            for (member, range) in members {
                if choice(member) {
                    run = (run?.lowerBound ?? range.lowerBound)..<range.upperBound
                } else if let whole = run {
                    json.rawValue(UnsafeRawBufferPointer(rebasing: bytes[whole]))
                    run = nil
                }
            }
            if let run { json.rawValue(UnsafeRawBufferPointer(rebasing: bytes[run])) }
        }
    }

    // MARK: Reading

    /// A member as ranges of the text.
    private struct Found {
        let key: Range<Int>
        let hasEscapes: Bool
        let value: Range<Int>

        /// The range of the key and the value, including the key's opening quote.
        var whole: Range<Int> { key.lowerBound - 1..<value.upperBound }
    }

    private static func members(
        of bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> (found: [Found], isOneLine: Bool) {
        var reader = JSONMemberReader(bytes)
        var found: [Found] = []
        guard reader.enterObject() else { return (found, true) }
        found.reserveCapacity(20)
        while let key = try reader.nextKey() {
            found.append(Found(key: key.range, hasEscapes: key.hasEscapes, value: try reader.skipValue()))
        }
        try reader.finish()
        return (found, reader.isOneLine)
    }

    private static func cause(_ text: ValueText?) throws(Mistake) -> Cause {
        var (action, origin): (String?, String?)
        var (request, path, cancelled): (Int?, ValueText?, ValueText?)
        let bytes = text?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
        for item in (try? members(of: bytes))?.found ?? [] {
            let value = ValueText(UnsafeRawBufferPointer(rebasing: bytes[item.value]))
            switch bytes[item.key] {
            case let key where key.elementsEqual("action".utf8): action = value.string
            case let key where key.elementsEqual("origin".utf8): origin = value.string
            case let key where key.elementsEqual("request".utf8): request = value.integer
            case let key where key.elementsEqual("path".utf8): path = value
            case let key where key.elementsEqual("cancelled".utf8): cancelled = value
            default: break
            }
        }
        guard let action, let origin else { throw Mistake(what: "whose cause lacks action or origin") }
        return Cause(
            action: action, path: try strings(path, "cause's path"), origin: origin, request: request,
            cancelled: try strings(cancelled, "cause's cancelled"))
    }

    private static func strings(_ value: ValueText?, _ name: String) throws(Mistake) -> [String] {
        guard let value else { return [] }
        guard let strings = value.strings else { throw Mistake(what: "whose \(name) is no array of strings") }
        return strings
    }
}
