import FHTextFormats
import Testing

@Suite struct AddressFormatTests {
    private static let label = String(repeating: "a", count: 63)
    /// A host name of 253 bytes.
    private static let longest = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")

    @Test func emailsAreMailboxes() {
        check(
            TextFormat.email.matches,
            right: [
                "a@b", "ada.b.c@example.com", "!#$%&'*+/=?^_`{|}~-@x-y.z", "a@\(Self.label).org", "a@1.2",
                #""a b.@..c"@d"#, #""\"\\ \@"@d"#, "\"\"@d", "a@[10.0.0.1]", "a@[IPv6:fe80::1]", "a@[iPV6:::]",
                String(repeating: "a", count: 64) + "@b", "a@" + Self.longest,
            ],
            wrong: [
                "a", "@b", "a@", "a@b@c", "a.@b", ".a@b", "a..b@c", "a@-b", "a@b-", "a@b..c", "a@b.", "a b@c", "é@b",
                "a@é",
                #""a@b"#, #""a"b@c"#, #"a"b"@c"#, #""\"@b"#, "\"\t\"@b", "\"é\"@b", "\"\\é\"@b", "a@[]", "a@[1.2.3]",
                "a@[x]", "a@[::1]",
                "a@[IPv6:10.0.0.1]", "a@[IPv6:::1", "a@[IPv\u{16}:::1]", "a@[x:1]", "a@[10.0.0.1]b", "a@b_c", "<a@b>",
                "A <a@b>", "a(c)@b",
                String(repeating: "a", count: 65) + "@b", "a@\(Self.label)a",
                "a@" + [Self.longest, "cc"].joined(separator: "."),
            ])
    }

    @Test func emailsOfFormsAreThoseOfHTML() {
        check(
            TextFormat.isHTMLEmail,
            right: ["a@b", ".a..b.@x", "!#$%&'*+/=?^_`{|}~-@x-y.z", "a@\(Self.label).\(Self.label)", "a@1.2"],
            wrong: [
                "a", "@b", "a@", "a@b@c", "a@-b", "a@b.", "a b@c", #""a"@b"#, "é@b", "a@[10.0.0.1]", "a@\(Self.label)a",
                "a@b\n",
            ])
    }

    @Test func hostNamesHaveLabelsOfLettersDigitsAndHyphens() {
        check(
            TextFormat.hostname.matches,
            right: ["a", "1", "a-b.c-d", "A.B", "3com.example", "a--b", "abc--d", Self.label, Self.longest],
            wrong: [
                ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "é", "a。b", "a/b", "a:80", "[::1]", Self.label + "a",
                "c" + Self.longest,
            ])
    }

    @Test func hyphensBehindTwoLettersAreKeptForEncodedNames() {
        check(
            TextFormat.hostname.matches,
            right: ["xn--bcher-kva.example", "XN--BCHER-KVA", "xn--maana-pta", "xn--p1ai", "xn--wgbh1c", "xn--h32b"],
            wrong: [
                "ab--c", "a.xy--z", "xn--", "xn--X", "xn--a-", "xn--99999999", "xn---", "1x--a", "xn--0000h",
            ])
    }

    @Test func ipv4AddressesAreFourNumbersWithoutLeadingZeros() {
        check(
            TextFormat.ipv4.matches,
            right: ["0.0.0.0", "255.255.255.255", "1.20.100.9"],
            wrong: [
                "1.2.3", "1.2.3.4.5", "256.0.0.1", "1.2.3.04", "00.0.0.0", "1..2.3", "1.2.3.", ".1.2.3", "0x1.2.3.4",
                "1.2.3.4/8",
                "1.2.3.-4", "١.2.3.4", "1000.1.1.1", "1",
            ])
    }

    @Test func ipv6AddressesMayLeaveOutOneRunOfZeros() {
        check(
            TextFormat.ipv6.matches,
            right: [
                "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8",
                "ABCD:ef01::", "1:2:3:4:5:6:1.2.3.4",
                "::1.2.3.4", "1::1.2.3.4", "1:2:3:4:5::1.2.3.4", "0001::",
            ],
            wrong: [
                ":", ":::", "1", "1:", ":1", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1:2:3:4::5:6:7:8", "00001::", "g::", "1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6::1.2.3.4",
                "::1.2.3", "::1.2.3.4:5",
                "::1.2.3.256", "::a.2.3.4", "fe80::1%eth0", "::1/64", "[::1]", "1:2:3:4:5:6:7:",
            ])
    }

    @Test func urisHaveASchemeAndNothingUnescaped() {
        check(
            TextFormat.uri.matches,
            right: [
                "a:", "a+b-c.1:x", "http://example.com", "HTTP://u:p%20w@h.x:80/p/a;b=1/?q=/?&r#f/?", "http://",
                "http://:1",
                "file:///etc/hosts", "mailto:a@b.c", "urn:isbn:12-3", "http://[::1]:80/", "http://[v1.a:b]/",
                "http://a%41/", "a:?#",
                "a:/b//c", "tel:+1(23)", "data:,x%00", "http://1.2.3.999/",
            ],
            wrong: [
                ":", "a", "/a", "//a", "#a", "1a:b", "a_b:c", "é:a", "a:b c", "a:é", "a:%", "a:%4", "a:%4g", "a:\\",
                "a:<b>", "a:#b#c",
                "a:[", "http://[::1", "http://[::g]/", "http://[1.2.3.4]/", "http://[::1]x/", "http://[v.a]/",
                "http://[v1.]/", "http://a:b/", "http://a:1:2/",
                "http://a@b@c/", "http://a[b]/", "a:^", "a:`", "a:{}", "a:|", "a:\"", "a:\u{7F}",
            ])
    }
}
