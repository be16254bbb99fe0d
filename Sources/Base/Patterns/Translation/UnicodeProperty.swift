/// A Unicode property of ECMA-262's `\p{…}`, with its name in PCRE2.
struct UnicodeProperty {
    let name: String
    /// True if PCRE2 has only the complement of the property, which ``name`` then denotes.
    let isNegated: Bool
    /// The number of class items that a test for a property costs.
    ///
    /// It is more than one, because a property is looked up in tables.
    static let items = 4

    /// Finds a property by the text between the braces of `\p{…}`; nil if ECMA-262 has no such property.
    init?(_ expression: String) {
        let parts = expression.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1 {
            if expression == "Assigned" {
                (name, isNegated) = ("Cn", true)
                return
            }
            guard let known = Self.categories[expression] ?? Self.binary[expression] else { return nil }
            name = known
        } else {
            switch parts[0] {
            case "General_Category", "gc":
                guard let category = Self.categories[parts[1]] else { return nil }
                name = category
            case "Script", "sc", "Script_Extensions", "scx":
                // PCRE2 checks that the script exists.
                guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "_") || Self.isLetter($0) })
                else { return nil }
                name = "\(parts[0] == "Script" || parts[0] == "sc" ? "sc" : "scx"):\(parts[1])"
            default: return nil
            }
        }
        isNegated = false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The general categories, by long and short name.
    private static let categories = named(
        """
        C Other; Cc Control cntrl; Cf Format; Cn Unassigned; Co Private_Use; Cs Surrogate; L Letter; L& LC Cased_Letter;
        Ll Lowercase_Letter; Lm Modifier_Letter; Lo Other_Letter; Lt Titlecase_Letter; Lu Uppercase_Letter;
        M Mark Combining_Mark; Mc Spacing_Mark; Me Enclosing_Mark; Mn Nonspacing_Mark; N Number;
        Nd Decimal_Number digit; Nl Letter_Number; No Other_Number; P Punctuation punct; Pc Connector_Punctuation;
        Pd Dash_Punctuation; Pe Close_Punctuation; Pf Final_Punctuation; Pi Initial_Punctuation; Po Other_Punctuation;
        Ps Open_Punctuation; S Symbol; Sc Currency_Symbol; Sk Modifier_Symbol; Sm Math_Symbol; So Other_Symbol;
        Z Separator; Zl Line_Separator; Zp Paragraph_Separator; Zs Space_Separator
        """)

    /// The binary properties, by long and short name.
    private static let binary = named(
        """
        Any; ASCII; Alphabetic Alpha; ASCII_Hex_Digit AHex; Bidi_Control Bidi_C; Bidi_Mirrored Bidi_M;
        Case_Ignorable CI; Cased; Changes_When_Casefolded CWCF; Changes_When_Casemapped CWCM;
        Changes_When_Lowercased CWL; Changes_When_Titlecased CWT; Changes_When_Uppercased CWU; Dash;
        Default_Ignorable_Code_Point DI; Deprecated Dep; Diacritic Dia; Emoji; Emoji_Component EComp;
        Emoji_Modifier EMod; Emoji_Modifier_Base EBase; Emoji_Presentation EPres; Extended_Pictographic ExtPict;
        Extender Ext; Grapheme_Base Gr_Base; Grapheme_Extend Gr_Ext; Hex_Digit Hex; IDS_Binary_Operator IDSB;
        IDS_Trinary_Operator IDST; ID_Continue IDC; ID_Start IDS; Ideographic Ideo; Join_Control Join_C;
        Logical_Order_Exception LOE; Lowercase Lower; Math; Noncharacter_Code_Point NChar; Pattern_Syntax Pat_Syn;
        Pattern_White_Space Pat_WS; Quotation_Mark QMark; Radical; Regional_Indicator RI; Sentence_Terminal STerm;
        Soft_Dotted SD; Terminal_Punctuation Term; Unified_Ideograph UIdeo; Uppercase Upper; Variation_Selector VS;
        White_Space space; XID_Continue XIDC; XID_Start XIDS
        """)

    /// Returns the PCRE2 name for each name in a table.
    ///
    /// Names are separated by spaces, and properties by semicolons. The first name of a property is the PCRE2 name.
    private static func named(_ table: String) -> [String: String] {
        var names: [String: String] = [:]
        for row in table.split(separator: ";") {
            let words = row.split { $0 == " " || $0 == "\n" }.map(String.init)
            for word in words { names[word] = words[0] }
        }
        names["L&"] = nil
        return names
    }
}
