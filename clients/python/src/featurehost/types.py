"""What stands on the wire, as dictionaries with typed members: made of protocol/model by `make protocol`.

A member that the host leaves out where there is nothing to say is `NotRequired`; later editions may add others.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JSONObject: TypeAlias = dict[str, Any]


class CatalogEntry(TypedDict):
    """A feature that can be opened."""

    id: str
    kind: Literal["list", "form", "search", "flow", "text", "view"]
    title: str
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    group: NotRequired[str]
    """The heading under which menus list the feature."""
    keywords: NotRequired[list[str]]
    """Further words by which users find the feature."""
    hidden: NotRequired[Literal[True]]
    """Present for a part of other features, which menus leave out."""
    key: NotRequired[str]
    """The key that menus offer for the feature, a character."""
    plugin: NotRequired[str]
    """The plugin that has the feature; absent if the host has it."""
    actions: list[CatalogEntryAction]
    params: NotRequired[JSONObject]
    """A JSON Schema of the feature's declared opening params; absent if the feature declares none."""
    state: JSONObject | bool
    """A JSON Schema of the state that a snapshot holds."""
    output: NotRequired[JSONObject]
    """A JSON Schema of the output with which the feature completes; absent if the output has no fixed schema."""
    fixtures: NotRequired[list[str]]
    """The names of the feature's example states; absent if there are none."""


class CatalogEntryAction(TypedDict):
    name: str
    params: JSONObject | bool
    """A JSON Schema."""


class Snapshot(TypedDict):
    """A snapshot of an instance, or of one child of it."""

    instance: str
    path: NotRequired[list[str]]
    """The path of the child; absent in a snapshot of the instance."""
    feature: str
    """The feature's id."""
    kind: Literal["list", "form", "search", "flow", "text", "view"]
    revision: int
    """The revision."""
    conflated: NotRequired[int]
    """The number of revisions that the snapshot combines; absent if it is one."""
    cause: Cause
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""
    effects: list[Effect]
    unavailable: dict[str, str]
    """The actions that would be refused now, each with its reason."""
    errors: list[ErrorEntry]
    presentation: Presentation | None
    queue: list[PresentationWaiting]
    blocked: NotRequired[PresentationBlocked | None]
    """The blocked action; null if there is none, and absent if there is a `path`."""
    notices: NotRequired[list[Notice]]
    """The notices, oldest first; absent if there are none."""
    toolbar: list[PresentationToolbarItem]
    animation: NotRequired[Animation | None]
    """The animation of this revision; null if there is none, and absent if there is a `path`."""
    state: JSONObject
    """The feature's state, by the schemas of its kind and of its catalog entry."""


class Child(TypedDict):
    """A child within its parent's state."""

    feature: str
    kind: Literal["list", "form", "search", "flow", "text", "view"]
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""
    effects: list[Effect]
    unavailable: dict[str, str]
    """The actions that would be refused now, each with its reason."""
    errors: list[ErrorEntry]
    presentation: Presentation | None
    queue: list[PresentationWaiting]
    toolbar: list[PresentationToolbarItem]
    state: JSONObject
    """The feature's state, by the schemas of its kind and of its catalog entry."""


class KeyedChild(TypedDict):
    """A child in an array of children with ids."""

    id: str
    """The child's id; in the path of the child, it follows the member's name."""
    title: NotRequired[str]
    """The title of a feature in a pane."""
    params: NotRequired[JSONObject]
    """The params of a feature in a pane."""
    isStale: NotRequired[bool]
    """Of a feature in a pane: true if another feature is about to take its place."""
    child: Child


class Cause(TypedDict):
    """The cause of a revision."""

    action: str
    """The action's name."""
    path: list[str]
    """The names that lead to a child; empty for the instance itself."""
    origin: Literal["client", "peer", "effect", "clock", "host"]
    request: NotRequired[str | int | None]
    """The id of the request that sent the action."""
    cancelled: NotRequired[list[str]]
    """The ids of the effects that the action cancelled."""


class Effect(TypedDict):
    """Running work."""

    id: str
    """An id that is unique in the instance and never reused."""
    name: str
    """The kind of work."""
    background: bool
    """True for a background effect: `settled` ignores it."""
    title: NotRequired[str]
    """The work in words, for users."""
    progress: NotRequired[float]
    """The finished part of the work."""
    message: NotRequired[str]
    """The current step of the work, for users."""
    cancellable: NotRequired[Literal[True]]
    """The action `cancelEffect` can end the effect."""


class ErrorEntry(TypedDict):
    """An error that is shown to the user."""

    id: str
    """An id that is unique in the feature and never reused."""
    code: str
    """A camelCase word for programs."""
    message: str
    """A sentence for users."""
    status: NotRequired[int]
    """The HTTP status of a serverError."""
    retryable: bool
    display: Literal["fullScreen", "banner", "alert", "inline"]
    retry: NotRequired[str]
    """The action that makes another attempt."""


class Notice(TypedDict):
    """A short message about something that was done, which goes by itself."""

    id: str
    """An id that is unique in the instance and never reused."""
    text: str
    """The message, for users."""
    tone: Literal["neutral", "success", "warning"]
    undo: NotRequired[Literal[True]]
    """The action `undoNotice` can undo what it is about."""


class Animation(TypedDict):
    """A hint for drawing the change of a snapshot."""

    kind: AnimationKind
    response: NotRequired[float]
    """The period of the spring without damping, in seconds."""
    damping: NotRequired[float]
    """The damping ratio of the spring: with 1 it comes to rest without overshoot; smaller values oscillate longer."""
    phases: NotRequired[list[str]]
    """All phases, in their order."""
    phase: NotRequired[str]
    """The phase that the change leads to, one of the phases."""
    tracks: NotRequired[list[AnimationTrack]]
    """The tracks, played in parallel."""
    repeats: NotRequired[int]
    """The number of times that the tracks are played."""
    id: NotRequired[str]
    """The id of the moved element; it is the same before and after the change."""
    durationMs: NotRequired[int]
    """The duration of the movement, in milliseconds."""


AnimationKind: TypeAlias = Literal[
    "default",
    "spring",
    "phase",
    "keyframe",
    "matchedGeometry",
]


class AnimationTrack(TypedDict):
    key: str
    """The name of the animated value; unique among the tracks."""
    keyframes: list[AnimationTrackKeyframe]


class AnimationTrackKeyframe(TypedDict):
    value: float
    """The value at the end of the keyframe."""
    durationMs: int
    """The duration of the keyframe, in milliseconds."""
    curve: Literal["linear", "spring"]
    """The curve to the value."""


class ViewState(TypedDict):
    """The state of a view: its members, its children and their layout."""

    layout: NotRequired[list[LayoutItem]]


class LayoutItem(TypedDict):
    """One line of a view's layout."""

    key: NotRequired[str]
    """The name of a member of the state, or of a child."""
    value: NotRequired[Any]
    """The value of the line, of a view that a workspace declares."""
    cell: NotRequired[Cell]
    """The value as people read it, if the line has a format or a tone."""
    label: str
    type: LayoutItemType
    action: NotRequired[str]
    params: NotRequired[JSONObject]
    role: NotRequired[str]
    when: NotRequired[str]
    """The name of a Boolean member of the state; the line is shown while it is true."""


LayoutItemType: TypeAlias = Literal[
    "text",
    "number",
    "date",
    "toggle",
    "progress",
    "image",
    "button",
    "section",
    "child",
]


class DeclaredViewState(TypedDict):
    """The state of a view that a workspace declares."""

    title: str
    """The name shown to users, with the values of the row."""
    phase: Literal["idle", "loading", "loaded", "failed"]
    isStale: bool
    row: DeclaredViewStateRow | None
    """The row; null before it is loaded, and if the view has no row."""
    layout: list[LayoutItem]
    panes: NotRequired[ArrangementSplit | ArrangementTabs | ArrangementGrid | ArrangementChild | ArrangementLayout]
    """The arrangement of the children; absent if the layout shows them."""


class DeclaredViewStateRow(TypedDict):
    id: str
    version: NotRequired[str]
    value: JSONObject


class PaneChild(TypedDict):
    """A feature in a pane."""

    id: str
    """The feature's id, which is new for each row that the pane shows; in the path of the feature, it follows the name
    of the pane.
    """
    title: str
    """The feature's title."""
    params: JSONObject
    """The params with which the feature was opened."""
    isStale: bool
    """True if another feature is about to take its place."""
    child: Child


class ArrangementSplit(TypedDict):
    type: Literal["split"]
    title: NotRequired[str]
    direction: Literal["columns", "rows"]
    size: NotRequired[int]
    hide: NotRequired[int]
    children: list[ArrangementSplit | ArrangementTabs | ArrangementGrid | ArrangementChild | ArrangementLayout]


class ArrangementTabs(TypedDict):
    type: Literal["tabs"]
    title: NotRequired[str]
    size: NotRequired[int]
    hide: NotRequired[int]
    children: list[ArrangementSplit | ArrangementTabs | ArrangementGrid | ArrangementChild | ArrangementLayout]


class ArrangementGrid(TypedDict):
    type: Literal["grid"]
    title: NotRequired[str]
    columns: int
    size: NotRequired[int]
    hide: NotRequired[int]
    children: list[ArrangementSplit | ArrangementTabs | ArrangementGrid | ArrangementChild | ArrangementLayout]


class ArrangementChild(TypedDict):
    type: Literal["child"]
    title: NotRequired[str]
    size: NotRequired[int]
    hide: NotRequired[int]
    child: str
    """The name of the child."""


class ArrangementLayout(TypedDict):
    type: Literal["layout"]
    title: NotRequired[str]
    size: NotRequired[int]
    hide: NotRequired[int]


class CommonRetryParams(TypedDict):
    id: NotRequired[str | None]


class CommonDismissErrorParams(TypedDict):
    id: str


class CommonCancelEffectParams(TypedDict):
    id: str


class CommonUndoNoticeParams(TypedDict):
    id: str


class CommonDismissNoticeParams(TypedDict):
    id: str


class CommonSetTaskIdParams(TypedDict):
    id: str


class ListState(TypedDict):
    """The state of a list."""

    title: str
    phase: Literal["idle", "loading", "loaded", "failed"]
    content: Literal["none", "loaded"]
    empty: Literal[None, "noData", "noMatch"]
    whenEmpty: NotRequired[ListStateWhenEmpty]
    """The author's text, if the source is known to be empty; absent otherwise."""
    columns: list[Column]
    loads: ListStateLoads
    items: list[ListStateItem]
    """The rows in the window."""
    window: ListStateWindow
    count: int
    """The number of loaded rows."""
    totalCount: int | None
    """The number of rows in the source; null if unknown."""
    changes: ListStateChanges
    filter: str | ListStateFilter | None
    """The filter: null for all rows, a declared filter's id, or an object with an id, a text or both."""
    filters: list[ListStateFilterItem]
    """The declared filters."""
    sort: list[ListStateSortItem]
    """The sort order, the most important key first."""
    selection: ListStateSelection
    activeId: str | None
    isStale: bool
    problems: ListStateProblems | None
    actions: NotRequired[list[RowAction]]
    """The declared actions on rows; absent if there are none."""
    availableActions: NotRequired[list[str]]
    """The ids of the actions that apply to one of the marked rows or, if none is marked, to the active row; absent if
    no action has a condition.
    """
    detail: NotRequired[list[PaneChild]]
    """The feature about the active row; absent if none is declared."""
    performing: NotRequired[ListStatePerforming]
    """The operation that a source performs now; absent if there is none."""


class ListStateWhenEmpty(TypedDict):
    """The author's text, if the source is known to be empty; absent otherwise."""

    text: str
    """The text of the author, for users."""
    button: NotRequired[PresentationToolbarItem]
    """The button beside the text."""


class ListStateLoads(TypedDict):
    refresh: ListStateLoadsRefresh
    append: ListStateLoadsAppend
    restore: NotRequired[ListStateLoadsRestore]


class ListStateLoadsRefresh(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""


class ListStateLoadsAppend(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""
    endReached: bool


class ListStateLoadsRestore(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""


class ListStateItem(TypedDict):
    id: str
    value: JSONObject
    version: NotRequired[str]
    """The version of the row, an opaque string for `ifVersion`."""
    pending: Literal[None, "insert", "update", "move", "delete"]
    errorId: NotRequired[str]
    """The id of the error of the row's last edit."""
    section: NotRequired[str]
    """The group to which the row belongs."""
    dropped: NotRequired[Literal[True]]
    """True if the value was dropped because the row is far from the window."""
    cells: NotRequired[dict[str, Cell]]
    """The values of formatted columns, by the key of the column."""
    tone: NotRequired[Tone]
    """The meaning of the row."""


Tone: TypeAlias = Literal[
    "success",
    "warning",
    "error",
    "info",
    "accent",
    "dim",
]


class ListStateWindow(TypedDict):
    offset: int
    limit: int
    omitted: NotRequired[int]
    """The number of rows of the window that are omitted because all rows together would be too long."""


class ListStateChanges(TypedDict):
    inserted: list[str]
    removed: list[str]
    moved: list[str]
    changed: list[str]
    complete: NotRequired[Literal[False]]
    """False if more rows than the named ones may have changed."""


class ListStateFilter(TypedDict):
    id: NotRequired[str]
    text: str


class ListStateFilterItem(TypedDict):
    id: str
    title: str


class ListStateSortItem(TypedDict):
    key: str
    descending: bool


ListStateSelection = TypedDict(
    "ListStateSelection",
    {
        "mode": 'Literal["none", "single", "multiple"]',
        "ids": "list[str]",
        "all": "bool",
        "except": "NotRequired[list[str]]",
    },
)


class ListStateProblems(TypedDict):
    """The records of the source that could not be read as rows, or not as intended; null if there are none."""

    count: int
    """The number of all problems."""
    listed: list[ListStateProblemsListedItem]
    """The first 100 problems."""


class ListStateProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """The line on which the invalid record begins, counted from 1."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class ListStatePerforming(TypedDict):
    """The operation that a source performs now; absent if there is none."""

    action: str
    ids: list[str]
    done: NotRequired[int]
    """The number of rows whose own operation has succeeded."""


class RowAction(TypedDict):
    """An action on rows."""

    id: str
    title: str
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    on: NotRequired[Literal["none", "active", "each"]]
    """The rows that the action is about if no request names them; absent for the marked rows."""
    role: NotRequired[Literal["destructive"]]
    key: NotRequired[str]
    """The key that a client offers."""


class Column(TypedDict):
    """A column to draw."""

    key: str
    label: str
    type: Literal["text", "number", "date", "toggle"]
    role: ColumnRole
    format: NotRequired[ColumnLook]
    """The format of the column's cells."""
    width: NotRequired[int]
    """The width in characters."""
    align: NotRequired[Literal["left", "center", "right"]]
    """The side on which the values stand."""
    grow: NotRequired[int]
    """The share of the remaining width."""


ColumnRole: TypeAlias = Literal[
    "title",
    "subtitle",
    "detail",
    "badge",
    "toggle",
    "icon",
    "none",
]


class ListItemAppearedParams(TypedDict):
    id: str


class ListSetWindowParams(TypedDict):
    offset: int
    limit: int


class ListSetFilterParams(TypedDict):
    filter: NotRequired[str | ListSetFilterParamsFilter | None]


class ListSetFilterParamsFilter(TypedDict):
    id: NotRequired[str | None]
    text: NotRequired[str | None]


class ListSetSortParams(TypedDict):
    sort: list[ListSetSortParamsSortItem]


class ListSetSortParamsSortItem(TypedDict):
    key: str
    descending: NotRequired[bool | None]


class ListInsertItemParams(TypedDict):
    value: JSONObject
    beforeId: NotRequired[str | None]


class ListInsertItemsParams(TypedDict):
    values: list[JSONObject]
    beforeId: NotRequired[str | None]


class ListUpdateItemParams(TypedDict):
    id: str
    patch: JSONObject
    ifVersion: NotRequired[str | None]


ListUpdateItemsParams = TypedDict(
    "ListUpdateItemsParams",
    {
        "ids": "NotRequired[list[str] | ListUpdateItemsParamsIds | None]",
        "all": "NotRequired[bool | None]",
        "except": "NotRequired[list[str] | None]",
        "selection": "NotRequired[bool | None]",
        "patch": "JSONObject",
    },
)


ListUpdateItemsParamsIds = TypedDict(
    "ListUpdateItemsParamsIds",
    {
        "all": "Literal[True]",
        "except": "NotRequired[list[str] | None]",
    },
)


class ListToggleItemParams(TypedDict):
    id: NotRequired[str | None]
    selection: NotRequired[bool | None]
    key: str


ListDeleteItemsParams = TypedDict(
    "ListDeleteItemsParams",
    {
        "ids": "NotRequired[list[str] | ListDeleteItemsParamsIds | None]",
        "all": "NotRequired[bool | None]",
        "except": "NotRequired[list[str] | None]",
        "selection": "NotRequired[bool | None]",
    },
)


ListDeleteItemsParamsIds = TypedDict(
    "ListDeleteItemsParamsIds",
    {
        "all": "Literal[True]",
        "except": "NotRequired[list[str] | None]",
    },
)


class ListMoveItemsParams(TypedDict):
    ids: NotRequired[list[str] | None]
    selection: NotRequired[bool | None]
    beforeId: NotRequired[str | None]


ListAcceptParams = TypedDict(
    "ListAcceptParams",
    {
        "action": "str",
        "ids": "NotRequired[list[str] | ListAcceptParamsIds | None]",
        "all": "NotRequired[bool | None]",
        "except": "NotRequired[list[str] | None]",
        "selection": "NotRequired[bool | None]",
        "value": "NotRequired[JSONObject | None]",
        "confirmed": "NotRequired[bool | None]",
    },
)


ListAcceptParamsIds = TypedDict(
    "ListAcceptParamsIds",
    {
        "all": "Literal[True]",
        "except": "NotRequired[list[str] | None]",
    },
)


class ListSelectParams(TypedDict):
    id: str


class ListToggleSelectionParams(TypedDict):
    id: str


ListSelectRangeParams = TypedDict(
    "ListSelectRangeParams",
    {
        "from": "str",
        "to": "str",
    },
)


class ListSetActiveParams(TypedDict):
    id: str


class ListMoveActiveParams(TypedDict):
    by: int


class ListGoToParams(TypedDict):
    offset: int


class ListOpenItemParams(TypedDict):
    id: str


class Cell(TypedDict):
    """A value as a client draws it."""

    text: str
    """The text in one line; empty if nothing is drawn."""
    tone: NotRequired[Tone]
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    link: NotRequired[str]
    """The URL that the value stands for."""


class ColumnLook(TypedDict):
    """The format of a column, as it was declared."""

    type: ColumnLookType


ColumnLookType: TypeAlias = Literal[
    "number",
    "bytes",
    "percent",
    "progress",
    "duration",
    "currency",
    "date",
    "dateTime",
    "relative",
    "tag",
    "check",
    "link",
    "email",
    "json",
    "image",
    "sparkline",
]


class FormState(TypedDict):
    """The state of a form."""

    title: str
    sections: list[FormStateSection]
    """The sections; in a form with steps, only the sections of the current step."""
    fields: dict[str, FormField]
    """The fields, by path."""
    formMessages: list[FormFieldMessage]
    """The validation errors of the form as a whole."""
    conflicts: NotRequired[list[str]]
    """The paths of the fields in conflict; absent if there are none."""
    isDirty: bool
    isValid: bool
    isValidating: bool
    status: FormStateStatus
    submitCount: int
    result: JSONObject | None
    """The values of the last successful submit; null if there was none."""
    focus: FormStateFocus
    step: FormStateStep | None
    """The current step of a form with steps; null for other forms."""
    hasDraft: bool
    """True if an earlier draft is offered."""


class FormStateSection(TypedDict):
    header: NotRequired[str]
    footer: NotRequired[str]
    fields: list[str]


FormStateStatus: TypeAlias = Literal[
    "editing",
    "validating",
    "submitting",
    "succeeded",
    "failed",
]


class FormStateFocus(TypedDict):
    path: str | None
    seq: int


class FormStateStep(TypedDict):
    """The current step of a form with steps; null for other forms."""

    id: str
    title: str
    index: int
    count: int


class FormField(TypedDict):
    """A field of a form."""

    type: FormFieldType
    label: str
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    value: Any
    """The entered value. A secure field has an object that tells if a secret is set, a repeated field has the ids of
    its items.
    """
    conflict: NotRequired[FormFieldConflict]
    """The conflict with a change by others: `base` is the original value, `theirs` the value that others have written.
    """
    hints: FormFieldHints
    required: bool
    touched: bool
    dirty: bool
    validating: bool
    visible: bool
    enabled: bool
    messages: list[FormFieldMessage]
    showMessages: bool
    minLength: NotRequired[float]
    maxLength: NotRequired[float]
    minimum: NotRequired[float]
    maximum: NotRequired[float]
    exclusiveMinimum: NotRequired[float]
    exclusiveMaximum: NotRequired[float]
    multipleOf: NotRequired[float]
    minItems: NotRequired[float]
    maxItems: NotRequired[float]
    step: NotRequired[float]
    options: NotRequired[list[FormFieldOption]]
    allowsNone: NotRequired[bool]
    """For a picker: true if the user can select no option; false if a value is required."""
    optionsFrom: NotRequired[FormFieldOptionsFrom]
    """The state of the options that are loaded from a source."""
    fields: NotRequired[list[str]]
    """For a group: the paths of its fields."""
    items: NotRequired[list[FormFieldItem]]
    """For a repeated field: its items."""


FormFieldType: TypeAlias = Literal[
    "text",
    "multiline",
    "secure",
    "email",
    "number",
    "toggle",
    "stepper",
    "slider",
    "picker",
    "multiPicker",
    "date",
    "time",
    "dateTime",
    "file",
    "group",
    "repeated",
]


class FormFieldConflict(TypedDict):
    """The conflict with a change by others: `base` is the original value, `theirs` the value that others have written.
    """

    base: Any
    theirs: Any


class FormFieldHints(TypedDict):
    placeholder: NotRequired[str]
    help: NotRequired[str]
    contentType: NotRequired[str]
    keyboard: NotRequired[str]
    capitalization: NotRequired[str]


class FormFieldOption(TypedDict):
    value: str | float | bool | None
    title: str
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""


class FormFieldOptionsFrom(TypedDict):
    """The state of the options that are loaded from a source."""

    status: Literal["idle", "loading", "failed"]
    query: str
    endReached: bool


class FormFieldItem(TypedDict):
    id: str
    fields: list[str]


class FormFieldMessage(TypedDict):
    code: str
    """The code of a constraint, of a rule, or of an error from a source."""
    text: str
    severity: Literal["error", "warning"]


class FormSetValueParams(TypedDict):
    path: str
    value: Any


class FormSetValuesParams(TypedDict):
    values: JSONObject
    """The values, by field name."""


class FormSetSecretParams(TypedDict):
    path: str
    value: str


class FormFocusParams(TypedDict):
    path: str


class FormBlurParams(TypedDict):
    path: str


class FormSubmitParams(TypedDict):
    requestId: NotRequired[str | None]


class FormRebaseParams(TypedDict):
    values: JSONObject
    """The values, by field name."""


class FormKeepMineParams(TypedDict):
    path: NotRequired[str | None]


class FormTakeTheirsParams(TypedDict):
    path: NotRequired[str | None]


class FormInsertItemParams(TypedDict):
    path: str
    value: NotRequired[JSONObject | None]
    """The values, by field name."""
    beforeId: NotRequired[str | None]


class FormRemoveItemParams(TypedDict):
    path: str
    id: str


class FormMoveItemParams(TypedDict):
    path: str
    id: str
    beforeId: NotRequired[str | None]


class FormSearchOptionsParams(TypedDict):
    path: str
    query: str


class FormLoadMoreOptionsParams(TypedDict):
    path: str


class SearchState(TypedDict):
    """The state of a search."""

    title: str
    prompt: str
    minLength: int
    """The minimum length of a query in characters, without surrounding white space."""
    query: str
    isComposing: bool
    status: SearchStateStatus
    resultsQuery: str | None
    """The query to which the results belong."""
    isStale: bool
    columns: list[Column]
    groups: list[SearchStateGroup]
    window: SearchStateWindow
    count: int
    """The number of matching rows; of a source that searches by itself, the number of loaded results."""
    totalCount: int | None
    """The number of searched rows, or of the results that a source reports; null if unknown."""
    activeId: str | None
    selectedIds: list[str]
    """The ids of the rows, in the order in which they were selected."""
    empty: Literal[None, "prompt", "noResults"]
    whenEmpty: NotRequired[SearchStateWhenEmpty]
    """The author's text, if the source is known to be empty; absent otherwise."""
    append: SearchStateAppend
    filter: str | SearchStateFilter | None
    """The filter: null for all rows, a declared filter's id, or an object with an id, a text or both."""
    filters: list[SearchStateFilterItem]
    """The declared filters."""
    actions: list[RowAction]
    """The actions for which a result can be accepted, the default first; empty if none is declared."""
    availableActions: NotRequired[list[str]]
    """The ids of the actions that apply to one of the selected rows or, if none is selected, to the active result;
    absent if no action has a condition.
    """
    detail: NotRequired[list[PaneChild]]
    """The feature about the active result; absent if none is declared."""
    performing: SearchStatePerforming | None
    """The operation that a source performs with accepted rows."""
    history: list[str]
    """Queries that were submitted or accepted, the newest first."""
    problems: SearchStateProblems | None


SearchStateStatus: TypeAlias = Literal[
    "idle",
    "debouncing",
    "loading",
    "stalled",
    "success",
    "failed",
]


class SearchStateGroup(TypedDict):
    id: str
    title: str
    items: list[SearchStateGroupItem]


class SearchStateGroupItem(TypedDict):
    id: str
    value: JSONObject
    version: NotRequired[str]
    """The version of the row, an opaque string."""
    matches: list[SearchStateGroupItemMatch]
    enabled: bool
    """True if the result can be accepted."""
    cells: NotRequired[dict[str, Cell]]
    """The values of formatted columns, by the key of the column."""
    tone: NotRequired[Tone]
    """The meaning of the row."""


class SearchStateGroupItemMatch(TypedDict):
    key: str
    ranges: list[list[int]]
    """Start and end in Unicode scalars, ascending."""


class SearchStateWindow(TypedDict):
    offset: int
    limit: int
    omitted: NotRequired[int]
    """The number of rows of the window that are omitted because all rows together would be too long."""


class SearchStateWhenEmpty(TypedDict):
    """The author's text, if the source is known to be empty; absent otherwise."""

    text: str
    """The text of the author, for users."""
    button: NotRequired[PresentationToolbarItem]
    """The button beside the text."""


class SearchStateAppend(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""
    endReached: bool


class SearchStateFilter(TypedDict):
    id: NotRequired[str]
    text: str


class SearchStateFilterItem(TypedDict):
    id: str
    title: str


class SearchStatePerforming(TypedDict):
    action: str
    """The action for which the rows were accepted."""
    ids: list[str]
    """The ids of the rows, in the order in which they were selected."""


class SearchStateProblems(TypedDict):
    """The records of the source that could not be read as rows, or not as intended; null if there are none."""

    count: int
    """The number of all problems."""
    listed: list[SearchStateProblemsListedItem]
    """The first 100 problems."""


class SearchStateProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """The line on which the invalid record begins, counted from 1."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class SearchSetQueryParams(TypedDict):
    query: str
    isComposing: NotRequired[bool | None]


class SearchSetFilterParams(TypedDict):
    filter: NotRequired[str | SearchSetFilterParamsFilter | None]


class SearchSetFilterParamsFilter(TypedDict):
    id: NotRequired[str | None]
    text: NotRequired[str | None]


class SearchSetWindowParams(TypedDict):
    offset: int
    limit: int


class SearchSetActiveParams(TypedDict):
    id: str


class SearchMoveActiveParams(TypedDict):
    by: int


class SearchToggleSelectionParams(TypedDict):
    id: str


class SearchAcceptParams(TypedDict):
    id: NotRequired[str | None]
    ids: NotRequired[list[str] | None]
    action: NotRequired[str | None]
    value: NotRequired[JSONObject | None]
    confirmed: NotRequired[bool | None]


class FlowState(TypedDict):
    """The state of a flow."""

    title: str
    stack: list[FlowStateStackItem]
    """The features from the root to the top; only the top has a `child`."""
    steps: FlowStateSteps | None
    """The current step of a flow with steps; null for other flows."""
    status: FlowStateStatus
    output: Any
    """The output of the completed flow."""


class FlowStateStackItem(TypedDict):
    key: str
    """A key; it is never reused in the instance."""
    route: str
    title: str
    params: JSONObject
    reason: NotRequired[FlowStateStackItemReason]
    """The reason why no action is possible on the row of the feature; absent if an action is possible."""
    child: NotRequired[Child]


class FlowStateStackItemReason(TypedDict):
    """The reason why no action is possible on the row of the feature; absent if an action is possible."""

    code: Literal["gone"]
    ids: list[str]
    """The id of the row."""
    text: str


class FlowStateSteps(TypedDict):
    """The current step of a flow with steps; null for other flows."""

    id: str
    title: str
    index: int
    count: int
    canGoBack: bool
    canGoForward: bool
    canSkip: bool
    isSummary: bool
    """True if the step is a summary, which shows the answers."""
    way: list[FlowStateStepsWayItem]
    """The steps that follow from the answers, in order."""
    answers: JSONObject
    """The outputs of the steps on the way, by step id."""
    hasDraft: bool
    """True if an earlier draft is offered."""


class FlowStateStepsWayItem(TypedDict):
    id: str
    title: str
    status: Literal["done", "current", "skipped", "open"]


FlowStateStatus: TypeAlias = Literal[
    "active",
    "submitting",
    "completed",
    "cancelled",
    "timedOut",
    "failed",
]


class FlowPushParams(TypedDict):
    route: str
    params: NotRequired[JSONObject | None]


class FlowPopParams(TypedDict):
    count: NotRequired[int | None]


class FlowPopToParams(TypedDict):
    key: str


class FlowReplaceParams(TypedDict):
    routes: list[FlowReplaceParamsRoute]


class FlowReplaceParamsRoute(TypedDict):
    route: str
    params: NotRequired[JSONObject | None]


class FlowCompleteParams(TypedDict):
    output: NotRequired[Any]


class FlowFailParams(TypedDict):
    message: str
    code: NotRequired[str | None]


class TextState(TypedDict):
    """The state of a text."""

    title: str
    phase: Literal["idle", "loading", "loaded", "failed"]
    empty: Literal[None, "noData"]
    format: Literal["plain", "ansi", "diff", "markdown", "json"]
    wrap: bool
    """True if a client breaks lines that are longer than its window."""
    follow: bool
    """True if the window stays at the end while lines are added."""
    lines: list[TextStateLine]
    """The lines in the window."""
    window: TextStateWindow
    count: int
    """The number of known lines."""
    endReached: bool
    """True if `count` is the number of all lines."""
    line: int | None
    """The number of the active line; null if there are no lines."""
    find: TextStateFind | None
    """The search in the text; null if there is none."""
    loads: TextStateLoads
    isStale: bool
    problems: TextStateProblems | None
    copied: NotRequired[TextStateCopied]
    """The lines that `copy` has copied in this revision."""


class TextStateLine(TypedDict):
    number: int
    text: str
    spans: list[TextStateSpan]
    """The styled parts: ascending, and separate."""


class TextStateWindow(TypedDict):
    offset: int
    limit: int
    omitted: NotRequired[int]
    """The number of rows of the window that are omitted because all rows together would be too long."""


class TextStateFind(TypedDict):
    text: str
    """The text, or the regular expression."""
    regex: bool
    status: Literal["searching", "done", "failed"]
    count: int
    """The number of lines found so far that match."""
    current: int | None
    """The number of the active line among the matching lines; null if it doesn't match."""


class TextStateLoads(TypedDict):
    refresh: TextStateLoadsRefresh
    window: TextStateLoadsWindow


class TextStateLoadsRefresh(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""


class TextStateLoadsWindow(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """The id of the failed load's error; absent if the error was dismissed."""


class TextStateProblems(TypedDict):
    """The records of the source that could not be read as rows, or not as intended; null if there are none."""

    count: int
    """The number of all problems."""
    listed: list[TextStateProblemsListedItem]
    """The first 100 problems."""


class TextStateProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """The line on which the invalid record begins, counted from 1."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


TextStateCopied = TypedDict(
    "TextStateCopied",
    {
        "from": "int",
        "to": "int",
        "text": "str",
    },
)


class TextStateSpan(TypedDict):
    start: int
    """The position of the first character, in Unicode scalars."""
    end: int
    """The position behind the last character."""
    style: TextStateSpanStyle
    target: NotRequired[str]
    """The URL of a link, or the place of a location."""
    color: NotRequired[str]
    background: NotRequired[str]
    attributes: NotRequired[list[TextStateSpanAttribute]]


TextStateSpanStyle: TypeAlias = Literal[
    "heading",
    "emphasis",
    "strong",
    "code",
    "quote",
    "strike",
    "link",
    "location",
    "added",
    "removed",
    "hunk",
    "dim",
    "key",
    "string",
    "number",
    "literal",
    "error",
    "match",
    "ansi",
]


TextStateSpanAttribute: TypeAlias = Literal[
    "bold",
    "dim",
    "italic",
    "underline",
    "reverse",
    "strike",
]


class TextSetWindowParams(TypedDict):
    offset: int
    limit: int


class TextFindParams(TypedDict):
    text: NotRequired[str | None]
    regex: NotRequired[bool | None]
    direction: NotRequired[Literal["next", "previous", None]]


class TextGoToParams(TypedDict):
    line: NotRequired[int | None]
    by: NotRequired[int | None]
    to: NotRequired[TextGoToParamsTo]


TextGoToParamsTo: TypeAlias = Literal[
    "start",
    "end",
    "nextHeading",
    "previousHeading",
    "nextHunk",
    "previousHunk",
    None,
]


class TextSetWrapParams(TypedDict):
    wrap: bool


TextCopyParams = TypedDict(
    "TextCopyParams",
    {
        "from": "NotRequired[int | None]",
        "to": "NotRequired[int | None]",
    },
)


class TextAcceptSpanParams(TypedDict):
    line: NotRequired[int | None]
    start: NotRequired[int | None]


class Presentation(TypedDict):
    """A presentation over a feature."""

    key: str
    """A key; it is never reused in the instance."""
    style: PresentationStyle
    title: str
    message: str | None
    target: NotRequired[PresentationTarget]
    """The rows that the presentation is about."""
    reason: NotRequired[PresentationReason]
    """The reason why no action is possible on the rows of the presentation; absent if an action is possible."""
    buttons: list[PresentationButton]
    dismissible: bool
    child: NotRequired[Child]


PresentationStyle: TypeAlias = Literal[
    "sheet",
    "fullScreen",
    "popover",
    "alert",
    "confirmation",
]


PresentationTarget = TypedDict(
    "PresentationTarget",
    {
        "instance": "str",
        "path": "NotRequired[list[str]]",
        "id": "NotRequired[str]",
        "ids": "NotRequired[list[str]]",
        "all": "NotRequired[Literal[True]]",
        "except": "NotRequired[list[str]]",
        "count": "NotRequired[int | None]",
    },
)


class PresentationReason(TypedDict):
    """The reason why no action is possible on the rows of the presentation; absent if an action is possible."""

    code: Literal["gone", "changed"]
    members: NotRequired[list[str]]
    """The members of `dependsOn` that have changed."""
    ids: NotRequired[list[str]]
    """The ids of the rows that are gone or have changed."""
    text: str


class PresentationButton(TypedDict):
    id: str
    title: str
    role: Literal["default", "cancel", "destructive"]
    enabled: bool


class PresentationWaiting(TypedDict):
    """A waiting presentation."""

    key: str
    style: PresentationWaitingStyle
    title: str


PresentationWaitingStyle: TypeAlias = Literal[
    "sheet",
    "fullScreen",
    "popover",
    "alert",
    "confirmation",
]


class PresentationBlocked(TypedDict):
    """An action that was blocked because it would lose unsaved changes."""

    action: str
    path: list[str]
    """The path to which the action was sent."""
    by: list[str]
    """The path of the feature that has unsaved changes."""
    reason: Literal["unsavedChanges"]


class PresentationToolbarItem(TypedDict):
    """A button."""

    action: str
    params: NotRequired[JSONObject]
    title: str
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    role: PresentationToolbarItemRole
    key: NotRequired[str]


PresentationToolbarItemRole: TypeAlias = Literal[
    "default",
    "primary",
    "destructive",
    "cancellation",
    "confirmation",
]


class PresentationPresentParams(TypedDict):
    modal: str
    params: NotRequired[JSONObject | None]
    policy: NotRequired[Literal[None, "queue", "replace"]]
    ids: NotRequired[list[str] | None]


class PresentationPressButtonParams(TypedDict):
    key: str
    buttonId: str


class PresentationDismissParams(TypedDict):
    key: str


class Command(TypedDict):
    """Something that a user can do: an action to send, or a feature to open."""

    id: str
    """An id that differs from the ids of the other commands."""
    title: str
    """The name shown to users."""
    description: NotRequired[str]
    """The purpose, in a sentence for users."""
    icon: NotRequired[str]
    """The name of an icon; a name that a client doesn't know is ignored."""
    group: NotRequired[str]
    """The heading under which the command is listed."""
    key: NotRequired[str]
    """The key that the workspace declares."""
    role: NotRequired[CommandRole]
    method: Literal["feature/send", "feature/open"]
    """The request that does the command."""
    params: JSONObject
    """The params of the request."""
    available: bool
    """False if the host would refuse the request now."""
    reason: NotRequired[str]
    """The reason why the host would refuse the request."""
    message: NotRequired[str]
    """The reason as a phrase for users."""
    uses: int
    """The number of times that the command was done."""
    matches: NotRequired[list[list[int]]]
    """The parts of the title that the query matches."""


CommandRole: TypeAlias = Literal[
    "primary",
    "destructive",
    "cancellation",
    "confirmation",
]


class Inspection(TypedDict):
    """The running work of an instance, and the causes of its newest revisions."""

    instance: str
    """The instance's name."""
    feature: str
    """The id of the instance's feature."""
    subscribers: int
    """The number of subscriptions, including subscriptions to children."""
    revision: int
    """The newest revision."""
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""
    effects: list[InspectionEffect]
    """The running effects, oldest first."""
    queued: int
    """The number of actions that wait because a turn was cut short."""
    dropped: int
    """The number of actions and failures that arrived from effects after their cancellation, and were dropped."""
    starts: list[InspectionStart]
    """The newest starts of features, oldest first."""
    causes: list[InspectionCause]
    """The causes of the newest revisions, oldest first."""


class InspectionEffect(TypedDict):
    """Running work."""

    id: str
    """The effect's id, as in snapshots."""
    name: str
    """The kind of work."""
    path: list[str]
    background: bool
    """True for a background effect: `settled` ignores it."""
    kind: Literal["work", "timer"]
    since: int
    """The revision with which the effect began."""


class InspectionStart(TypedDict):
    """A start of a feature."""

    revision: int
    """The revision whose cause started the feature."""
    path: list[str]
    taskId: str | None
    """The task id with which the feature was started."""
    reason: Literal["subscribed", "taskId", "reset", "appeared"]


class InspectionCause(TypedDict):
    """The cause of a revision."""

    revision: int
    """The revision."""
    action: str
    """The action's name."""
    path: list[str]
    origin: Literal["client", "peer", "effect", "clock", "host"]
    request: NotRequired[str | int | None]
    """The id of the request that sent the action."""
    cancelled: NotRequired[list[str]]
    """The ids of the effects that the action cancelled."""
    began: NotRequired[list[str]]
    """The ids of the effects that began after the previous revision."""


class UntrustedWorkspace(TypedDict):
    """A workspace whose programs are not run because it is not trusted."""

    workspace: str
    """The absolute path of the workspace file."""
    sha256: str
    """The SHA-256 of the file's bytes."""
    programs: list[UntrustedWorkspaceProgram]
    """The programs that the workspace would run."""


class UntrustedWorkspaceProgram(TypedDict):
    kind: Literal["command", "search", "operation", "edit", "plugin"]
    """The purpose of the program."""
    name: str
    """The name of the source or plugin; for an operation or an edit, SOURCE/OPERATION."""
    argv: list[str]
    """The program and its arguments."""


class InitializeParams(TypedDict):
    """The params of initialize."""

    protocolVersions: NotRequired[list[str] | None]
    """The versions that the client speaks; one of them must be "1"."""
    clientInfo: NotRequired[InitializeParamsClientInfo | None]
    """The client's name and version, for users."""
    processId: NotRequired[int | None]
    """The id of the client's process; when the process ends, the host ends the session."""
    reducedMotion: NotRequired[bool | None]
    """True if the user wants no motion: `animation` is null in every snapshot."""
    locale: NotRequired[str | None]
    """The language and the region of the user, such as de-CH, for the texts of formatted values."""
    timeZone: NotRequired[str | None]
    """The time zone of the user, such as Europe/Berlin, for the texts of formatted values."""
    capabilities: NotRequired[InitializeParamsCapabilities | None]
    """The client's capabilities, and the sources for which it answers."""


class InitializeParamsClientInfo(TypedDict):
    """The client's name and version, for users."""

    name: NotRequired[str]
    version: NotRequired[str]


class InitializeParamsCapabilities(TypedDict):
    """The client's capabilities, and the sources for which it answers."""

    updates: NotRequired[Literal["snapshot", "patch", None]]
    sources: NotRequired[list[str] | None]


class InitializeResult(TypedDict):
    """The result of initialize."""

    protocolVersion: Literal["1"]
    hostInfo: InitializeResultHostInfo
    capabilities: InitializeResultCapabilities
    locale: NotRequired[str]
    """The language and the region of formatted values; present if the client has given either."""
    timeZone: NotRequired[str]
    """The time zone of formatted values; present if the client has given either."""
    limits: InitializeResultLimits
    untrusted: NotRequired[UntrustedWorkspace]
    features: list[CatalogEntry]


class InitializeResultHostInfo(TypedDict):
    name: str
    version: str


class InitializeResultCapabilities(TypedDict):
    updates: list[Literal["snapshot", "patch"]]
    features: Literal[True]
    """True: the host has features; a plugin may have none."""
    virtualClock: bool
    """True if the host accepts clock/advance."""
    requestIds: NotRequired[bool]
    """True if feature/send accepts a requestId."""
    sources: list[str]
    """The sources for which the host will send requests to the client."""


class InitializeResultLimits(TypedDict):
    maxFrameBytes: int
    """The maximum length of a frame, in bytes."""
    maxQueuedUpdates: int
    """The number of updates that wait for a slow reader before they are conflated."""
    maxQueuedBytes: int
    """The bytes of updates that wait for a slow reader before they are conflated."""
    maxUnreadBytes: int
    """The bytes of unread answers at which the host stops reading the session's input."""
    drainMs: int
    """The time that the end of a session waits for unfinished work, in milliseconds."""
    maxSessions: NotRequired[int]
    """The maximum number of sessions; present only on a host with a socket."""
    maxInFlight: int
    """The maximum number of a session's requests that wait for their answers."""
    maxInstances: int
    """The maximum number of open instances."""
    realWaitMs: int
    """The real time that a step of virtual time waits for outstanding work, in milliseconds."""
    maxBatchMembers: int
    """The maximum number of members of a batch."""


class CancelRequestParams(TypedDict):
    """The params of $/cancelRequest."""

    id: str | int | None


class FeatureListResult(TypedDict):
    """The result of feature/list."""

    features: list[CatalogEntry]


class FeatureOpenParams(TypedDict):
    """The params of feature/open."""

    feature: str
    """An id of the catalog."""
    params: NotRequired[JSONObject | None]
    """The opening params of the feature."""
    instance: NotRequired[str | None]
    """The name of the instance; by default the host generates one."""
    fixture: NotRequired[str | None]
    """The name of an example state, from `fixtures` of the catalog."""
    updates: NotRequired[Literal["snapshot", "patch", None]]
    """The kind of updates: whole snapshots or patches."""
    path: NotRequired[list[str] | None]
    """The names that lead to a child; absent, null or empty for the instance itself."""
    keep: NotRequired[bool | None]
    """True if the instance lives on without subscribers."""


class FeatureOpenResult(TypedDict):
    """The result of feature/open."""

    instance: str
    revision: int
    """The revision."""
    snapshot: Snapshot


class FeatureRunParams(TypedDict):
    """The params of feature/run."""

    feature: str
    """An id of the catalog."""
    params: NotRequired[JSONObject | None]
    """The opening params of the feature."""
    instance: NotRequired[str | None]
    """The name of the instance; by default the host generates one."""
    fixture: NotRequired[str | None]
    """The name of an example state, from `fixtures` of the catalog."""
    updates: NotRequired[Literal["snapshot", "patch", None]]
    """The kind of updates: whole snapshots or patches."""
    timeoutMs: NotRequired[int | None]
    """The timeout of the run, in milliseconds of the host's clock; none by default."""


class FeatureRunResult(TypedDict):
    """The result of feature/run."""

    outcome: Literal["completed", "cancelled", "timedOut", "failed"]
    """The outcome of the run."""
    output: NotRequired[Any]
    """The output of the feature."""
    error: NotRequired[FeatureRunResultError]
    """The reason for the failure."""


class FeatureRunResultError(TypedDict):
    """The reason for the failure."""

    code: str
    """A camelCase word for programs."""
    message: str
    """A sentence for users."""


FeatureSendParams = TypedDict(
    "FeatureSendParams",
    {
        "instance": "str",
        "path": "NotRequired[list[str] | None]",
        "action": "str",
        "params": "NotRequired[JSONObject | None]",
        "ifRevision": "NotRequired[int | None]",
        "await": 'NotRequired[Literal["action", "settled", None]]',
        "timeoutMs": "NotRequired[int | None]",
        "requestId": "NotRequired[str | None]",
    },
)


class FeatureSendResult(TypedDict):
    """The result of feature/send."""

    revision: int
    """The revision."""
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""


class FeatureSettleParams(TypedDict):
    """The params of feature/settle."""

    instance: str
    """The instance's name."""
    timeoutMs: NotRequired[int | None]
    """The timeout, in milliseconds of real time."""


class FeatureSettleResult(TypedDict):
    """The result of feature/settle."""

    revision: int
    """The revision."""
    settled: bool
    """True if no foreground effect runs, no timer is armed and no action waits."""


class FeatureSnapshotParams(TypedDict):
    """The params of feature/snapshot."""

    instance: str
    """The instance's name."""
    path: NotRequired[list[str] | None]
    """The names that lead to a child; absent, null or empty for the instance itself."""


class FeatureCloseParams(TypedDict):
    """The params of feature/close."""

    instance: str
    """The instance's name."""


class StateSubscribeParams(TypedDict):
    """The params of state/subscribe."""

    instance: str
    """The instance's name."""
    updates: NotRequired[Literal["snapshot", "patch", None]]
    """The kind of updates: whole snapshots or patches."""
    path: NotRequired[list[str] | None]
    """The names that lead to a child; absent, null or empty for the instance itself."""


class StateSubscribeResult(TypedDict):
    """The result of state/subscribe."""

    instance: str
    revision: int
    """The revision."""
    snapshot: Snapshot


class StateUnsubscribeParams(TypedDict):
    """The params of state/unsubscribe."""

    instance: str
    """The instance's name."""
    path: NotRequired[list[str] | None]
    """The names that lead to a child; absent, null or empty for the instance itself."""


class StatePatchParams(TypedDict):
    """The params of state/patch."""

    instance: str
    """The instance's name."""
    path: NotRequired[list[str]]
    """The path of the child that the patch changes; absent for the instance itself."""
    revision: int
    """The revision after the patch."""
    base: int
    """The revision of the snapshot to which the patch applies."""
    patch: list[StatePatchParamsOperation]
    """A JSON Patch (RFC 6902) of the snapshot."""


class StatePatchParamsOperation(TypedDict):
    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


class StateClosedParams(TypedDict):
    """The params of state/closed."""

    instance: str
    path: NotRequired[list[str]]
    """The path of the child that is gone; absent if the instance is closed."""
    revision: int
    """The revision."""
    reason: Literal["closed", "unsubscribed", "gone"]


class ClockAdvanceParams(TypedDict):
    """The params of clock/advance."""

    ms: int
    """The milliseconds to advance by."""


class ClockAdvanceResult(TypedDict):
    """The result of clock/advance."""

    now: int
    """Milliseconds of virtual time since the host's start."""


class HostPluginsResult(TypedDict):
    """The result of host/plugins."""

    plugins: list[HostPluginsResultPlugin]


class HostPluginsResultPlugin(TypedDict):
    plugin: str
    """The name of the plugin."""
    state: Literal["idle", "starting", "ready", "waiting", "down"]
    pid: int | None
    """The id of the plugin's process."""
    restarts: int
    """The number of restarts."""
    lastError: str | None
    """The last failure, for users."""
    hostInfo: HostPluginsResultPluginHostInfo | None
    """The name and version that the plugin reports; null until then."""
    features: list[str] | None
    """The names of the plugin's features in the catalog; null until the plugin has reported them."""
    sources: list[str] | None
    """The kinds of the plugin's sources; null until the plugin has reported them."""
    leftOut: int
    """The number of the plugin's features that are missing from the catalog because their entries are incomplete."""


class HostPluginsResultPluginHostInfo(TypedDict):
    """The name and version that the plugin reports; null until then."""

    name: str
    version: str


class HostInspectParams(TypedDict):
    """The params of host/inspect."""

    instance: NotRequired[str | None]
    """The instance to inspect; by default all instances."""


class HostInspectResult(TypedDict):
    """The result of host/inspect."""

    instances: list[Inspection]
    """The instances, in the order in which they were opened."""


class HostCommandsParams(TypedDict):
    """The params of host/commands."""

    instance: NotRequired[str | None]
    """The instance that the user sees; by default only features to open are listed."""
    path: NotRequired[list[str] | None]
    """The names that lead to a child; absent, null or empty for the instance itself."""
    query: NotRequired[str | None]
    """The text that commands have to match; by default all match."""
    limit: NotRequired[int | None]
    """The maximum number of returned commands; 200 by default."""


class HostCommandsResult(TypedDict):
    """The result of host/commands."""

    commands: list[Command]
    """The commands, the best first."""
    count: int
    """The number of all commands that match."""


class RpcDiscoverResult(TypedDict):
    """The result of rpc.discover."""

    openrpc: str
    """The version of OpenRPC in which the document is written."""
    info: RpcDiscoverResultInfo
    """The name and version of the protocol."""
    methods: list[JSONObject]
    """Every method and notification."""
    components: JSONObject
    """The schemas, errors and tags to which the methods refer."""


class RpcDiscoverResultInfo(TypedDict):
    """The name and version of the protocol."""

    title: str
    """The protocol's name."""
    version: str
    """The protocol's version; each new edition increases the second number."""


class SourceOpenParams(TypedDict):
    """The params of source/open."""

    source: str
    """The source's name in the workspace."""
    kind: str
    """The plugin's name of the source."""
    options: JSONObject
    """The options of the source in the workspace."""


class SourceFetchParams(TypedDict):
    """The params of source/fetch."""

    source: str
    """The source's name in the workspace."""
    offset: NotRequired[int]
    """The number of rows before the page."""
    cursor: NotRequired[str]
    """The nextCursor of the previous page."""
    limit: int
    """The maximum number of rows."""
    refresh: NotRequired[Literal[True]]
    """True if the peer must read its rows again instead of using kept ones."""
    params: NotRequired[JSONObject]
    """The values of the params that the source declares; null for an absent value."""
    where: NotRequired[JSONObject]
    """The condition of the rows, as in a workspace; `all` and `any` may be empty."""
    text: NotRequired[str]
    """Words; a row matches if each word is in one of its members."""
    textKeys: NotRequired[list[str]]
    """The members in which the words are searched."""
    sort: NotRequired[list[SourceFetchParamsSortItem]]
    """The sort order, the most important key first."""


class SourceFetchParamsSortItem(TypedDict):
    key: str
    descending: bool
    number: bool
    """True if text that is a number is sorted as this number."""


class SourceFetchResult(TypedDict):
    """The result of source/fetch."""

    items: list[JSONObject]
    """The rows, in the source's order."""
    nextCursor: NotRequired[str | None]
    """The cursor of the next page."""
    endReached: NotRequired[bool | None]
    """True if this is the last page."""
    totalCount: NotRequired[int | None]
    """The total number of rows."""
    columns: NotRequired[list[SourceFetchResultColumn] | None]
    """The types that the source declares for the members of its rows."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by row id; rows that are absent here have none."""
    problems: NotRequired[SourceFetchResultProblems | None]


class SourceFetchResultColumn(TypedDict):
    key: str
    type: NotRequired[Literal["text", "number", "date", "toggle", None]]


class SourceFetchResultProblems(TypedDict):
    """The records of the source that could not be read as rows, or not as intended; null if there are none."""

    count: int
    """The number of all problems."""
    listed: list[SourceFetchResultProblemsListedItem]
    """The first 100 problems."""


class SourceFetchResultProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """The line on which the invalid record begins, counted from 1."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class SourceSearchParams(TypedDict):
    """The params of source/search."""

    source: str
    """The source's name in the workspace."""
    query: str
    """The query, without surrounding white space."""
    limit: int
    """The maximum number of results."""
    cursor: NotRequired[str]
    """The nextCursor of the previous results."""
    filter: NotRequired[str]
    """The id of the filter that results must pass."""
    params: NotRequired[JSONObject]
    """The values of the params that the source declares; null for an absent value."""
    keys: NotRequired[list[SourceSearchParamsKey]]
    """The members that are matched."""


class SourceSearchParamsKey(TypedDict):
    key: str
    weight: int


class SourceSearchResult(TypedDict):
    """The result of source/search."""

    items: list[JSONObject]
    """The rows, in the source's order."""
    nextCursor: NotRequired[str | None]
    """The cursor of the next page."""
    endReached: NotRequired[bool | None]
    """True if this is the last page."""
    totalCount: NotRequired[int | None]
    """The total number of rows."""
    columns: NotRequired[list[SourceSearchResultColumn] | None]
    """The types that the source declares for the members of its rows."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by row id; rows that are absent here have none."""
    problems: NotRequired[SourceSearchResultProblems | None]
    matches: NotRequired[dict[str, list[SourceSearchResultMatchItem] | None] | None]
    """The matching ranges of rows, by row id."""


class SourceSearchResultColumn(TypedDict):
    key: str
    type: NotRequired[Literal["text", "number", "date", "toggle", None]]


class SourceSearchResultProblems(TypedDict):
    """The records of the source that could not be read as rows, or not as intended; null if there are none."""

    count: int
    """The number of all problems."""
    listed: list[SourceSearchResultProblemsListedItem]
    """The first 100 problems."""


class SourceSearchResultProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """The line on which the invalid record begins, counted from 1."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class SourceSearchResultMatchItem(TypedDict):
    key: str
    ranges: list[list[int]]
    """Start and end in Unicode scalars, ascending."""


class SourceInsertParams(TypedDict):
    """The params of source/insert."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The id of the operation; an operation whose id is repeated is not performed again."""
    id: NotRequired[str]
    """The new row's id."""
    value: NotRequired[JSONObject]
    """The row."""
    beforeId: NotRequired[str | None]
    """The id of the row before which the new row is inserted; null: at the end."""
    items: NotRequired[list[SourceInsertParamsItem]]
    """Several rows, added in this order: all of them or none."""


class SourceInsertParamsItem(TypedDict):
    id: str
    """The new row's id."""
    value: JSONObject
    """The row."""
    beforeId: str | None
    """The id of the row before which the new row is inserted; null: at the end."""


class SourceInsertResult(TypedDict):
    """The result of source/insert."""

    item: NotRequired[JSONObject | None]
    """The current row."""
    version: NotRequired[str | None]
    """The version of the row, if the source has versions."""
    items: NotRequired[list[JSONObject] | None]
    """The current rows, in the order of the params."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by row id; rows that are absent here have none."""


class SourceUpdateParams(TypedDict):
    """The params of source/update."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The id of the operation; an operation whose id is repeated is not performed again."""
    id: NotRequired[str]
    """The row's id."""
    patch: NotRequired[JSONObject]
    """A JSON Merge Patch (RFC 7396)."""
    ifVersion: NotRequired[str]
    """The version that the row must have; otherwise the change is refused."""
    items: NotRequired[list[SourceUpdateParamsItem]]
    """Several rows, changed together: all of them or none."""


class SourceUpdateParamsItem(TypedDict):
    id: str
    """The row's id."""
    patch: JSONObject
    """A JSON Merge Patch (RFC 7396)."""
    ifVersion: NotRequired[str]
    """The version that the row must have; otherwise the change is refused."""


class SourceUpdateResult(TypedDict):
    """The result of source/update."""

    item: NotRequired[JSONObject]
    """The current row."""
    version: NotRequired[str | None]
    """The version of the row, if the source has versions."""
    items: NotRequired[list[JSONObject]]
    """The current rows, in the order of the params."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by row id; rows that are absent here have none."""


class SourceMoveParams(TypedDict):
    """The params of source/move."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The id of the operation; an operation whose id is repeated is not performed again."""
    ids: list[str]
    """The ids of the rows."""
    beforeId: NotRequired[str | None]
    """The id of the row right before which the rows are moved; null: to the end."""
    afterId: NotRequired[str]
    """The id of the row right behind which the rows are moved."""


class SourceDeleteParams(TypedDict):
    """The params of source/delete."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The id of the operation; an operation whose id is repeated is not performed again."""
    ids: list[str]
    """The ids of the rows."""
    ifVersions: NotRequired[dict[str, str]]
    """The versions that rows must have, by row id; a row that is absent here is deleted in any version."""


class SourcePerformParams(TypedDict):
    """The params of source/perform."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The id of the operation; an operation whose id is repeated is not performed again."""
    operation: str
    """The operation's name."""
    input: Any
    """The value, including secrets."""


class SourcePerformResult(TypedDict):
    """The result of source/perform."""

    output: NotRequired[Any]
    """The result of the operation; null by default."""
    errors: NotRequired[list[SourcePerformResultError] | None]
    """The validation errors of the values; an empty array means success."""


class SourcePerformResultError(TypedDict):
    path: NotRequired[str | None]
    """The path of a field."""
    code: str
    """A code for programs."""
    message: str
    """A sentence for users."""


class SourceChangedParams(TypedDict):
    """The params of source/changed."""

    source: str
    """The name of the source whose rows have changed."""
    opId: NotRequired[str | None]
    """The id of the operation that changed the rows."""


FeatureSnapshotResult: TypeAlias = Snapshot
StateSnapshotParams: TypeAlias = Snapshot
