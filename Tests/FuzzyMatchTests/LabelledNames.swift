extension LabelledCase {
    /// Names of people and places in many scripts, as users type them in an address book.
    static let names: [LabelledCase] = [
        // Latin: accents are ignored unless they are typed.
        .init("jose", "José Álvarez", over: "Major Seidel", "Josip Ostrem", not: "Juan Pérez"),
        .init("muller", "Jürgen Müller", over: "Schmuller", "Maud Ullery", not: "Jürgen Meier"),
        .init("zoe", "Zoë Kravitz", over: "Enzo Ek", "Lizzo Ellis"),
        .init("francois", "François Noël", over: "Franco Isola", "Sanfrancois", not: "Franziska"),
        .init("angstrom", "Ångström", over: "Langstrom", "Ann Gustrom", not: "Engström"),
        .init("soren", "Søren Ådland", over: "Sorbier Renaud", "Lasoren"),
        .init("strasse", "Lange Straße", over: "Langestraße", "Saint Rassemble", not: "Lange Gasse"),
        .init("lodz", "Łódź", over: "Lotte Dziuba", "Wlodzimierz"),
        .init("dvorak", "Antonín Dvořák", over: "Nadvorak", "Dov Rakhlin"),
        .init("aerdal", "Ærdal", over: "Kaerdal", "Anne Erdal"),
        .init("é", "Édith Piaf", over: "André Citroën", not: "Edith Stein", "Eve"),
        .init("Éd", "Édith Piaf", not: "édith piaf", "Edith Stein", "Ed Harris"),
        .init("josé", "José Martí", over: "Rajosé", not: "Jose Smith", "Josè X"),
        .init("ap", "Anna Pavlova", over: "Papadakis", "Capek", "Kaplan"),
        .init("jfk", "John Fitzgerald Kennedy", over: "Bajifka", "Rejfko", not: "John Kennedy"),
        .init("obrien", "O'Brien", over: "Robrien", "Otto Brienz"),
        .init("smith j", "John Smith", over: "Aismith Ajax", "Goldsmith, Benja"),
        .init("mcd", "McDonald", over: "Amcdowell", "Marc Ander", "Tomcdan"),
        .init("anne marie", "Anne-Marie Duval", over: "Joanne Rosemarie", "Suzanne Amarie"),
        // Turkish.
        .init("isik", "Işık Yılmaz", over: "Melisık", "Iris Ikiz"),
        .init("istanbul", "İstanbul", over: "Kistanbul", "Ista N. Bulut"),
        .init("cagri", "Çağrı Şahin", over: "Karacağrı", "Cahit Agri"),
        .init("şahin", "Şahin Kaya", over: "Akşahin", not: "Sahin Kaya"),
        // Vietnamese.
        .init("nguyen", "Nguyễn Văn An", over: "Anguyen", "Ngô Uyên"),
        .init("dung", "Dũng Trần", over: "Phadung", "Đỗ Ung"),
        .init("duc", "Đức Lê", over: "Products", "Dao Cúc"),
        .init("Đức", "Đức Lê", not: "Duc Le", "Dực Lê", "đức lê"),
        .init("hcm", "Hồ Chí Minh", over: "Thạch Cam", "Nhcmai"),
        // Greek.
        .init("γιωργος", "Γιώργος Σεφέρης", over: "Αγιώργος", not: "Γιάννης"),
        .init("αθηνα", "Αθήνα", over: "Παναθήνα", "Αλέξης Θήνας", not: "Πάτρα"),
        .init("νικος", "Νίκος", over: "Ελληνικός", "Νικόλαος", not: "Νίκη"),
        .init("μπ", "Μαρία Παππά", over: "Λάμπης", "Κουμπάρος"),
        .init("Νίκος", "Νίκος", not: "ΝΙΚΟΣ", "Νικος"),
        // Cyrillic.
        .init("семенов", "Пётр Семёнов", over: "Присеменова", not: "Симонов"),
        .init("алексеи", "Алексей Толстой", over: "Малексей", not: "Александр"),
        .init("иван", "Иван Грозный", over: "Диванов", "Силиван", not: "Илья"),
        .init("лт", "Лев Толстой", over: "Алтай", "Болтон", "Салтыков"),
        .init("киів", "Київ", not: "Киев"),
        .init("ёж", "Ёжиков", over: "Мёжин", not: "Ежов"),
        // Arabic: vowel signs are ignored unless they are typed.
        .init("محمد", "مُحَمَّد علي", over: "المحمدي", not: "حامد"),
        .init("احمد", "أحمد شوقي", over: "باحمدان", not: "حامد"),
        .init("علي", "علي حسن", over: "العليمي", "جعليق"),
        .init("القاهرة", "مدينة القاهرة", over: "بالقاهرة", not: "قاهر"),
        // Hebrew.
        .init("שלום", "שָׁלוֹם עֲלֵיכֶם", over: "אבשלום", not: "שלמה"),
        .init("דוד", "דוד בן גוריון", over: "אלדודי", not: "דן"),
        .init("בג", "בן גוריון", over: "אבגי", "לבגון"),
        // Devanagari.
        .init("राम", "राम कुमार", over: "सीताराम", "रावण मोहन", not: "श्याम"),
        .init("मोहन", "मोहन दास", over: "जगमोहन", not: "मनीष"),
        .init("दिल्ली", "नई दिल्ली", over: "नईदिल्ली", not: "दिल"),
        // Thai.
        .init("สมชาย", "สมชาย ใจดี", over: "ใจดีสมชาย", not: "สมหญิง"),
        .init("กรุงเทพ", "กรุงเทพมหานคร", over: "ที่กรุงเทพ", not: "เชียงใหม่"),
        // Japanese.
        .init("田中", "田中 太郎", over: "山田 中也", "小田中 花子", not: "中田 英寿"),
        .init("東京", "東京都", over: "私は東京に住む", "東の京", not: "京都"),
        .init("さくら", "さくら ももこ", over: "こさくら", not: "さくま"),
        .init("ガ", "ガンダム", over: "メガネ", not: "カメラ"),
        .init("渋谷 店", "渋谷 本店", over: "新渋谷商店", not: "新宿 本店"),
        // Korean.
        .init("김민", "김민준", over: "이김민", "김영민", not: "박서준"),
        .init("서울", "서울특별시", over: "동서울", not: "부산"),
        .init("기", "김철수", over: "이기영", not: "박서준"),
        // Chinese.
        .init("王伟", "王伟", over: "王小伟", "李王伟", not: "张伟"),
        .init("北京", "北京市", over: "东北京剧", "北平京城", not: "南京"),
        .init("李明 上海", "上海 李明", over: "小上海 张李明", not: "北京 李明"),
        // Mixed with Latin.
        .init("tanaka", "田中 Tanaka", over: "田中Atanaka", not: "田中"),
        .init("kim", "김 Kim Minjun", over: "이 Akimov", not: "김"),
    ]
}
