"""What stands on the wire, as dictionaries with typed members: made of protocol/model by `make protocol`.

A member that the host leaves out where there is nothing to say is `NotRequired`; later editions may add others.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JSONObject: TypeAlias = dict[str, Any]


class CatalogEntry(TypedDict):
    """A feature that can be opened."""

    id: str
    kind: Literal["list", "form", "search", "flow", "view"]
    title: str
    plugin: NotRequired[str]
    """The plugin that has it; absent where that is the host."""
    actions: list[CatalogEntryAction]
    state: JSONObject | bool
    """A JSON Schema of the state that a snapshot holds."""
    output: NotRequired[JSONObject]
    """A JSON Schema of what it hands on when it is completed; absent where that can't be said before."""
    fixtures: NotRequired[list[str]]
    """The names of its example states; absent where it has none."""


class CatalogEntryAction(TypedDict):
    name: str
    params: JSONObject | bool
    """A JSON Schema."""


class Snapshot(TypedDict):
    """A snapshot of an instance, or of one child of it."""

    instance: str
    path: NotRequired[list[str]]
    """Which child it is of; absent where it is of the instance."""
    feature: str
    """The feature's id."""
    kind: Literal["list", "form", "search", "flow", "view"]
    revision: int
    """The revision."""
    conflated: NotRequired[int]
    """The number of revisions that it stands for; absent if it is one."""
    cause: Cause
    settled: bool
    """True if nothing is on its way."""
    effects: list[Effect]
    unavailable: dict[str, str]
    """The actions that would be refused now, each with its reason."""
    errors: list[ErrorEntry]
    presentation: Presentation | None
    queue: list[PresentationWaiting]
    blocked: NotRequired[PresentationBlocked | None]
    """Absent where there is a path."""
    toolbar: list[PresentationToolbarItem]
    animation: NotRequired[Animation | None]
    """Of this revision alone; absent where there is a path."""
    state: JSONObject
    """The feature's own state, in the shape that its kind and its catalog entry say."""


class Child(TypedDict):
    """A child within its parent's state."""

    feature: str
    kind: Literal["list", "form", "search", "flow", "view"]
    settled: bool
    """True if nothing is on its way."""
    effects: list[Effect]
    unavailable: dict[str, str]
    """The actions that would be refused now, each with its reason."""
    errors: list[ErrorEntry]
    presentation: Presentation | None
    queue: list[PresentationWaiting]
    toolbar: list[PresentationToolbarItem]
    state: JSONObject
    """The feature's own state, in the shape that its kind and its catalog entry say."""


class KeyedChild(TypedDict):
    """One of the children that are reached by their ids."""

    id: str
    """The second part of its path, after the member's name."""
    child: Child


class Cause(TypedDict):
    """The cause of a revision."""

    action: str
    """The action's name."""
    path: list[str]
    """The names that lead to a child; empty for the instance itself."""
    origin: Literal["client", "peer", "effect", "clock", "host"]
    request: NotRequired[str | int | None]
    """The id of the request that brought the action."""
    cancelled: NotRequired[list[str]]
    """The ids of the effects that it ended."""


class Effect(TypedDict):
    """Work that is under way."""

    id: str
    """Unique in the instance, and never used twice."""
    name: str
    """The kind of work."""
    background: bool
    """True if waits don't count it."""


class ErrorEntry(TypedDict):
    """An error that is shown to the user."""

    id: str
    """Unique in its feature, and never used twice."""
    code: str
    """A camelCase word for programs."""
    message: str
    """A sentence for people."""
    status: NotRequired[int]
    """The HTTP status of a serverError."""
    retryable: bool
    display: Literal["fullScreen", "banner", "alert", "inline"]
    retry: NotRequired[str]
    """The action that tries again."""


class Animation(TypedDict):
    """A hint for drawing the change of a snapshot."""

    kind: AnimationKind
    response: NotRequired[float]
    """The period of the spring without damping, in seconds."""
    damping: NotRequired[float]
    """1 comes to rest without a swing, less swings longer."""
    phases: NotRequired[list[str]]
    """All the phases that there are, in their order."""
    phase: NotRequired[str]
    """The phase that the change leads to, one of the phases."""
    tracks: NotRequired[list[AnimationTrack]]
    """The tracks, played in parallel."""
    repeats: NotRequired[int]
    """The number of times that the tracks are played."""
    id: NotRequired[str]
    """The id of the element before and after."""
    durationMs: NotRequired[int]
    """The duration of the movement."""


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
    """The value that is reached."""
    durationMs: int
    """The time until it is reached."""
    curve: Literal["linear", "spring"]
    """The curve to it."""


class ViewState(TypedDict):
    """The state of a view: members of its own, its children, and how to draw them."""

    layout: NotRequired[list[LayoutItem]]


class LayoutItem(TypedDict):
    """One line of a view's layout."""

    key: NotRequired[str]
    """The member of the state, or the child's name."""
    label: str
    type: LayoutItemType
    action: NotRequired[str]
    params: NotRequired[JSONObject]
    role: NotRequired[str]
    when: NotRequired[str]
    """The Boolean member that must be true."""


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


class CommonRetryParams(TypedDict):
    id: NotRequired[str | None]


class CommonDismissErrorParams(TypedDict):
    id: str


class CommonSetTaskIdParams(TypedDict):
    id: str


class ListState(TypedDict):
    """The state of a list."""

    title: str
    phase: Literal["idle", "loading", "loaded", "failed"]
    content: Literal["none", "loaded"]
    empty: Literal[None, "noData", "noMatch"]
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
    """Which rows are wanted."""
    filters: list[ListStateFilterItem]
    """The declared filters."""
    sort: list[ListStateSortItem]
    """The sort order, the most important key first."""
    selection: ListStateSelection
    activeId: str | None
    isStale: bool
    problems: ListStateProblems | None


class ListStateLoads(TypedDict):
    refresh: ListStateLoadsRefresh
    append: ListStateLoadsAppend
    restore: NotRequired[ListStateLoadsRestore]


class ListStateLoadsRefresh(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """What it failed with; absent where dismissed."""


class ListStateLoadsAppend(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """What it failed with; absent where dismissed."""
    endReached: bool


class ListStateLoadsRestore(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """What it failed with; absent where dismissed."""


class ListStateItem(TypedDict):
    id: str
    value: JSONObject
    version: NotRequired[str]
    """Which state of the row this is, for `ifVersion`."""
    pending: Literal[None, "insert", "update", "move", "delete"]
    errorId: NotRequired[str]
    """The error of the row's last edit."""
    section: NotRequired[str]
    """The group that it belongs to."""
    dropped: NotRequired[Literal[True]]
    """Its value is not here just now."""


class ListStateWindow(TypedDict):
    offset: int
    limit: int
    omitted: NotRequired[int]
    """How many rows of the window are left out, since all would be too long together."""


class ListStateChanges(TypedDict):
    inserted: list[str]
    removed: list[str]
    moved: list[str]
    changed: list[str]


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
    """Parts of the source that could not be read, or not as they were meant; null where there are none."""

    count: int
    """The number of all problems."""
    listed: list[ListStateProblemsListedItem]
    """The first 100 of them."""


class ListStateProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """Where it begins."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class Column(TypedDict):
    """A column to draw."""

    key: str
    label: str
    type: Literal["text", "number", "date", "toggle"]
    role: ColumnRole


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


class ListOpenItemParams(TypedDict):
    id: str


class FormState(TypedDict):
    """The state of a form."""

    title: str
    sections: list[FormStateSection]
    """Of a form with steps, those of the step that is shown."""
    fields: dict[str, FormField]
    """By path."""
    formMessages: list[FormFieldMessage]
    """The validation errors of the form as a whole."""
    conflicts: NotRequired[list[str]]
    """The paths of the fields that others have changed too, where there are any."""
    isDirty: bool
    isValid: bool
    isValidating: bool
    status: FormStateStatus
    submitCount: int
    result: JSONObject | None
    """The values of the last success."""
    focus: FormStateFocus
    step: FormStateStep | None
    """Of a form with steps the one that is shown."""
    hasDraft: bool
    """True if a draft of an earlier time is offered."""


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
    """Of a form with steps the one that is shown."""

    id: str
    title: str
    index: int
    count: int


class FormField(TypedDict):
    """A field of a form."""

    type: FormFieldType
    label: str
    value: Any
    """The entered value; of a secure field, if a secret is set; of a repeated field its items' ids."""
    conflict: NotRequired[FormFieldConflict]
    """A conflict with a change by others: the original value, and theirs."""
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
    """Of a picker: whether a person can pick nothing; false where it must not be empty."""
    optionsFrom: NotRequired[FormFieldOptionsFrom]
    """The state of options that come from a source."""
    fields: NotRequired[list[str]]
    """Of a group: the paths of its fields."""
    items: NotRequired[list[FormFieldItem]]
    """Of a repeated field."""


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
    """A conflict with a change by others: the original value, and theirs."""

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


class FormFieldOptionsFrom(TypedDict):
    """The state of options that come from a source."""

    status: Literal["idle", "loading", "failed"]
    query: str
    endReached: bool


class FormFieldItem(TypedDict):
    id: str
    fields: list[str]


class FormFieldMessage(TypedDict):
    code: str
    """A constraint's, a rule's own, or whatever a source says."""
    text: str
    severity: Literal["error", "warning"]


class FormSetValueParams(TypedDict):
    path: str
    value: Any


class FormSetValuesParams(TypedDict):
    values: JSONObject
    """By field name."""


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
    """By field name."""


class FormKeepMineParams(TypedDict):
    path: NotRequired[str | None]


class FormTakeTheirsParams(TypedDict):
    path: NotRequired[str | None]


class FormInsertItemParams(TypedDict):
    path: str
    value: NotRequired[JSONObject | None]
    """By field name."""
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
    """The query that the results answer."""
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
    """In the order in which they were selected."""
    empty: Literal[None, "prompt", "noResults"]
    append: SearchStateAppend
    filter: str | SearchStateFilter | None
    """Which rows are wanted."""
    filters: list[SearchStateFilterItem]
    """The declared filters."""
    actions: list[SearchStateAction]
    """The actions for which a result can be accepted, the default first; empty if none is declared."""
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
    """Which state of the row this is."""
    matches: list[SearchStateGroupItemMatch]
    enabled: bool
    """True if it can be accepted."""


class SearchStateGroupItemMatch(TypedDict):
    key: str
    ranges: list[list[int]]
    """Start and end in Unicode scalars, ascending."""


class SearchStateWindow(TypedDict):
    offset: int
    limit: int
    omitted: NotRequired[int]
    """How many rows of the window are left out, since all would be too long together."""


class SearchStateAppend(TypedDict):
    status: Literal["idle", "loading", "failed"]
    errorId: NotRequired[str]
    """What it failed with; absent where dismissed."""
    endReached: bool


class SearchStateFilter(TypedDict):
    id: NotRequired[str]
    text: str


class SearchStateFilterItem(TypedDict):
    id: str
    title: str


class SearchStateAction(TypedDict):
    id: str
    title: str


class SearchStatePerforming(TypedDict):
    action: str
    """The one of the actions that they were accepted for."""
    ids: list[str]
    """In the order in which they were selected."""


class SearchStateProblems(TypedDict):
    """Parts of the source that could not be read, or not as they were meant; null where there are none."""

    count: int
    """The number of all problems."""
    listed: list[SearchStateProblemsListedItem]
    """The first 100 of them."""


class SearchStateProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """Where it begins."""
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


class FlowState(TypedDict):
    """The state of a flow."""

    title: str
    stack: list[FlowStateStackItem]
    """From the root to the top, which alone has its child."""
    steps: FlowStateSteps | None
    """Of a flow with steps where a person is."""
    status: FlowStateStatus
    output: Any
    """The output of the completed flow."""


class FlowStateStackItem(TypedDict):
    key: str
    """Never used twice in an instance."""
    route: str
    title: str
    params: JSONObject
    reason: NotRequired[FlowStateStackItemReason]
    """The reason why no action is possible on its row."""
    child: NotRequired[Child]


class FlowStateStackItemReason(TypedDict):
    """The reason why no action is possible on its row."""

    code: Literal["gone"]
    ids: list[str]
    """The row."""
    text: str


class FlowStateSteps(TypedDict):
    """Of a flow with steps where a person is."""

    id: str
    title: str
    index: int
    count: int
    canGoBack: bool
    canGoForward: bool
    canSkip: bool
    isSummary: bool
    """True if it shows the answers and asks for nothing."""
    way: list[FlowStateStepsWayItem]
    """The steps that the answers lead through."""
    answers: JSONObject
    """The outputs of the steps on the way, by step id."""
    hasDraft: bool
    """True if a draft of an earlier time is offered."""


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


class Presentation(TypedDict):
    """A presentation over a feature."""

    key: str
    """Never used twice in an instance."""
    style: PresentationStyle
    title: str
    message: str | None
    target: NotRequired[PresentationTarget]
    """The rows that it is about."""
    reason: NotRequired[PresentationReason]
    """The reason why no action is possible on its rows."""
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
    """The reason why no action is possible on its rows."""

    code: Literal["gone", "changed"]
    members: NotRequired[list[str]]
    """The members that have changed."""
    ids: NotRequired[list[str]]
    """The rows that are gone or have changed."""
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
    """An action that was held back because it would lose changes."""

    action: str
    path: list[str]
    """The path that it was sent to."""
    by: list[str]
    """The feature that has unsaved changes."""
    reason: Literal["unsavedChanges"]


class PresentationToolbarItem(TypedDict):
    """A button."""

    action: str
    params: NotRequired[JSONObject]
    title: str
    role: PresentationToolbarItemRole


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


class Inspection(TypedDict):
    """What is under way in an instance, and how it came to be as it is."""

    instance: str
    """The instance's name."""
    feature: str
    """The id of its feature."""
    subscribers: int
    """How many subscriptions there are, children's included."""
    revision: int
    """The newest revision."""
    settled: bool
    """True if nothing is on its way."""
    effects: list[InspectionEffect]
    """What is under way, oldest first."""
    queued: int
    """How many actions wait to be applied in a turn that was cut short."""
    dropped: int
    """How many actions and failures came of effects that were cancelled before."""
    starts: list[InspectionStart]
    """The newest starts of features, oldest first."""
    causes: list[InspectionCause]
    """Why there are the newest revisions, oldest first."""


class InspectionEffect(TypedDict):
    """Work that is under way."""

    id: str
    """As in snapshots."""
    name: str
    """What kind of work it is."""
    path: list[str]
    background: bool
    """Whether waits don't count it."""
    kind: Literal["work", "timer"]
    since: int
    """The revision that it began with."""


class InspectionStart(TypedDict):
    """A feature was started."""

    revision: int
    """The revision whose cause brought it about."""
    path: list[str]
    taskId: str | None
    """The task id that it was started with."""
    reason: Literal["subscribed", "taskId", "reset", "appeared"]


class InspectionCause(TypedDict):
    """Why there was a revision."""

    revision: int
    """The revision."""
    action: str
    """The action's name."""
    path: list[str]
    origin: Literal["client", "peer", "effect", "clock", "host"]
    request: NotRequired[str | int | None]
    """The id of the request that brought the action."""
    cancelled: NotRequired[list[str]]
    """The ids of the effects that it ended."""
    began: NotRequired[list[str]]
    """The ids of the effects that began since the revision before."""


class UntrustedWorkspace(TypedDict):
    """A workspace whose programs are not run, since it is not trusted."""

    workspace: str
    """Its file, as an absolute path."""
    sha256: str
    """The SHA-256 of its bytes."""
    programs: list[UntrustedWorkspaceProgram]
    """The programs that it would run."""


class UntrustedWorkspaceProgram(TypedDict):
    kind: Literal["command", "search", "operation", "plugin"]
    """The purpose of the program."""
    name: str
    """The source or the plugin; of an operation SOURCE/OPERATION."""
    argv: list[str]
    """The program and its arguments."""


class InitializeParams(TypedDict):
    """The params of initialize."""

    protocolVersions: NotRequired[list[str] | None]
    """The versions that the client speaks; one of them must be "1"."""
    clientInfo: NotRequired[InitializeParamsClientInfo | None]
    """Who it is; for people."""
    processId: NotRequired[int | None]
    """The client's process: the session ends when it is gone."""
    reducedMotion: NotRequired[bool | None]
    """True if the user wants no motion: animation is null in every snapshot."""
    capabilities: NotRequired[InitializeParamsCapabilities | None]
    """What the client can do, and the sources that it answers for."""


class InitializeParamsClientInfo(TypedDict):
    """Who it is; for people."""

    name: NotRequired[str]
    version: NotRequired[str]


class InitializeParamsCapabilities(TypedDict):
    """What the client can do, and the sources that it answers for."""

    updates: NotRequired[Literal["snapshot", "patch", None]]
    sources: NotRequired[list[str] | None]


class InitializeResult(TypedDict):
    """The result of initialize."""

    protocolVersion: Literal["1"]
    hostInfo: InitializeResultHostInfo
    capabilities: InitializeResultCapabilities
    limits: InitializeResultLimits
    untrusted: NotRequired[UntrustedWorkspace]
    features: list[CatalogEntry]


class InitializeResultHostInfo(TypedDict):
    name: str
    version: str


class InitializeResultCapabilities(TypedDict):
    updates: list[Literal["snapshot", "patch"]]
    features: Literal[True]
    """It has features, as a plugin may or may not."""
    virtualClock: bool
    """True if the host accepts clock/advance."""
    requestIds: NotRequired[bool]
    """True if feature/send takes a requestId."""
    sources: list[str]
    """The sources that the client will be asked for."""


class InitializeResultLimits(TypedDict):
    maxFrameBytes: int
    """The longest frame that is read."""
    maxQueuedUpdates: int
    """How many updates wait for a slow reader before they are conflated."""
    maxQueuedBytes: int
    """How many bytes of updates wait before they are conflated."""
    maxUnreadBytes: int
    """How many bytes of unread answers make the host stop reading."""
    drainMs: int
    """How long the end of a session waits for what is under way."""
    maxSessions: NotRequired[int]
    """How many sessions there may be; of a host on a socket alone."""
    maxInFlight: int
    """How many requests of a session may wait."""
    maxInstances: int
    """How many instances may be open."""
    realWaitMs: int
    """How long a step of virtual time waits for outstanding work."""
    maxBatchMembers: int
    """How many members a batch may have."""


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
    """What configures the feature."""
    instance: NotRequired[str | None]
    """The name of the instance; generated where it is absent."""
    fixture: NotRequired[str | None]
    """The name of an example state, from `fixtures` of the catalog."""
    updates: NotRequired[Literal["snapshot", "patch", None]]
    """How the session is told of the instance."""
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
    """What configures the feature."""
    instance: NotRequired[str | None]
    """The name of the instance; generated where it is absent."""
    fixture: NotRequired[str | None]
    """The name of an example state, from `fixtures` of the catalog."""
    updates: NotRequired[Literal["snapshot", "patch", None]]
    """How the session is told of the instance."""
    timeoutMs: NotRequired[int | None]
    """How long it may last, in milliseconds of the host's clock."""


class FeatureRunResult(TypedDict):
    """The result of feature/run."""

    outcome: Literal["completed", "cancelled", "timedOut", "failed"]
    """What came of it."""
    output: NotRequired[Any]
    """What it hands on."""
    error: NotRequired[FeatureRunResultError]
    """Why it has failed."""


class FeatureRunResultError(TypedDict):
    """Why it has failed."""

    code: str
    """A camelCase word for programs."""
    message: str
    """A sentence for people."""


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
    """True if nothing is on its way."""


class FeatureSettleParams(TypedDict):
    """The params of feature/settle."""

    instance: str
    """The instance's name."""
    timeoutMs: NotRequired[int | None]
    """How long to wait, in milliseconds of real time."""


class FeatureSettleResult(TypedDict):
    """The result of feature/settle."""

    revision: int
    """The revision."""
    settled: bool
    """True if nothing is on its way."""


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
    """How the session is told of the instance."""
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
    """Which child it is of; absent for the instance itself."""
    revision: int
    """The revision that the patch leads to."""
    base: int
    """The revision of the snapshot that the patch applies to."""
    patch: list[StatePatchParamsOperation]
    """JSON Patch (RFC 6902), whose root is a snapshot."""


class StatePatchParamsOperation(TypedDict):
    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


class StateClosedParams(TypedDict):
    """The params of state/closed."""

    instance: str
    path: NotRequired[list[str]]
    """The child that is gone; absent where the instance is closed."""
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
    """Its name."""
    state: Literal["idle", "starting", "ready", "waiting", "down"]
    pid: int | None
    """The id of its process."""
    restarts: int
    """How many times it was started again."""
    lastError: str | None
    """Why it failed last; for people."""
    hostInfo: HostPluginsResultPluginHostInfo | None
    """What it calls itself; null where it has not said so."""
    features: list[str] | None
    """The names of its features in the catalog; null where it has not told them."""
    sources: list[str] | None
    """The kinds of its sources; null where it has not told them."""
    leftOut: int
    """How many of its features are not in the catalog."""


class HostPluginsResultPluginHostInfo(TypedDict):
    """What it calls itself; null where it has not said so."""

    name: str
    version: str


class HostInspectParams(TypedDict):
    """The params of host/inspect."""

    instance: NotRequired[str | None]
    """The instance to tell of; all of them where it is absent."""


class HostInspectResult(TypedDict):
    """The result of host/inspect."""

    instances: list[Inspection]
    """The instances, in the order in which they were opened."""


class RpcDiscoverResult(TypedDict):
    """The result of rpc.discover."""

    openrpc: str
    """The version of OpenRPC that the document is written by."""
    info: RpcDiscoverResultInfo
    """What the document is of."""
    methods: list[JSONObject]
    """Every method and notification."""
    components: JSONObject
    """What they refer to: schemas, errors and tags."""


class RpcDiscoverResultInfo(TypedDict):
    """What the document is of."""

    title: str
    """The protocol's name."""
    version: str
    """The protocol's version; an edition adds to the second number."""


class SourceOpenParams(TypedDict):
    """The params of source/open."""

    source: str
    """The source's name in the workspace."""
    kind: str
    """Which of the plugin's sources it is."""
    options: JSONObject
    """What the workspace says about it."""


class SourceFetchParams(TypedDict):
    """The params of source/fetch."""

    source: str
    """The source's name in the workspace."""
    offset: NotRequired[int]
    """How many rows are before the page."""
    cursor: NotRequired[str]
    """The nextCursor of the page before."""
    limit: int
    """How many rows are wanted at most."""
    refresh: NotRequired[Literal[True]]
    """What the peer may have kept is to be read anew."""
    where: NotRequired[JSONObject]
    """The condition that rows must fulfil, as in a workspace; its lists may be empty."""
    text: NotRequired[str]
    """Words, each of which must be in one of the row's members."""
    textKeys: NotRequired[list[str]]
    """The members that the words are looked for in."""
    sort: NotRequired[list[SourceFetchParamsSortItem]]
    """What rows are sorted by, the most important key first."""


class SourceFetchParamsSortItem(TypedDict):
    key: str
    descending: bool
    number: bool
    """True if text that says a number counts as this number."""


class SourceFetchResult(TypedDict):
    """The result of source/fetch."""

    items: list[JSONObject]
    """The rows, in the source's order."""
    nextCursor: NotRequired[str | None]
    """What asks for the next page."""
    endReached: NotRequired[bool | None]
    """True if this is the last page."""
    totalCount: NotRequired[int | None]
    """How many rows there are in all."""
    columns: NotRequired[list[SourceFetchResultColumn] | None]
    """The types that the source declares for the members of its rows."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by their ids; rows that are not named have none of the source's own."""
    problems: NotRequired[SourceFetchResultProblems | None]


class SourceFetchResultColumn(TypedDict):
    key: str
    type: NotRequired[Literal["text", "number", "date", "toggle", None]]


class SourceFetchResultProblems(TypedDict):
    """Parts of the source that could not be read, or not as they were meant; null where there are none."""

    count: int
    """The number of all problems."""
    listed: list[SourceFetchResultProblemsListedItem]
    """The first 100 of them."""


class SourceFetchResultProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """Where it begins."""
    id: NotRequired[str]
    """The row's id."""
    code: str
    message: str


class SourceSearchParams(TypedDict):
    """The params of source/search."""

    source: str
    """The source's name in the workspace."""
    query: str
    """What is looked for, without white space around it."""
    limit: int
    """How many results are wanted at most."""
    cursor: NotRequired[str]
    """The nextCursor of the results before."""
    filter: NotRequired[str]
    """The id of the filter that results must pass."""
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
    """What asks for the next page."""
    endReached: NotRequired[bool | None]
    """True if this is the last page."""
    totalCount: NotRequired[int | None]
    """How many rows there are in all."""
    columns: NotRequired[list[SourceSearchResultColumn] | None]
    """The types that the source declares for the members of its rows."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by their ids; rows that are not named have none of the source's own."""
    problems: NotRequired[SourceSearchResultProblems | None]
    matches: NotRequired[dict[str, list[SourceSearchResultMatchItem] | None] | None]
    """Where rows match, by their ids."""


class SourceSearchResultColumn(TypedDict):
    key: str
    type: NotRequired[Literal["text", "number", "date", "toggle", None]]


class SourceSearchResultProblems(TypedDict):
    """Parts of the source that could not be read, or not as they were meant; null where there are none."""

    count: int
    """The number of all problems."""
    listed: list[SourceSearchResultProblemsListedItem]
    """The first 100 of them."""


class SourceSearchResultProblemsListedItem(TypedDict):
    line: NotRequired[int]
    """Where it begins."""
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
    """The operation: one that comes again is not done twice."""
    id: NotRequired[str]
    """The new row's id."""
    value: NotRequired[JSONObject]
    """The row."""
    beforeId: NotRequired[str | None]
    """The row that it is to stand before; null: at the end."""
    items: NotRequired[list[SourceInsertParamsItem]]
    """Several rows, which are added one after the other: all of them or none."""


class SourceInsertParamsItem(TypedDict):
    id: str
    """The new row's id."""
    value: JSONObject
    """The row."""
    beforeId: str | None
    """The row that it is to stand before; null: at the end."""


class SourceInsertResult(TypedDict):
    """The result of source/insert."""

    item: NotRequired[JSONObject | None]
    """The row as it is now."""
    version: NotRequired[str | None]
    """The version of the row, where the source has versions."""
    items: NotRequired[list[JSONObject] | None]
    """The rows as they are now, in the order of the params."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by their ids; rows that are not named have none of the source's own."""


class SourceUpdateParams(TypedDict):
    """The params of source/update."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The operation: one that comes again is not done twice."""
    id: NotRequired[str]
    """The row's id."""
    patch: NotRequired[JSONObject]
    """A JSON Merge Patch (RFC 7396)."""
    ifVersion: NotRequired[str]
    """The version that the row must have."""
    items: NotRequired[list[SourceUpdateParamsItem]]
    """Several rows, which are changed together: all of them or none."""


class SourceUpdateParamsItem(TypedDict):
    id: str
    """The row's id."""
    patch: JSONObject
    """A JSON Merge Patch (RFC 7396)."""
    ifVersion: NotRequired[str]
    """The version that the row must have."""


class SourceUpdateResult(TypedDict):
    """The result of source/update."""

    item: NotRequired[JSONObject]
    """The row as it is now."""
    version: NotRequired[str | None]
    """The version of the row, where the source has versions."""
    items: NotRequired[list[JSONObject]]
    """The rows as they are now, in the order of the params."""
    versions: NotRequired[dict[str, str] | None]
    """The versions of rows, by their ids; rows that are not named have none of the source's own."""


class SourceMoveParams(TypedDict):
    """The params of source/move."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The operation: one that comes again is not done twice."""
    ids: list[str]
    """The rows."""
    beforeId: NotRequired[str | None]
    """The row that they are to stand right before; null: the end."""
    afterId: NotRequired[str]
    """The row that they are to stand right behind."""


class SourceDeleteParams(TypedDict):
    """The params of source/delete."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The operation: one that comes again is not done twice."""
    ids: list[str]
    """The rows."""
    ifVersions: NotRequired[dict[str, str]]
    """The versions that rows must have, by their ids; a row that is not named goes whatever its version."""


class SourcePerformParams(TypedDict):
    """The params of source/perform."""

    source: str
    """The source's name in the workspace."""
    opId: str
    """The operation: one that comes again is not done twice."""
    operation: str
    """The operation's name."""
    input: Any
    """The value, secrets included."""


class SourcePerformResult(TypedDict):
    """The result of source/perform."""

    output: NotRequired[Any]
    """What it brought; null where it is absent."""
    errors: NotRequired[list[SourcePerformResultError] | None]
    """That values are wrong; an empty array is success."""


class SourcePerformResultError(TypedDict):
    path: NotRequired[str | None]
    """The path of a field."""
    code: str
    """A word for programs."""
    message: str
    """A sentence for people."""


class SourceChangedParams(TypedDict):
    """The params of source/changed."""

    source: str
    """Whose rows."""
    opId: NotRequired[str | None]
    """The operation that changed them."""


FeatureSnapshotResult: TypeAlias = Snapshot
StateSnapshotParams: TypeAlias = Snapshot
