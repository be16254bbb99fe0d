import FHHosting
import FHKindParts

extension Viewer: SnapshotReader {}

extension Host.Options {
    /// Adds what a host offers to people: a palette of commands, and texts in their language and time zone.
    package mutating func servePeople() {
        commands = { Palette() }
        readers = { locale, timeZone in
            Viewer(
                locale: locale.flatMap(FormatLocale.named) ?? .c, zone: timeZone.flatMap(ZoneRules.named) ?? .utc)
        }
    }
}
