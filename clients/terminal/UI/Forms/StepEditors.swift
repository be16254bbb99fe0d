import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A number that is changed in steps, within limits.
struct SteppedNumber {
    let field: FormField
    let minimum: Double
    let maximum: Double
    let step: Double

    /// The number; 0 for a value that is not a number.
    var value: Double { field.value.doubleValue ?? 0 }

    /// Changes the number by a number of steps.
    func change(by steps: Double) {
        field.entry.digits = ""
        // The value is rounded to ten decimals, so that 0.1 and 0.2 make 0.3.
        set(Self.rounded(value + steps * step))
    }

    /// Enters the nearest value within the limits.
    func set(_ wanted: Double) {
        let new = min(max(wanted, minimum), max(minimum, maximum))
        if new != value, new.isFinite { field.enter(FieldText.json(new)) }
    }

    /// Enters the number that a typed digit or point forms with those typed before it.
    ///
    /// If that is no number, or is beyond the maximum, a new number begins.
    func type(_ character: Character) {
        guard character.isASCII && character.isNumber || character == "." else { return }
        let all = field.entry.digits + String(character)
        let isNumber = Double(all).map { $0 <= maximum } ?? false
        field.entry.digits = isNumber ? all : String(character)
        if let number = Double(field.entry.digits) { set(number) }
    }

    static func rounded(_ value: Double) -> Double {
        let scaled = (value * 1e10).rounded() / 1e10
        return scaled.isFinite ? scaled : value
    }

    /// The keys.
    var bindings: [Binding] {
        var bindings = [
            Binding(.less, "Less", .hidden) { change(by: -1) },
            Binding(.more, "Change", shownKeys: "←→") { change(by: 1) },
            Binding(.muchLess, "Ten steps less", .helpOnly) { change(by: -10) },
            Binding(.muchMore, "Ten steps more", .helpOnly) { change(by: 10) },
        ]
        if minimum.isFinite { bindings.append(Binding(.smallest, "Smallest", .helpOnly) { set(minimum) }) }
        if maximum.isFinite { bindings.append(Binding(.largest, "Largest", .helpOnly) { set(maximum) }) }
        return bindings
    }
}

/// Edits a number that is drawn between two arrows.
struct StepperEditor: FieldEditor {
    private let number: SteppedNumber
    private var field: FormField { number.field }

    init(_ field: FormField) {
        let step = field.json["step"]?.doubleValue ?? 1
        number = SteppedNumber(
            field: field, minimum: field.json["minimum"]?.doubleValue ?? -.infinity,
            maximum: field.json["maximum"]?.doubleValue ?? .infinity, step: step == 0 ? 1 : step)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let style = painter.style(of: field, isFocused: painter.hasFocus(field.id))
        let shown = FieldText.number(number.value)
        let width = TextWidth.columns(of: shown)
        let box = Rect(area.minX, area.minY, min(area.width, width + 4), 1)
        painter.fill(box, style)
        painter.put("‹", at: box.origin, painter.theme.faint(on: style), in: box)
        painter.put(shown, at: Point(box.minX + 2, box.minY), style, in: box)
        painter.put("›", at: Point(box.minX + 3 + width, box.minY), painter.theme.faint(on: style), in: box)
        guard field.isEnabled else { return }
        painter.add(field.target(box, number.bindings, typed: number.type))
        painter.onClick(box) { [focusing = painter.focusing] event in
            guard event.kind == .release, event.button == 0 else { return }
            focusing(field.id)
            let x = event.point.x - box.minX
            if x < 2 { number.change(by: -1) } else if x > width + 1 { number.change(by: 1) }
        }
    }
}

/// Edits a number that is drawn as a position on a line.
struct SliderEditor: FieldEditor {
    private static let longest = 24

    private let number: SteppedNumber
    private var field: FormField { number.field }
    private var span: Double { number.maximum - number.minimum }

    init(_ field: FormField) {
        let minimum = field.json["minimum"]?.doubleValue ?? 0
        let maximum = field.json["maximum"]?.doubleValue ?? minimum + 100
        let step = field.json["step"]?.doubleValue ?? 0
        let otherwise = (maximum - minimum) / 20
        number = SteppedNumber(
            field: field, minimum: minimum, maximum: maximum,
            step: step != 0 ? step : otherwise != 0 ? otherwise : 1)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let shown = FieldText.number(number.value)
        let length = max(3, min(Self.longest, area.width - TextWidth.columns(of: shown) - 2))
        let isFocused = painter.hasFocus(field.id)
        let style = painter.style(of: field, isFocused: isFocused)
        let track = Rect(area.minX, area.minY, length, 1)
        let place = place(on: length)
        painter.put(String(repeating: "━", count: place) + "●", at: track.origin, style, in: track)
        painter.put(
            String(repeating: "─", count: length - 1 - place), at: Point(track.minX + place + 1, track.minY),
            painter.theme.faint(on: style), in: track)
        painter.put(shown, at: Point(track.maxX + 2, area.minY), style, in: area)
        guard field.isEnabled else { return }
        painter.add(field.target(track, number.bindings, typed: number.type))
        painter.onClick(track) { [focusing = painter.focusing] event in
            guard event.kind != .press, event.button == 0 else { return }
            focusing(field.id)
            let part = Double(event.point.x - track.minX) / Double(length - 1)
            let steps = (part * span / number.step).rounded()
            number.set(SteppedNumber.rounded(number.minimum + steps * number.step))
        }
    }

    private func place(on length: Int) -> Int {
        let part = span == 0 ? 0 : (number.value - number.minimum) / span
        let place = (part * Double(length - 1)).rounded()
        return place.isFinite ? Int(min(max(place, 0), Double(length - 1))) : 0
    }
}
