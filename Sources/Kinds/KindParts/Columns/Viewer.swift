import FHJSON
import FeatureKit

/// The reader of snapshots: a session with its locale, its time zone, and the memory of the cells that it was shown.
///
/// A host makes it the context of the JSON that it writes. Isolated to the thread that writes the snapshots.
public final class Viewer {
    private let locale: FormatLocale
    private let zone: ZoneRules
    private let memory = CellMemory()
    /// Returns the time of the snapshot that is being written, in milliseconds since the beginning of 1970.
    public var now: () -> Int? = { nil }

    /// Makes a viewer.
    public init(locale: FormatLocale = .c, zone: ZoneRules = .utc) {
        self.locale = locale
        self.zone = zone
    }

    /// The name of the locale.
    public var localeName: String { locale.name }
    /// The name of the time zone.
    public var zoneName: String { zone.name }

    /// The circumstances in which a snapshot is read.
    ///
    /// - Parameter isMoving: true if a text depends on the time. Only then it is asked for, because a recording
    ///   contains each answer.
    func viewing(isMoving: Bool) -> Viewing { Viewing(locale: locale, zone: zone, now: isMoving ? now() : nil) }

    func painter(of plan: CellPlan) -> CellPainter {
        CellPainter(plan: plan, viewing: viewing(isMoving: plan.isMoving), memory: memory)
    }
}

extension Viewer: ValueFormatter {
    /// Returns the text of a value in a format that needs no details; nil for another format.
    public func text(of value: JSONText?, in format: String) -> String? {
        let isMoving = CellFormat.Kind(rawValue: format).map { CellFormat($0).isMoving } ?? false
        return viewing(isMoving: isMoving).text(of: value, in: format)
    }
}

extension Viewing: ValueFormatter {
    /// Returns the text of a value in a format that needs no details; nil for another format.
    public func text(of value: JSONText?, in format: String) -> String? {
        guard let kind = CellFormat.Kind(rawValue: format), !kind.needsDetails else { return nil }
        return CellFormat(kind).text(of: value?.value, in: self)
    }
}

extension JSONWriter {
    /// The reader of the text that is being written; nil if nobody in particular reads it.
    public var viewer: Viewer? { context as? Viewer }
}
