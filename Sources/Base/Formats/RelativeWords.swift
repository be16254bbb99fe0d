/// The words for distances in time, such as “3 days ago”, in one language.
struct RelativeWords: Sendable, Equatable {
    /// The units of time, the shortest first.
    enum Unit: Int, CaseIterable {
        case second, minute, hour, day, month, year

        var seconds: Int {
            switch self {
            case .second: 1
            case .minute: 60
            case .hour: 3_600
            case .day: 86_400
            case .month: 30 * 86_400
            case .year: 365 * 86_400
            }
        }
    }

    let now: String
    /// The text around a distance in the past; `#` stands for the distance.
    let past: String
    let future: String
    /// The names of the units, the shortest first: one of them, and several.
    private let units: [(one: String, other: String)]
    private let space: String

    private init(_ now: String, _ past: String, _ future: String, _ units: String, space: String = " ") {
        self.now = now
        self.past = past
        self.future = future
        self.space = space
        self.units = units.split(separator: " ").map { unit in
            let forms = unit.split(separator: "|")
            return (String(forms[0]), String(forms[forms.count - 1]))
        }
    }

    static func == (a: RelativeWords, b: RelativeWords) -> Bool { a.past == b.past && a.future == b.future }

    /// Returns the words for a distance in milliseconds, which is negative in the past.
    func text(_ distance: Int) -> String {
        let seconds = Int(clamping: distance.magnitude / 1_000)
        guard let unit = Unit.allCases.last(where: { $0.seconds <= seconds }) else { return now }
        let count = seconds / unit.seconds
        let names = units[unit.rawValue]
        let words = "\(count)\(space)\(count == 1 ? names.one : names.other)"
        return (distance < 0 ? past : future).split(separator: "#", omittingEmptySubsequences: false)
            .joined(separator: words)
    }

    static let english = RelativeWords(
        "now", "# ago", "in #",
        "second|seconds minute|minutes hour|hours day|days month|months year|years")
    static let german = RelativeWords(
        "jetzt", "vor #", "in #",
        "Sekunde|Sekunden Minute|Minuten Stunde|Stunden Tag|Tagen Monat|Monaten Jahr|Jahren")
    static let french = RelativeWords(
        "maintenant", "il y a #", "dans #",
        "seconde|secondes minute|minutes heure|heures jour|jours mois an|ans")
    static let spanish = RelativeWords(
        "ahora", "hace #", "dentro de #",
        "segundo|segundos minuto|minutos hora|horas día|días mes|meses año|años")
    static let italian = RelativeWords(
        "ora", "# fa", "tra #",
        "secondo|secondi minuto|minuti ora|ore giorno|giorni mese|mesi anno|anni")
    static let portuguese = RelativeWords("agora", "há #", "dentro de #", iberian)
    static let brazilian = RelativeWords("agora", "há #", "em #", iberian)
    private static let iberian = "segundo|segundos minuto|minutos hora|horas dia|dias mês|meses ano|anos"
    static let dutch = RelativeWords(
        "nu", "# geleden", "over #",
        "seconde|seconden minuut|minuten uur dag|dagen maand|maanden jaar")
    static let swedish = RelativeWords(
        "nu", "för # sedan", "om #",
        "sekund|sekunder minut|minuter timme|timmar dag|dagar månad|månader år")
    static let danish = RelativeWords(
        "nu", "for # siden", "om #",
        "sekund|sekunder minut|minutter time|timer dag|dage måned|måneder år")
    static let norwegian = RelativeWords(
        "nå", "for # siden", "om #",
        "sekund|sekunder minutt|minutter time|timer dag|dager måned|måneder år")
    static let japanese = RelativeWords("今", "#前", "#後", "秒 分 時間 日 か月 年", space: " ")
    static let chinese = RelativeWords("现在", "#前", "#后", "秒 分钟 小时 天 个月 年", space: "")
}
