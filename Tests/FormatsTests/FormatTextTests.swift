import FHFormats
import FHJSON
import Testing

/// The text of a value, which is given as JSON, in a format; nil if the value doesn't fit it.
func text(_ value: String, _ format: String, in viewing: Viewing = Viewing()) throws -> String? {
    let format = try CellFormat(JSONText(parsing: format).value)
    return format.cell(of: try JSONText(parsing: value).value, in: viewing)?.text
}

@Suite struct FormatTextTests {
    /// The circumstances in a locale.
    private static func viewing(_ locale: String) -> Viewing {
        Viewing(locale: FormatLocale.named(locale) ?? .c)
    }

    @Test(
        arguments: [
            ("0", "0"), ("-0.0", "0"), ("999", "999"), ("1000", "1,000"), ("-1234567.125", "-1,234,567.125"),
            ("\"12\"", "12"), ("\"1e3\"", "1,000"), ("\"0x10\"", nil), ("\"\"", nil), ("\"1.\"", nil), ("\".5\"", nil),
            ("\"1e999\"", nil), ("true", nil), ("[1]", nil), ("null", nil),
            ("9007199254740993", "9,007,199,254,740,993"),
        ] as [(String, String?)])
    func numbersKeepAllTheirDigits(_ value: String, _ expected: String?) throws {
        #expect(try text(value, #""number""#) == expected)
    }

    @Test func halvesAreRoundedAwayFromZeroAsTheyAreWritten() throws {
        for (value, expected) in [("2.675", "2.68"), ("1.005", "1.01"), ("-1.005", "-1.01"), ("0.994", "0.99")] {
            #expect(try text(value, #"{"type":"number","decimals":2}"#) == expected)
        }
        #expect(try text("999.995", #"{"type":"number","decimals":2}"#) == "1,000.00")
        #expect(try text("-0.004", #"{"type":"number","decimals":2}"#) == "0.00")
    }

    @Test func localesSeparateThousandsInTheirWay() throws {
        let expected = [
            "C": "12,345.5", "de_DE.UTF-8": "12.345,5", "de-CH": "12’345.5", "fr": "12\u{202F}345,5", "es": "12.345,5",
            "sv": "12\u{A0}345,5", "ja": "12,345.5",
        ]
        for (locale, expected) in expected {
            #expect(try text("12345.5", #""number""#, in: Self.viewing(locale)) == expected)
        }
        // In Spanish and Portuguese, four digits have no separator.
        #expect(try text("1234", #""number""#, in: Self.viewing("es")) == "1234")
        #expect(try text("1234", #""number""#, in: Self.viewing("pt-PT")) == "1234")
        #expect(try text("1234", #""number""#, in: Self.viewing("pt-BR")) == "1.234")
    }

    @Test func amountsOfBytesChangeTheirUnitWhenTheyAreRoundedUpToIt() throws {
        #expect(try text("999949", #""bytes""#) == "999.9 kB")
        #expect(try text("999950", #""bytes""#) == "1.0 MB")
        #expect(try text("1023.5", #"{"type":"bytes","binary":true,"unit":"KiB","decimals":0}"#) == "1 MiB")
        #expect(try text("1500", #"{"type":"bytes","unit":"GB"}"#) == "1.5 TB")
        #expect(try text("123456789012345678", #""bytes""#) == "123.5 PB")
        #expect(try text("1e40", #""bytes""#) == nil)
    }

    @Test func currenciesStandWhereTheLocaleHasThem() throws {
        let format = #"{"type":"currency","currency":"EUR"}"#
        #expect(try text("-1234.5", format) == "-€1,234.50")
        #expect(try text("1234.5", format, in: Self.viewing("de")) == "1.234,50\u{A0}€")
        #expect(try text("1234.5", format, in: Self.viewing("nl_BE")) == "€\u{A0}1.234,50")
        #expect(try text("5", #"{"type":"currency","currency":"SEK"}"#, in: Self.viewing("en")) == "SEK\u{A0}5.00")
        #expect(try text("1234", #"{"type":"currency","currency":"KWD","minor":true}"#) == "KWD\u{A0}1.234")
    }

    @Test func datesAreInTheOrderOfTheLocale() throws {
        let time = #""2026-03-04T17:05:06Z""#
        let expected = [
            "C": "2026-03-04 17:05", "en-US": "03/04/2026 5:05 PM", "en_AU": "04/03/2026 17:05",
            "de": "04.03.2026 17:05", "nl": "04-03-2026 17:05", "da": "04.03.2026 17.05",
            "zh-Hans-CN": "2026/03/04 17:05",
        ]
        for (locale, expected) in expected {
            #expect(try text(time, #""dateTime""#, in: Self.viewing(locale)) == expected)
        }
        #expect(try text(#""2026-03-04T00:05:00Z""#, #""dateTime""#, in: Self.viewing("en")) == "03/04/2026 12:05 AM")
        #expect(try text(#""0042-03-04""#, #""date""#) == "0042-03-04")
    }

    @Test(
        arguments: [
            "2026-02-29", "2026-13-01", "2026-1-1", "2026-01-01T24:00Z", "2026-01-01T1:00Z", "2026-01-01T10:00+1",
            "2026-01-01T10:00:00.Z", "2026-01-01x", "today", "99999999999999999999",
        ])
    func whatIsNoTimeHasNoCell(_ value: String) throws {
        #expect(try text("\"\(value)\"", #""dateTime""#) == nil)
    }

    @Test func distancesAreRoundedDown() throws {
        let now = 1_000_000_000_000
        let expected = [
            (-999, "now"), (-1_000, "1 second ago"), (59_999, "in 59 seconds"), (-119_000, "1 minute ago"),
            (86_399_000, "in 23 hours"), (-29 * 86_400_000, "29 days ago"), (364 * 86_400_000, "in 12 months"),
            (-365 * 86_400_000, "1 year ago"),
        ]
        for (distance, expected) in expected {
            let format = #"{"type":"relative","unit":"ms"}"#
            #expect(try text("\(now + distance)", format, in: Viewing(now: now)) == expected)
        }
        // Without a clock, it is the time itself.
        #expect(try text("0", #""relative""#) == "1970-01-01 00:00")
    }

    @Test func allLocalesHaveWordsForAllDistances() {
        for locale in FormatLocale.all {
            for seconds in [1, 2, 60, 120, 3_600, 7_200, 86_400, 172_800, 2_592_000, 5_184_000, 31_536_000] {
                let viewing = Viewing(locale: locale, now: 0)
                for sign in [-1, 1] {
                    let text = CellFormat(.relative).text(of: JSONText.integer(sign * seconds).value, in: viewing)
                    #expect(text.contains { $0.isNumber } && !text.contains("#"), "\(locale.name)")
                }
            }
        }
    }

    @Test func namesOfLocalesAreThoseOfTheEnvironment() {
        for (name, expected) in [
            ("C", "C"), ("POSIX", "C"), ("C.UTF-8", "C"), ("", "C"), ("de_AT@euro", "de"), ("de-LI", "de-CH"),
            ("EN_us", "en"), ("en_GB.UTF-8", "en-GB"), ("en-ZA", "en-GB"), ("no_NO", "nb"), ("nb", "nb"),
            ("pt_BR", "pt-BR"), ("es_MX.utf8", "es-MX"), ("zh_Hant_TW", "zh"),
        ] {
            #expect(FormatLocale.named(name)?.name == expected, "\(name)")
        }
        for name in ["tlh", "x", "_", "12", "deutsch"] { #expect(FormatLocale.named(name) == nil, "\(name)") }
    }

    @Test func durationsAreRoundedDownAndNotUpBefore() throws {
        let milliseconds = #"{"type":"duration","unit":"ms"}"#
        let clock = #"{"type":"duration","style":"clock"}"#
        #expect(try text("59.9999", #""duration""#) == "59s")
        #expect(try text("-59.9999", #""duration""#) == "-59s")
        #expect(try text("3599.9996", #""duration""#) == "59m 59s")
        #expect(try text("1.5", milliseconds) == "1ms")
        #expect(try text("999.95", milliseconds) == "999ms")
        #expect(try text("86399.9999", clock) == "23:59:59")
        #expect(try text("-0.5", clock) == "0:00")
    }

    @Test func aCellIsOneShortLine() throws {
        #expect(try text(#""a\u001b[31mb\u0000c\nd""#, #""link""#) == "a [31mb c d")
        #expect(try text(#""\/foo""#, #""image""#) == "foo")
        let marks = #""a"# + String(repeating: "\u{301}", count: 10_000) + #"""#
        #expect(try #require(try text(marks, #""json""#)).unicodeScalars.count == 501)
    }

    @Test func textsOfDelimitedFilesCanBeChecks() throws {
        #expect(try text(#""1""#, #""check""#) == "✓")
        #expect(try text(#""0""#, #""check""#) == "")
    }

    @Test func onlyAnAddressIsLinkedAsOne() throws {
        func link(_ value: String) throws -> String? {
            CellFormat(.email).cell(of: try JSONText(parsing: value).value, in: Viewing())?.link
        }
        #expect(try link(#""a@b.c""#) == "mailto:a@b.c")
        #expect(try link(#""mailto:a@b.c""#) == nil)
    }
}
