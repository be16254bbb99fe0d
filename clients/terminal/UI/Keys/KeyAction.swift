import FHTerminalScreen

/// An action that keys perform; the raw value is its name in the configuration.
///
/// A name consists of a scope, such as `list`, and an action. A key performs at most one action of a scope. If actions
/// of several scopes have the same key, the part of the screen with the focus takes precedence over its feature, and
/// the feature over the program.
public enum KeyAction: String, CaseIterable, Hashable, Sendable {
    // Everywhere.
    case help = "program.help"
    case actions = "program.actions"
    case quit = "program.quit"
    case back = "program.back"
    case press = "program.press"
    case focusNext = "program.focus-next"
    case focusPrevious = "program.focus-previous"
    case toggleTheme = "program.theme"
    // Features as a whole.
    case finish = "feature.finish"
    case retry = "feature.retry"
    case dismiss = "feature.dismiss"
    case cancelWork = "feature.cancel-work"
    case undoNotice = "feature.undo-notice"
    // Views with panes.
    case nextPane = "panes.next"
    // Steps of forms and flows.
    case nextStep = "steps.next"
    case previousStep = "steps.previous"
    case skipStep = "steps.skip"
    case restoreDraft = "steps.restore-draft"
    case discardDraft = "steps.discard-draft"
    // Questions.
    case previousAnswer = "question.previous"
    case nextAnswer = "question.next"
    // The catalog, and the list of actions.
    case catalogFilter = "catalog.filter"
    case catalogChoose = "catalog.choose"
    case catalogUp = "catalog.up"
    case catalogDown = "catalog.down"
    case catalogPageUp = "catalog.page-up"
    case catalogPageDown = "catalog.page-down"
    case catalogFirst = "catalog.first"
    case catalogLast = "catalog.last"
    // Menus, and lists of options.
    case menuChoose = "menu.choose"
    case menuChooseNext = "menu.choose-next"
    case menuUp = "menu.up"
    case menuDown = "menu.down"
    case menuPageUp = "menu.page-up"
    case menuPageDown = "menu.page-down"
    case menuFirst = "menu.first"
    case menuLast = "menu.last"
    case menuClose = "menu.close"
    // Texts that can be scrolled.
    case scrollUp = "scroll.up"
    case scrollDown = "scroll.down"
    case scrollPageUp = "scroll.page-up"
    case scrollPageDown = "scroll.page-down"
    case scrollClose = "scroll.close"
    // Lists.
    case listUp = "list.up"
    case listDown = "list.down"
    case listPageUp = "list.page-up"
    case listPageDown = "list.page-down"
    case listFirst = "list.first"
    case listLast = "list.last"
    case listGoTo = "list.go-to"
    case listOpen = "list.open"
    case listTick = "list.tick"
    case listSelect = "list.select"
    case listFilter = "list.filter"
    case listFilters = "list.filters"
    case listSort = "list.sort"
    case listUndo = "list.undo"
    case listRedo = "list.redo"
    case listRefresh = "list.refresh"
    case listSelectAll = "list.select-all"
    case listSelectNone = "list.select-none"
    case listRange = "list.range"
    case listSelectUp = "list.select-up"
    case listSelectDown = "list.select-down"
    case listMoveUp = "list.move-up"
    case listMoveDown = "list.move-down"
    case listCopy = "list.copy"
    case listPreview = "list.preview"
    case listPreviewUp = "list.preview-up"
    case listPreviewDown = "list.preview-down"
    case listCopyPreview = "list.copy-preview"
    case listProblems = "list.problems"
    // Searches, and the line with the text of a list's filter.
    case searchUp = "search.up"
    case searchDown = "search.down"
    case searchPageUp = "search.page-up"
    case searchPageDown = "search.page-down"
    case searchFirst = "search.first"
    case searchLast = "search.last"
    case searchAccept = "search.accept"
    case searchSelect = "search.select"
    case searchSelectUp = "search.select-up"
    case searchMore = "search.more"
    case searchFilters = "search.filters"
    case searchEarlier = "search.earlier"
    case searchLater = "search.later"
    case searchLoadMore = "search.load-more"
    case searchCopy = "search.copy"
    case searchPreview = "search.preview"
    case searchPreviewUp = "search.preview-up"
    case searchPreviewDown = "search.preview-down"
    case searchCopyPreview = "search.copy-preview"
    case searchProblems = "search.problems"
    // Forms.
    case nextField = "form.next-field"
    case nextError = "form.next-error"
    case formPageUp = "form.page-up"
    case formPageDown = "form.page-down"
    case addItem = "form.add-item"
    case removeItem = "form.remove-item"
    case itemUp = "form.item-up"
    case itemDown = "form.item-down"
    // Fields with text.
    case leaveText = "text.next"
    case editText = "text.edit"
    // Fields with check boxes.
    case tick = "box.tick"
    case boxUp = "box.up"
    case boxDown = "box.down"
    // Numbers that are changed in steps.
    case less = "number.less"
    case more = "number.more"
    case muchLess = "number.much-less"
    case muchMore = "number.much-more"
    case smallest = "number.smallest"
    case largest = "number.largest"

    /// The part of the name before the full stop, such as `list`.
    public var scope: Substring { rawValue.prefix { $0 != "." } }
    /// The part of the name after the full stop, such as `open`.
    public var name: Substring { rawValue.dropFirst(scope.count + 1) }

    /// The action with the opposite direction, whose key is shown together with the key of this one; nil for none.
    var opposite: KeyAction? {
        switch self {
        case .nextAnswer: .previousAnswer
        case .catalogDown: .catalogUp
        case .menuDown: .menuUp
        case .scrollDown: .scrollUp
        case .listDown: .listUp
        case .searchDown: .searchUp
        case .boxDown: .boxUp
        case .more: .less
        case .itemDown: .itemUp
        default: nil
        }
    }

    /// The keys without a configuration.
    public var defaultKeys: [Key] {
        switch self {
        case .help: [.character("?"), Key(.function(1))]
        case .actions: [.character(":"), .control("p"), Key(.function(2))]
        case .quit: [.character("q"), .control("c")]
        case .back: [Key(.escape)]
        case .press: [Key(.enter), .character(" ")]
        case .focusNext: [Key(.tab)]
        case .focusPrevious: [Key(.tab, .shift)]
        case .toggleTheme: [.control("t")]
        case .finish: [.control("s")]
        case .retry: [.character("R"), Key(.function(5))]
        case .dismiss: [.character("D"), Key(.function(6))]
        case .cancelWork: [.character("X"), Key(.function(8))]
        case .undoNotice: [.character("Z"), Key(.function(9))]
        case .nextPane: [Key(.function(7))]
        case .nextStep: [.control("n")]
        case .previousStep: [.control("p")]
        case .skipStep: [Key(.function(5))]
        case .restoreDraft: [Key(.function(3))]
        case .discardDraft: [Key(.function(4))]
        case .previousAnswer: [Key(.left)]
        case .nextAnswer: [Key(.right)]
        case .catalogFilter: [.character("/")]
        case .catalogChoose: [Key(.enter)]
        case .catalogUp: [Key(.up)]
        case .catalogDown: [Key(.down)]
        case .catalogPageUp: [Key(.pageUp)]
        case .catalogPageDown: [Key(.pageDown)]
        case .catalogFirst: [Key(.home)]
        case .catalogLast: [Key(.end)]
        case .menuChoose: [Key(.enter)]
        case .menuChooseNext: [Key(.tab)]
        case .menuUp: [Key(.up), .control("p"), .character("k")]
        case .menuDown: [Key(.down), .control("n"), .character("j")]
        case .menuPageUp: [Key(.pageUp)]
        case .menuPageDown: [Key(.pageDown)]
        case .menuFirst: [Key(.home), .character("g")]
        case .menuLast: [Key(.end), .character("G")]
        case .menuClose: [.character("q")]
        case .scrollUp: [Key(.up), .character("k")]
        case .scrollDown: [Key(.down), .character("j")]
        case .scrollPageUp: [Key(.pageUp)]
        case .scrollPageDown: [Key(.pageDown), .character(" ")]
        case .scrollClose: [Key(.enter)]
        case .listUp: [Key(.up), .character("k")]
        case .listDown: [Key(.down), .character("j")]
        case .listPageUp: [Key(.pageUp)]
        case .listPageDown: [Key(.pageDown)]
        case .listFirst: [Key(.home), .character("g")]
        case .listLast: [Key(.end), .character("G")]
        case .listGoTo: [.character("#")]
        case .listOpen: [Key(.enter)]
        case .listTick: [.character("x")]
        case .listSelect: [.character(" ")]
        case .listFilter: [.character("/")]
        case .listFilters: [.character("f")]
        case .listSort: [.character("s")]
        case .listUndo: [.character("u")]
        case .listRedo: [.character("U"), .control("r")]
        case .listRefresh: [.character("r")]
        case .listSelectAll: [.character("a")]
        case .listSelectNone: [.character("c")]
        case .listRange: [.character("v"), .character("V")]
        case .listSelectUp: [Key(.up, .shift)]
        case .listSelectDown: [Key(.down, .shift)]
        case .listMoveUp: [Key(.up, .alt)]
        case .listMoveDown: [Key(.down, .alt)]
        case .listCopy: [.character("y")]
        case .listPreview: [.character("p"), Key(.function(3))]
        case .listPreviewUp: [.character("K")]
        case .listPreviewDown: [.character("J")]
        case .listCopyPreview: [.character("Y")]
        case .listProblems: [.character("!")]
        case .searchUp: [Key(.up)]
        case .searchDown: [Key(.down)]
        case .searchPageUp: [Key(.pageUp)]
        case .searchPageDown: [Key(.pageDown)]
        case .searchFirst: [Key(.home, .control)]
        case .searchLast: [Key(.end, .control)]
        case .searchAccept: [Key(.enter)]
        case .searchSelect: [Key(.tab)]
        case .searchSelectUp: [Key(.tab, .shift)]
        case .searchMore: [.control("o")]
        case .searchFilters: [.control("f")]
        case .searchEarlier: [.control("p")]
        case .searchLater: [.control("n")]
        case .searchLoadMore: [.control("l")]
        case .searchCopy: [Key(.character("y"), .alt)]
        case .searchPreview: [Key(.function(3))]
        case .searchPreviewUp: [Key(.up, .shift)]
        case .searchPreviewDown: [Key(.down, .shift)]
        case .searchCopyPreview: [Key(.character("Y"), .alt)]
        case .searchProblems: [Key(.function(4))]
        case .nextField: [Key(.tab)]
        case .nextError: [.control("g")]
        case .formPageUp: [Key(.pageUp)]
        case .formPageDown: [Key(.pageDown)]
        case .addItem: [.control("o")]
        case .removeItem: [.control("r")]
        case .itemUp: [Key(.up, .alt)]
        case .itemDown: [Key(.down, .alt)]
        case .leaveText: [Key(.enter)]
        case .editText: [Key(.character("e"), .alt), Key(.function(7))]
        case .tick: [.character(" "), Key(.enter)]
        case .boxUp: [Key(.up)]
        case .boxDown: [Key(.down)]
        case .less: [Key(.left), .character("-")]
        case .more: [Key(.right), .character("+")]
        case .muchLess: [Key(.pageDown)]
        case .muchMore: [Key(.pageUp)]
        case .smallest: [Key(.home)]
        case .largest: [Key(.end)]
        }
    }
}
