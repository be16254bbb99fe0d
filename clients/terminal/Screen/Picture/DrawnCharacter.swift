/// Characters that a picture draws as paths, because glyphs of fonts would leave gaps between the cells.
///
/// A path is drawn from the upper left corner of a cell that is 9 pixels wide and 20 pixels high.
enum DrawnCharacter {
    /// The path of a character.
    enum Path {
        /// A path that is drawn with a pen.
        case line(String)
        /// A path whose inside is filled.
        case area(String)
    }

    /// A line from the left to the right edge of the cell.
    ///
    /// Such lines of neighbouring cells are drawn as one.
    static let rule: Character = "─"

    /// Returns the path of a character; nil if a font draws it.
    static func path(_ character: Character) -> Path? { paths[character] }

    private static let paths: [Character: Path] = [
        rule: .line("m0 10.5h9"), "━": .line("m0 9.5h9m-9 2h9"), "╌": .line("m1 10.5h2.5m2 0h2.5"),
        "│": .line("m4.5 0v20"), "╭": .line("m9 10.5q-4.5 0-4.5 5v4.5"), "╮": .line("m0 10.5q4.5 0 4.5 5v4.5"),
        "╰": .line("m4.5 0v5.5q0 5 4.5 5"), "╯": .line("m4.5 0v5.5q0 5-4.5 5"), "┌": .line("m9 10.5h-4.5v9.5"),
        "┐": .line("m0 10.5h4.5v9.5"), "└": .line("m4.5 0v10.5h4.5"), "┘": .line("m4.5 0v10.5h-4.5"),
        "├": .line("m4.5 0v20m0-9.5h4.5"), "┤": .line("m4.5 0v20m0-9.5h-4.5"), "┬": .line("m0 10.5h9m-4.5 0v9.5"),
        "┴": .line("m0 10.5h9m-4.5 0v-10.5"), "┼": .line("m0 10.5h9m-4.5-10.5v20"),
        "█": .area("h9v20h-9z"), "▌": .area("h4.5v20h-4.5z"), "▐": .area("m4.5 0h4.5v20h-4.5z"),
        "▀": .area("h9v10h-9z"), "▄": .area("m0 10h9v10h-9z"),
    ]
}
