import FHFormats
import Foundation
import Testing

@Suite struct ZoneTests {
    /// The time zones of the system's database that the tests compare, by region and kind of rule.
    private static let names = [
        "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Nuuk", "America/Sao_Paulo",
        "Asia/Kolkata", "Asia/Tehran", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Apia", "Africa/Casablanca",
        "Antarctica/Troll", "Etc/GMT+5",
    ]

    @Test(arguments: names)
    func offsetsAreThoseOfTheSystemsLibrary(_ name: String) throws {
        let zone = try #require(ZoneRules.named(name))
        // Foundation reads the same files with a reader of its own.
        let other = try #require(TimeZone(identifier: name))
        var time = -3_000_000_000
        while time < 6_000_000_000 {
            let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
            // Foundation may know no offsets of the time before standard time.
            if time > -1_000_000_000 { #expect(zone.offset(at: time) == expected, "\(name) at \(time)") }
            time += 1_234_567
        }
    }

    @Test(
        arguments: [
            "", "/etc/passwd", "../zoneinfo/UTC", "Europe/../Europe/Berlin", "Europe/Atlantis", "Europe", "Europe/",
            ".",
            "zone.tab", "Europe/Berlin\0", "éurope",
        ])
    func otherNamesAreNoZones(_ name: String) {
        #expect(ZoneRules.named(name) == nil)
    }

    @Test func damagedFilesAreNoZones() throws {
        let path = "/usr/share/zoneinfo/Europe/Berlin"
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(ZoneRules(name: "x", whole)?.offset(at: 0) == 3_600)
        for length in 0..<whole.count - 1 { _ = ZoneRules(name: "x", Array(whole[..<length])) }
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= 0xFF
            _ = ZoneRules(name: "x", bytes)?.offset(at: 1_800_000_000)
        }
        #expect(ZoneRules(name: "x", Array(whole[..<200])) == nil)
    }
}
