import FormFeature
import JSON
import Testing

@Suite struct TextFormatTests {
    private func check(_ type: FieldType, right: [String], wrong: [String]) throws {
        var form = FormDriver([field("x", type)])
        for (texts, codes) in [(right, []), (wrong, ["format"])] {
            for text in texts {
                try form.enter("x", JSONText.string(text).string)
                #expect(form.codes("x") == codes, "\(text)")
            }
        }
    }

    @Test func emailsAreThoseOfHTML() throws {
        let label = String(repeating: "a", count: 63)
        try check(
            .email,
            right: [
                "a@b", "ada@example.com", ".a..b.@x", "!#$%&'*+/=?^_`{|}~-@x-y.z", "a@\(label).\(label)", "a@1.2",
            ],
            wrong: [
                "a", "@b", "a@", "a@b@c", "a@-b", "a@b-", "a@b..c", "a@.b", "a@b.", "a b@c", "a@b c", "\"a\"@b", "é@b",
                "a@é.com", "a@\(label)a", "a@b_c", " a@b", "a@b\n",
            ])
    }

    @Test func datesAreFullDates() throws {
        try check(
            .date,
            right: ["2026-01-31", "2024-02-29", "2000-02-29", "0000-02-29", "9999-12-31", "2026-04-30"],
            wrong: [
                "2026-02-29", "1900-02-29", "2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00",
                "2026-1-01", "26-01-01", "2026/01/01", "2026-01-01T", "2026-01-32", "02026-01-01", "２026-01-01", "x",
            ])
    }

    @Test func timesArePartialTimesAndMayLackSeconds() throws {
        try check(
            .time,
            right: ["00:00", "23:59", "12:30:59", "12:30:00.5", "12:30:00.123456789012", "23:59:60"],
            wrong: [
                "24:00", "12:60", "12:30:60", "12:30:61", "1:30", "12:30:", "12:30:00.", "12:30.5", "12:30:000",
                "12:30Z",
                "12", "12:30:00Z", "12-30",
            ])
    }

    @Test func datesWithTimesHaveAnOffset() throws {
        try check(
            .dateTime,
            right: [
                "2026-02-28T12:30:00Z", "2026-02-28t12:30:00z", "2024-02-29T23:59:59.999+23:59",
                "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.1-08:00", "1999-01-01T05:29:60+05:30",
                "2026-02-28T00:00:00-00:00",
            ],
            wrong: [
                "2026-02-29T12:30:00Z", "2026-02-28T12:30Z", "2026-02-28T12:30:00", "2026-02-28 12:30:00Z",
                "2026-02-28T12:30:00+24:00", "2026-02-28T12:30:00+01:60", "2026-02-28T12:30:00+0100",
                "2026-02-28T24:00:00Z", "2026-02-28", "1998-12-31T22:59:60Z", "1998-12-31T23:59:60+01:00",
                "2026-02-28T12:30:00ZZ", "2026-02-28T12:30:00.Z",
            ])
    }
}
