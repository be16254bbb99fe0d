// Made by `make protocol`: the compiler takes the files' bytes as they are, so that there is no second copy to keep
// current; it is built again when one has changed.
#include "CFHConformance.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "../../../protocol/conformance/cells-dates.jsonl"
};

static const unsigned char file1[] = {
#embed "../../../protocol/conformance/cells-locale-unknown.jsonl"
};

static const unsigned char file2[] = {
#embed "../../../protocol/conformance/cells-locale.jsonl"
};

static const unsigned char file3[] = {
#embed "../../../protocol/conformance/cells-none.jsonl"
};

static const unsigned char file4[] = {
#embed "../../../protocol/conformance/cells-numbers.jsonl"
};

static const unsigned char file5[] = {
#embed "../../../protocol/conformance/cells-relative.jsonl"
};

static const unsigned char file6[] = {
#embed "../../../protocol/conformance/cells-rows.jsonl"
};

static const unsigned char file7[] = {
#embed "../../../protocol/conformance/cells-search.jsonl"
};

static const unsigned char file8[] = {
#embed "../../../protocol/conformance/cells-values.jsonl"
};

static const unsigned char file9[] = {
#embed "../../../protocol/conformance/clock-delivered.jsonl"
};

static const unsigned char file10[] = {
#embed "../../../protocol/conformance/clock-due.jsonl"
};

static const unsigned char file11[] = {
#embed "../../../protocol/conformance/clock-order.jsonl"
};

static const unsigned char file12[] = {
#embed "../../../protocol/conformance/clock-outstanding.jsonl"
};

static const unsigned char file13[] = {
#embed "../../../protocol/conformance/clock-progress.jsonl"
};

static const unsigned char file14[] = {
#embed "../../../protocol/conformance/clock-repeatable.jsonl"
};

static const unsigned char file15[] = {
#embed "../../../protocol/conformance/clock-run.jsonl"
};

static const unsigned char file16[] = {
#embed "../../../protocol/conformance/clock-stops.jsonl"
};

static const unsigned char file17[] = {
#embed "../../../protocol/conformance/clock-waits-background.jsonl"
};

static const unsigned char file18[] = {
#embed "../../../protocol/conformance/clock-waits-never.jsonl"
};

static const unsigned char file19[] = {
#embed "../../../protocol/conformance/clock-waits-source.jsonl"
};

static const unsigned char file20[] = {
#embed "../../../protocol/conformance/clock-waits.jsonl"
};

static const unsigned char file21[] = {
#embed "../../../protocol/conformance/flow-about-again.jsonl"
};

static const unsigned char file22[] = {
#embed "../../../protocol/conformance/flow-about-changes.jsonl"
};

static const unsigned char file23[] = {
#embed "../../../protocol/conformance/flow-about-merge.jsonl"
};

static const unsigned char file24[] = {
#embed "../../../protocol/conformance/flow-about-wrong.jsonl"
};

static const unsigned char file25[] = {
#embed "../../../protocol/conformance/flow-about.jsonl"
};

static const unsigned char file26[] = {
#embed "../../../protocol/conformance/flow-answers.jsonl"
};

static const unsigned char file27[] = {
#embed "../../../protocol/conformance/flow-blocked.jsonl"
};

static const unsigned char file28[] = {
#embed "../../../protocol/conformance/flow-depth.jsonl"
};

static const unsigned char file29[] = {
#embed "../../../protocol/conformance/flow-draft-changed.jsonl"
};

static const unsigned char file30[] = {
#embed "../../../protocol/conformance/flow-draft-failing.jsonl"
};

static const unsigned char file31[] = {
#embed "../../../protocol/conformance/flow-draft.jsonl"
};

static const unsigned char file32[] = {
#embed "../../../protocol/conformance/flow-drafts-about.jsonl"
};

static const unsigned char file33[] = {
#embed "../../../protocol/conformance/flow-drafts-conflict.jsonl"
};

static const unsigned char file34[] = {
#embed "../../../protocol/conformance/flow-ending.jsonl"
};

static const unsigned char file35[] = {
#embed "../../../protocol/conformance/flow-form-pages.jsonl"
};

static const unsigned char file36[] = {
#embed "../../../protocol/conformance/flow-link.jsonl"
};

static const unsigned char file37[] = {
#embed "../../../protocol/conformance/flow-marked-rows.jsonl"
};

static const unsigned char file38[] = {
#embed "../../../protocol/conformance/flow-misfit.jsonl"
};

static const unsigned char file39[] = {
#embed "../../../protocol/conformance/flow-nested.jsonl"
};

static const unsigned char file40[] = {
#embed "../../../protocol/conformance/flow-other-rows.jsonl"
};

static const unsigned char file41[] = {
#embed "../../../protocol/conformance/flow-outputs.jsonl"
};

static const unsigned char file42[] = {
#embed "../../../protocol/conformance/flow-replace.jsonl"
};

static const unsigned char file43[] = {
#embed "../../../protocol/conformance/flow-root-outputs.jsonl"
};

static const unsigned char file44[] = {
#embed "../../../protocol/conformance/flow-saved.jsonl"
};

static const unsigned char file45[] = {
#embed "../../../protocol/conformance/flow-skip.jsonl"
};

static const unsigned char file46[] = {
#embed "../../../protocol/conformance/flow-stack.jsonl"
};

static const unsigned char file47[] = {
#embed "../../../protocol/conformance/flow-step-kinds.jsonl"
};

static const unsigned char file48[] = {
#embed "../../../protocol/conformance/flow-steps-leaving.jsonl"
};

static const unsigned char file49[] = {
#embed "../../../protocol/conformance/flow-steps.jsonl"
};

static const unsigned char file50[] = {
#embed "../../../protocol/conformance/flow-submit.jsonl"
};

static const unsigned char file51[] = {
#embed "../../../protocol/conformance/flow-summary.jsonl"
};

static const unsigned char file52[] = {
#embed "../../../protocol/conformance/flow-timeout.jsonl"
};

static const unsigned char file53[] = {
#embed "../../../protocol/conformance/flow-unknown-action.jsonl"
};

static const unsigned char file54[] = {
#embed "../../../protocol/conformance/flow-way.jsonl"
};

static const unsigned char file55[] = {
#embed "../../../protocol/conformance/form-about-unversioned.jsonl"
};

static const unsigned char file56[] = {
#embed "../../../protocol/conformance/form-conditions.jsonl"
};

static const unsigned char file57[] = {
#embed "../../../protocol/conformance/form-conflicts-items.jsonl"
};

static const unsigned char file58[] = {
#embed "../../../protocol/conformance/form-conflicts-written.jsonl"
};

static const unsigned char file59[] = {
#embed "../../../protocol/conformance/form-conflicts.jsonl"
};

static const unsigned char file60[] = {
#embed "../../../protocol/conformance/form-drafts-about.jsonl"
};

static const unsigned char file61[] = {
#embed "../../../protocol/conformance/form-drafts-conflict.jsonl"
};

static const unsigned char file62[] = {
#embed "../../../protocol/conformance/form-drafts-fail.jsonl"
};

static const unsigned char file63[] = {
#embed "../../../protocol/conformance/form-drafts-items.jsonl"
};

static const unsigned char file64[] = {
#embed "../../../protocol/conformance/form-drafts-offered.jsonl"
};

static const unsigned char file65[] = {
#embed "../../../protocol/conformance/form-drafts-order.jsonl"
};

static const unsigned char file66[] = {
#embed "../../../protocol/conformance/form-drafts-secrets.jsonl"
};

static const unsigned char file67[] = {
#embed "../../../protocol/conformance/form-drafts-shared.jsonl"
};

static const unsigned char file68[] = {
#embed "../../../protocol/conformance/form-drafts.jsonl"
};

static const unsigned char file69[] = {
#embed "../../../protocol/conformance/form-empty.jsonl"
};

static const unsigned char file70[] = {
#embed "../../../protocol/conformance/form-enter-much.jsonl"
};

static const unsigned char file71[] = {
#embed "../../../protocol/conformance/form-enter.jsonl"
};

static const unsigned char file72[] = {
#embed "../../../protocol/conformance/form-fields.jsonl"
};

static const unsigned char file73[] = {
#embed "../../../protocol/conformance/form-formats.jsonl"
};

static const unsigned char file74[] = {
#embed "../../../protocol/conformance/form-held.jsonl"
};

static const unsigned char file75[] = {
#embed "../../../protocol/conformance/form-items-keep.jsonl"
};

static const unsigned char file76[] = {
#embed "../../../protocol/conformance/form-items.jsonl"
};

static const unsigned char file77[] = {
#embed "../../../protocol/conformance/form-limits-come.jsonl"
};

static const unsigned char file78[] = {
#embed "../../../protocol/conformance/form-messages-all-shown.jsonl"
};

static const unsigned char file79[] = {
#embed "../../../protocol/conformance/form-messages-json-schema.jsonl"
};

static const unsigned char file80[] = {
#embed "../../../protocol/conformance/form-messages-order.jsonl"
};

static const unsigned char file81[] = {
#embed "../../../protocol/conformance/form-messages-required.jsonl"
};

static const unsigned char file82[] = {
#embed "../../../protocol/conformance/form-messages-shown-change.jsonl"
};

static const unsigned char file83[] = {
#embed "../../../protocol/conformance/form-messages-shown-left.jsonl"
};

static const unsigned char file84[] = {
#embed "../../../protocol/conformance/form-messages-shown-submit.jsonl"
};

static const unsigned char file85[] = {
#embed "../../../protocol/conformance/form-messages.jsonl"
};

static const unsigned char file86[] = {
#embed "../../../protocol/conformance/form-options-more.jsonl"
};

static const unsigned char file87[] = {
#embed "../../../protocol/conformance/form-options.jsonl"
};

static const unsigned char file88[] = {
#embed "../../../protocol/conformance/form-output.jsonl"
};

static const unsigned char file89[] = {
#embed "../../../protocol/conformance/form-paths.jsonl"
};

static const unsigned char file90[] = {
#embed "../../../protocol/conformance/form-pattern-work.jsonl"
};

static const unsigned char file91[] = {
#embed "../../../protocol/conformance/form-rows-input.jsonl"
};

static const unsigned char file92[] = {
#embed "../../../protocol/conformance/form-rows-insert.jsonl"
};

static const unsigned char file93[] = {
#embed "../../../protocol/conformance/form-rows-patch.jsonl"
};

static const unsigned char file94[] = {
#embed "../../../protocol/conformance/form-rows-wrong.jsonl"
};

static const unsigned char file95[] = {
#embed "../../../protocol/conformance/form-rows.jsonl"
};

static const unsigned char file96[] = {
#embed "../../../protocol/conformance/form-state.jsonl"
};

static const unsigned char file97[] = {
#embed "../../../protocol/conformance/form-steps.jsonl"
};

static const unsigned char file98[] = {
#embed "../../../protocol/conformance/form-submit-fails.jsonl"
};

static const unsigned char file99[] = {
#embed "../../../protocol/conformance/form-submit-items.jsonl"
};

static const unsigned char file100[] = {
#embed "../../../protocol/conformance/form-submit-verdict.jsonl"
};

static const unsigned char file101[] = {
#embed "../../../protocol/conformance/form-submit-wrong.jsonl"
};

static const unsigned char file102[] = {
#embed "../../../protocol/conformance/form-submit.jsonl"
};

static const unsigned char file103[] = {
#embed "../../../protocol/conformance/form-success.jsonl"
};

static const unsigned char file104[] = {
#embed "../../../protocol/conformance/form-touch.jsonl"
};

static const unsigned char file105[] = {
#embed "../../../protocol/conformance/form-unknown-names.jsonl"
};

static const unsigned char file106[] = {
#embed "../../../protocol/conformance/form-values-first.jsonl"
};

static const unsigned char file107[] = {
#embed "../../../protocol/conformance/form-values.jsonl"
};

static const unsigned char file108[] = {
#embed "../../../protocol/conformance/form-verdict-under-way.jsonl"
};

static const unsigned char file109[] = {
#embed "../../../protocol/conformance/form-verdict.jsonl"
};

static const unsigned char file110[] = {
#embed "../../../protocol/conformance/front-ends/form-messages.jsonl"
};

static const unsigned char file111[] = {
#embed "../../../protocol/conformance/front-ends/form-unknown-types.jsonl"
};

static const unsigned char file112[] = {
#embed "../../../protocol/conformance/front-ends/list-cells.jsonl"
};

static const unsigned char file113[] = {
#embed "../../../protocol/conformance/front-ends/list-columns.jsonl"
};

static const unsigned char file114[] = {
#embed "../../../protocol/conformance/front-ends/list-conflated.jsonl"
};

static const unsigned char file115[] = {
#embed "../../../protocol/conformance/front-ends/list-sections.jsonl"
};

static const unsigned char file116[] = {
#embed "../../../protocol/conformance/front-ends/list-unknown-types.jsonl"
};

static const unsigned char file117[] = {
#embed "../../../protocol/conformance/front-ends/messages-errors.jsonl"
};

static const unsigned char file118[] = {
#embed "../../../protocol/conformance/front-ends/messages-ids.jsonl"
};

static const unsigned char file119[] = {
#embed "../../../protocol/conformance/front-ends/methods-inspection.jsonl"
};

static const unsigned char file120[] = {
#embed "../../../protocol/conformance/front-ends/methods-unknown-kinds.jsonl"
};

static const unsigned char file121[] = {
#embed "../../../protocol/conformance/front-ends/patches-conflated.jsonl"
};

static const unsigned char file122[] = {
#embed "../../../protocol/conformance/front-ends/patches-late.jsonl"
};

static const unsigned char file123[] = {
#embed "../../../protocol/conformance/front-ends/patches-lost-again.jsonl"
};

static const unsigned char file124[] = {
#embed "../../../protocol/conformance/front-ends/patches-lost.jsonl"
};

static const unsigned char file125[] = {
#embed "../../../protocol/conformance/front-ends/patches-operations.jsonl"
};

static const unsigned char file126[] = {
#embed "../../../protocol/conformance/front-ends/patches-snapshots.jsonl"
};

static const unsigned char file127[] = {
#embed "../../../protocol/conformance/front-ends/security-control-characters.jsonl"
};

static const unsigned char file128[] = {
#embed "../../../protocol/conformance/front-ends/security-markup.jsonl"
};

static const unsigned char file129[] = {
#embed "../../../protocol/conformance/front-ends/security-secrets.jsonl"
};

static const unsigned char file130[] = {
#embed "../../../protocol/conformance/front-ends/snapshots-animations-shown.jsonl"
};

static const unsigned char file131[] = {
#embed "../../../protocol/conformance/front-ends/snapshots-animations.jsonl"
};

static const unsigned char file132[] = {
#embed "../../../protocol/conformance/front-ends/snapshots-causes.jsonl"
};

static const unsigned char file133[] = {
#embed "../../../protocol/conformance/front-ends/snapshots-refused.jsonl"
};

static const unsigned char file134[] = {
#embed "../../../protocol/conformance/front-ends/snapshots-unavailable.jsonl"
};

static const unsigned char file135[] = {
#embed "../../../protocol/conformance/front-ends/sources-answers.jsonl"
};

static const unsigned char file136[] = {
#embed "../../../protocol/conformance/front-ends/sources-assigned-ids.jsonl"
};

static const unsigned char file137[] = {
#embed "../../../protocol/conformance/front-ends/sources-cancelled.jsonl"
};

static const unsigned char file138[] = {
#embed "../../../protocol/conformance/front-ends/sources-codes.jsonl"
};

static const unsigned char file139[] = {
#embed "../../../protocol/conformance/front-ends/sources-deletes.jsonl"
};

static const unsigned char file140[] = {
#embed "../../../protocol/conformance/front-ends/sources-failures.jsonl"
};

static const unsigned char file141[] = {
#embed "../../../protocol/conformance/front-ends/sources-inserts.jsonl"
};

static const unsigned char file142[] = {
#embed "../../../protocol/conformance/front-ends/sources-limits.jsonl"
};

static const unsigned char file143[] = {
#embed "../../../protocol/conformance/front-ends/sources-moves.jsonl"
};

static const unsigned char file144[] = {
#embed "../../../protocol/conformance/front-ends/sources-operations-again.jsonl"
};

static const unsigned char file145[] = {
#embed "../../../protocol/conformance/front-ends/sources-pages.jsonl"
};

static const unsigned char file146[] = {
#embed "../../../protocol/conformance/front-ends/sources-queries.jsonl"
};

static const unsigned char file147[] = {
#embed "../../../protocol/conformance/front-ends/sources-searches.jsonl"
};

static const unsigned char file148[] = {
#embed "../../../protocol/conformance/front-ends/sources-several.jsonl"
};

static const unsigned char file149[] = {
#embed "../../../protocol/conformance/front-ends/sources-unknown-members.jsonl"
};

static const unsigned char file150[] = {
#embed "../../../protocol/conformance/front-ends/sources-updates.jsonl"
};

static const unsigned char file151[] = {
#embed "../../../protocol/conformance/front-ends/sources-versions-at-once.jsonl"
};

static const unsigned char file152[] = {
#embed "../../../protocol/conformance/front-ends/sources-versions.jsonl"
};

static const unsigned char file153[] = {
#embed "../../../protocol/conformance/front-ends/specification-host-names.jsonl"
};

static const unsigned char file154[] = {
#embed "../../../protocol/conformance/front-ends/specification-parts.jsonl"
};

static const unsigned char file155[] = {
#embed "../../../protocol/conformance/front-ends/specification-typing.jsonl"
};

static const unsigned char file156[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-errors.jsonl"
};

static const unsigned char file157[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-members.jsonl"
};

static const unsigned char file158[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-notifications.jsonl"
};

static const unsigned char file159[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-patches.jsonl"
};

static const unsigned char file160[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-requests.jsonl"
};

static const unsigned char file161[] = {
#embed "../../../protocol/conformance/front-ends/specification-unknown-words.jsonl"
};

static const unsigned char file162[] = {
#embed "../../../protocol/conformance/front-ends/specification-waits.jsonl"
};

static const unsigned char file163[] = {
#embed "../../../protocol/conformance/front-ends/transport-conflated.jsonl"
};

static const unsigned char file164[] = {
#embed "../../../protocol/conformance/front-ends/transport-headers.jsonl"
};

static const unsigned char file165[] = {
#embed "../../../protocol/conformance/front-ends/transport-lines.jsonl"
};

static const unsigned char file166[] = {
#embed "../../../protocol/conformance/front-ends/transport-log.jsonl"
};

static const unsigned char file167[] = {
#embed "../../../protocol/conformance/front-ends/transport-read-while-writing.jsonl"
};

static const unsigned char file168[] = {
#embed "../../../protocol/conformance/front-ends/views-children.jsonl"
};

static const unsigned char file169[] = {
#embed "../../../protocol/conformance/front-ends/views-unknown-types.jsonl"
};

static const unsigned char file170[] = {
#embed "../../../protocol/conformance/front-ends/views-when.jsonl"
};

static const unsigned char file171[] = {
#embed "../../../protocol/conformance/list-accept-rows.jsonl"
};

static const unsigned char file172[] = {
#embed "../../../protocol/conformance/list-accept.jsonl"
};

static const unsigned char file173[] = {
#embed "../../../protocol/conformance/list-actions.jsonl"
};

static const unsigned char file174[] = {
#embed "../../../protocol/conformance/list-active-unloaded.jsonl"
};

static const unsigned char file175[] = {
#embed "../../../protocol/conformance/list-active.jsonl"
};

static const unsigned char file176[] = {
#embed "../../../protocol/conformance/list-append-failed.jsonl"
};

static const unsigned char file177[] = {
#embed "../../../protocol/conformance/list-assigned-ids.jsonl"
};

static const unsigned char file178[] = {
#embed "../../../protocol/conformance/list-changes-edits.jsonl"
};

static const unsigned char file179[] = {
#embed "../../../protocol/conformance/list-changes-many.jsonl"
};

static const unsigned char file180[] = {
#embed "../../../protocol/conformance/list-changes-others.jsonl"
};

static const unsigned char file181[] = {
#embed "../../../protocol/conformance/list-changes.jsonl"
};

static const unsigned char file182[] = {
#embed "../../../protocol/conformance/list-columns-of-sources.jsonl"
};

static const unsigned char file183[] = {
#embed "../../../protocol/conformance/list-columns.jsonl"
};

static const unsigned char file184[] = {
#embed "../../../protocol/conformance/list-counts.jsonl"
};

static const unsigned char file185[] = {
#embed "../../../protocol/conformance/list-delete-move.jsonl"
};

static const unsigned char file186[] = {
#embed "../../../protocol/conformance/list-delete-pending.jsonl"
};

static const unsigned char file187[] = {
#embed "../../../protocol/conformance/list-dropped-source.jsonl"
};

static const unsigned char file188[] = {
#embed "../../../protocol/conformance/list-dropped.jsonl"
};

static const unsigned char file189[] = {
#embed "../../../protocol/conformance/list-edit-unfiltered.jsonl"
};

static const unsigned char file190[] = {
#embed "../../../protocol/conformance/list-edits-failed.jsonl"
};

static const unsigned char file191[] = {
#embed "../../../protocol/conformance/list-edits-filtered.jsonl"
};

static const unsigned char file192[] = {
#embed "../../../protocol/conformance/list-edits-gone.jsonl"
};

static const unsigned char file193[] = {
#embed "../../../protocol/conformance/list-edits-order.jsonl"
};

static const unsigned char file194[] = {
#embed "../../../protocol/conformance/list-edits-pending.jsonl"
};

static const unsigned char file195[] = {
#embed "../../../protocol/conformance/list-edits-retried.jsonl"
};

static const unsigned char file196[] = {
#embed "../../../protocol/conformance/list-edits-unloaded.jsonl"
};

static const unsigned char file197[] = {
#embed "../../../protocol/conformance/list-empty.jsonl"
};

static const unsigned char file198[] = {
#embed "../../../protocol/conformance/list-far.jsonl"
};

static const unsigned char file199[] = {
#embed "../../../protocol/conformance/list-filter.jsonl"
};

static const unsigned char file200[] = {
#embed "../../../protocol/conformance/list-gone-marks.jsonl"
};

static const unsigned char file201[] = {
#embed "../../../protocol/conformance/list-groups.jsonl"
};

static const unsigned char file202[] = {
#embed "../../../protocol/conformance/list-ids-alike.jsonl"
};

static const unsigned char file203[] = {
#embed "../../../protocol/conformance/list-insert.jsonl"
};

static const unsigned char file204[] = {
#embed "../../../protocol/conformance/list-known-rows.jsonl"
};

static const unsigned char file205[] = {
#embed "../../../protocol/conformance/list-notices-many.jsonl"
};

static const unsigned char file206[] = {
#embed "../../../protocol/conformance/list-notices-writes.jsonl"
};

static const unsigned char file207[] = {
#embed "../../../protocol/conformance/list-notices.jsonl"
};

static const unsigned char file208[] = {
#embed "../../../protocol/conformance/list-odd-pages.jsonl"
};

static const unsigned char file209[] = {
#embed "../../../protocol/conformance/list-open-item.jsonl"
};

static const unsigned char file210[] = {
#embed "../../../protocol/conformance/list-opening.jsonl"
};

static const unsigned char file211[] = {
#embed "../../../protocol/conformance/list-own-edits.jsonl"
};

static const unsigned char file212[] = {
#embed "../../../protocol/conformance/list-page-sizes.jsonl"
};

static const unsigned char file213[] = {
#embed "../../../protocol/conformance/list-pages-writes.jsonl"
};

static const unsigned char file214[] = {
#embed "../../../protocol/conformance/list-pages.jsonl"
};

static const unsigned char file215[] = {
#embed "../../../protocol/conformance/list-phases.jsonl"
};

static const unsigned char file216[] = {
#embed "../../../protocol/conformance/list-prefetch.jsonl"
};

static const unsigned char file217[] = {
#embed "../../../protocol/conformance/list-problems-deleted.jsonl"
};

static const unsigned char file218[] = {
#embed "../../../protocol/conformance/list-problems-dismissed.jsonl"
};

static const unsigned char file219[] = {
#embed "../../../protocol/conformance/list-query-failed.jsonl"
};

static const unsigned char file220[] = {
#embed "../../../protocol/conformance/list-query-loads.jsonl"
};

static const unsigned char file221[] = {
#embed "../../../protocol/conformance/list-query-selection.jsonl"
};

static const unsigned char file222[] = {
#embed "../../../protocol/conformance/list-read-only.jsonl"
};

static const unsigned char file223[] = {
#embed "../../../protocol/conformance/list-refresh-place.jsonl"
};

static const unsigned char file224[] = {
#embed "../../../protocol/conformance/list-refresh-writes.jsonl"
};

static const unsigned char file225[] = {
#embed "../../../protocol/conformance/list-refresh.jsonl"
};

static const unsigned char file226[] = {
#embed "../../../protocol/conformance/list-reset.jsonl"
};

static const unsigned char file227[] = {
#embed "../../../protocol/conformance/list-retried-edit.jsonl"
};

static const unsigned char file228[] = {
#embed "../../../protocol/conformance/list-row-before-page.jsonl"
};

static const unsigned char file229[] = {
#embed "../../../protocol/conformance/list-selection-modes.jsonl"
};

static const unsigned char file230[] = {
#embed "../../../protocol/conformance/list-selection-outlives.jsonl"
};

static const unsigned char file231[] = {
#embed "../../../protocol/conformance/list-selection.jsonl"
};

static const unsigned char file232[] = {
#embed "../../../protocol/conformance/list-several-conflicts.jsonl"
};

static const unsigned char file233[] = {
#embed "../../../protocol/conformance/list-several-unloaded.jsonl"
};

static const unsigned char file234[] = {
#embed "../../../protocol/conformance/list-several.jsonl"
};

static const unsigned char file235[] = {
#embed "../../../protocol/conformance/list-sort.jsonl"
};

static const unsigned char file236[] = {
#embed "../../../protocol/conformance/list-undo-deleted.jsonl"
};

static const unsigned char file237[] = {
#embed "../../../protocol/conformance/list-undo-failed.jsonl"
};

static const unsigned char file238[] = {
#embed "../../../protocol/conformance/list-undo-filtered.jsonl"
};

static const unsigned char file239[] = {
#embed "../../../protocol/conformance/list-undo-left-out.jsonl"
};

static const unsigned char file240[] = {
#embed "../../../protocol/conformance/list-undo-order.jsonl"
};

static const unsigned char file241[] = {
#embed "../../../protocol/conformance/list-undo-unloaded.jsonl"
};

static const unsigned char file242[] = {
#embed "../../../protocol/conformance/list-undo.jsonl"
};

static const unsigned char file243[] = {
#embed "../../../protocol/conformance/list-update.jsonl"
};

static const unsigned char file244[] = {
#embed "../../../protocol/conformance/list-versions-inserted.jsonl"
};

static const unsigned char file245[] = {
#embed "../../../protocol/conformance/list-versions-undo.jsonl"
};

static const unsigned char file246[] = {
#embed "../../../protocol/conformance/list-versions.jsonl"
};

static const unsigned char file247[] = {
#embed "../../../protocol/conformance/list-window-active.jsonl"
};

static const unsigned char file248[] = {
#embed "../../../protocol/conformance/list-window-long.jsonl"
};

static const unsigned char file249[] = {
#embed "../../../protocol/conformance/list-window.jsonl"
};

static const unsigned char file250[] = {
#embed "../../../protocol/conformance/messages-answers.jsonl"
};

static const unsigned char file251[] = {
#embed "../../../protocol/conformance/messages-batch-exit.jsonl"
};

static const unsigned char file252[] = {
#embed "../../../protocol/conformance/messages-batch-initialize.jsonl"
};

static const unsigned char file253[] = {
#embed "../../../protocol/conformance/messages-batch-order.jsonl"
};

static const unsigned char file254[] = {
#embed "../../../protocol/conformance/messages-batches.jsonl"
};

static const unsigned char file255[] = {
#embed "../../../protocol/conformance/messages-busy-instances.jsonl"
};

static const unsigned char file256[] = {
#embed "../../../protocol/conformance/messages-busy-requests.jsonl"
};

static const unsigned char file257[] = {
#embed "../../../protocol/conformance/messages-error-version.jsonl"
};

static const unsigned char file258[] = {
#embed "../../../protocol/conformance/messages-error-versions.jsonl"
};

static const unsigned char file259[] = {
#embed "../../../protocol/conformance/messages-errors-actions.jsonl"
};

static const unsigned char file260[] = {
#embed "../../../protocol/conformance/messages-errors-change-nothing.jsonl"
};

static const unsigned char file261[] = {
#embed "../../../protocol/conformance/messages-errors-of-waits.jsonl"
};

static const unsigned char file262[] = {
#embed "../../../protocol/conformance/messages-errors-opening.jsonl"
};

static const unsigned char file263[] = {
#embed "../../../protocol/conformance/messages-errors-waiting.jsonl"
};

static const unsigned char file264[] = {
#embed "../../../protocol/conformance/messages-errors.jsonl"
};

static const unsigned char file265[] = {
#embed "../../../protocol/conformance/messages-failures-are-state.jsonl"
};

static const unsigned char file266[] = {
#embed "../../../protocol/conformance/messages-host-asks-nobody.jsonl"
};

static const unsigned char file267[] = {
#embed "../../../protocol/conformance/messages-host-asks.jsonl"
};

static const unsigned char file268[] = {
#embed "../../../protocol/conformance/messages-id-in-flight.jsonl"
};

static const unsigned char file269[] = {
#embed "../../../protocol/conformance/messages-ids.jsonl"
};

static const unsigned char file270[] = {
#embed "../../../protocol/conformance/messages-initialize-empty.jsonl"
};

static const unsigned char file271[] = {
#embed "../../../protocol/conformance/messages-initialize-null.jsonl"
};

static const unsigned char file272[] = {
#embed "../../../protocol/conformance/messages-initialize-wrong.jsonl"
};

static const unsigned char file273[] = {
#embed "../../../protocol/conformance/messages-json-bytes-headers.jsonl"
};

static const unsigned char file274[] = {
#embed "../../../protocol/conformance/messages-json-bytes-lines.jsonl"
};

static const unsigned char file275[] = {
#embed "../../../protocol/conformance/messages-json-depth.jsonl"
};

static const unsigned char file276[] = {
#embed "../../../protocol/conformance/messages-json-numbers.jsonl"
};

static const unsigned char file277[] = {
#embed "../../../protocol/conformance/messages-json-texts.jsonl"
};

static const unsigned char file278[] = {
#embed "../../../protocol/conformance/messages-limits-kept.jsonl"
};

static const unsigned char file279[] = {
#embed "../../../protocol/conformance/messages-no-message.jsonl"
};

static const unsigned char file280[] = {
#embed "../../../protocol/conformance/messages-order.jsonl"
};

static const unsigned char file281[] = {
#embed "../../../protocol/conformance/messages-params-form.jsonl"
};

static const unsigned char file282[] = {
#embed "../../../protocol/conformance/messages-params-null.jsonl"
};

static const unsigned char file283[] = {
#embed "../../../protocol/conformance/messages-params-unknown.jsonl"
};

static const unsigned char file284[] = {
#embed "../../../protocol/conformance/messages-params-wrong.jsonl"
};

static const unsigned char file285[] = {
#embed "../../../protocol/conformance/messages-retryable-lists.jsonl"
};

static const unsigned char file286[] = {
#embed "../../../protocol/conformance/messages-retryable-saving.jsonl"
};

static const unsigned char file287[] = {
#embed "../../../protocol/conformance/messages-retryable-searches.jsonl"
};

static const unsigned char file288[] = {
#embed "../../../protocol/conformance/messages-retryable-submitting.jsonl"
};

static const unsigned char file289[] = {
#embed "../../../protocol/conformance/messages-silence.jsonl"
};

static const unsigned char file290[] = {
#embed "../../../protocol/conformance/messages-texts.jsonl"
};

static const unsigned char file291[] = {
#embed "../../../protocol/conformance/methods-actions-flows.jsonl"
};

static const unsigned char file292[] = {
#embed "../../../protocol/conformance/methods-actions-forms.jsonl"
};

static const unsigned char file293[] = {
#embed "../../../protocol/conformance/methods-actions-lists.jsonl"
};

static const unsigned char file294[] = {
#embed "../../../protocol/conformance/methods-actions-searches.jsonl"
};

static const unsigned char file295[] = {
#embed "../../../protocol/conformance/methods-any-feature.jsonl"
};

static const unsigned char file296[] = {
#embed "../../../protocol/conformance/methods-cancelled-work.jsonl"
};

static const unsigned char file297[] = {
#embed "../../../protocol/conformance/methods-catalog-told.jsonl"
};

static const unsigned char file298[] = {
#embed "../../../protocol/conformance/methods-catalog.jsonl"
};

static const unsigned char file299[] = {
#embed "../../../protocol/conformance/methods-close-children.jsonl"
};

static const unsigned char file300[] = {
#embed "../../../protocol/conformance/methods-close-effects.jsonl"
};

static const unsigned char file301[] = {
#embed "../../../protocol/conformance/methods-close-waits.jsonl"
};

static const unsigned char file302[] = {
#embed "../../../protocol/conformance/methods-close.jsonl"
};

static const unsigned char file303[] = {
#embed "../../../protocol/conformance/methods-closed-child.jsonl"
};

static const unsigned char file304[] = {
#embed "../../../protocol/conformance/methods-commands.jsonl"
};

static const unsigned char file305[] = {
#embed "../../../protocol/conformance/methods-exit.jsonl"
};

static const unsigned char file306[] = {
#embed "../../../protocol/conformance/methods-fixtures.jsonl"
};

static const unsigned char file307[] = {
#embed "../../../protocol/conformance/methods-initialize-behind.jsonl"
};

static const unsigned char file308[] = {
#embed "../../../protocol/conformance/methods-initialize-null.jsonl"
};

static const unsigned char file309[] = {
#embed "../../../protocol/conformance/methods-initialize-refused.jsonl"
};

static const unsigned char file310[] = {
#embed "../../../protocol/conformance/methods-initialize-sources.jsonl"
};

static const unsigned char file311[] = {
#embed "../../../protocol/conformance/methods-initialize.jsonl"
};

static const unsigned char file312[] = {
#embed "../../../protocol/conformance/methods-inspect.jsonl"
};

static const unsigned char file313[] = {
#embed "../../../protocol/conformance/methods-keep-changes.jsonl"
};

static const unsigned char file314[] = {
#embed "../../../protocol/conformance/methods-keep.jsonl"
};

static const unsigned char file315[] = {
#embed "../../../protocol/conformance/methods-limits-sessions.jsonl"
};

static const unsigned char file316[] = {
#embed "../../../protocol/conformance/methods-limits.jsonl"
};

static const unsigned char file317[] = {
#embed "../../../protocol/conformance/methods-open-again.jsonl"
};

static const unsigned char file318[] = {
#embed "../../../protocol/conformance/methods-open-names.jsonl"
};

static const unsigned char file319[] = {
#embed "../../../protocol/conformance/methods-open-refused.jsonl"
};

static const unsigned char file320[] = {
#embed "../../../protocol/conformance/methods-open-starts.jsonl"
};

static const unsigned char file321[] = {
#embed "../../../protocol/conformance/methods-output.jsonl"
};

static const unsigned char file322[] = {
#embed "../../../protocol/conformance/methods-params.jsonl"
};

static const unsigned char file323[] = {
#embed "../../../protocol/conformance/methods-plugins.jsonl"
};

static const unsigned char file324[] = {
#embed "../../../protocol/conformance/methods-real-clock.jsonl"
};

static const unsigned char file325[] = {
#embed "../../../protocol/conformance/methods-request-ids-waits.jsonl"
};

static const unsigned char file326[] = {
#embed "../../../protocol/conformance/methods-request-ids.jsonl"
};

static const unsigned char file327[] = {
#embed "../../../protocol/conformance/methods-run-ends.jsonl"
};

static const unsigned char file328[] = {
#embed "../../../protocol/conformance/methods-run-flow.jsonl"
};

static const unsigned char file329[] = {
#embed "../../../protocol/conformance/methods-run-form.jsonl"
};

static const unsigned char file330[] = {
#embed "../../../protocol/conformance/methods-run-list.jsonl"
};

static const unsigned char file331[] = {
#embed "../../../protocol/conformance/methods-run-refused.jsonl"
};

static const unsigned char file332[] = {
#embed "../../../protocol/conformance/methods-run-search.jsonl"
};

static const unsigned char file333[] = {
#embed "../../../protocol/conformance/methods-run-session-ends.jsonl"
};

static const unsigned char file334[] = {
#embed "../../../protocol/conformance/methods-run-waits.jsonl"
};

static const unsigned char file335[] = {
#embed "../../../protocol/conformance/methods-send.jsonl"
};

static const unsigned char file336[] = {
#embed "../../../protocol/conformance/methods-session.jsonl"
};

static const unsigned char file337[] = {
#embed "../../../protocol/conformance/methods-shutdown-lives-on.jsonl"
};

static const unsigned char file338[] = {
#embed "../../../protocol/conformance/methods-shutdown.jsonl"
};

static const unsigned char file339[] = {
#embed "../../../protocol/conformance/methods-snapshot.jsonl"
};

static const unsigned char file340[] = {
#embed "../../../protocol/conformance/methods-subscribe-patches.jsonl"
};

static const unsigned char file341[] = {
#embed "../../../protocol/conformance/methods-subscribe.jsonl"
};

static const unsigned char file342[] = {
#embed "../../../protocol/conformance/methods-virtual-clock.jsonl"
};

static const unsigned char file343[] = {
#embed "../../../protocol/conformance/methods-waits-and-cancelling.jsonl"
};

static const unsigned char file344[] = {
#embed "../../../protocol/conformance/methods-without-initialize.jsonl"
};

static const unsigned char file345[] = {
#embed "../../../protocol/conformance/patches-asked-otherwise.jsonl"
};

static const unsigned char file346[] = {
#embed "../../../protocol/conformance/patches-children.jsonl"
};

static const unsigned char file347[] = {
#embed "../../../protocol/conformance/patches-conflated.jsonl"
};

static const unsigned char file348[] = {
#embed "../../../protocol/conformance/patches-kinds.jsonl"
};

static const unsigned char file349[] = {
#embed "../../../protocol/conformance/patches-nearly-whole.jsonl"
};

static const unsigned char file350[] = {
#embed "../../../protocol/conformance/patches-operations.jsonl"
};

static const unsigned char file351[] = {
#embed "../../../protocol/conformance/patches-updates.jsonl"
};

static const unsigned char file352[] = {
#embed "../../../protocol/conformance/plugins-catalog.jsonl"
};

static const unsigned char file353[] = {
#embed "../../../protocol/conformance/plugins-chatter.jsonl"
};

static const unsigned char file354[] = {
#embed "../../../protocol/conformance/plugins-closed-output.jsonl"
};

static const unsigned char file355[] = {
#embed "../../../protocol/conformance/plugins-deaf.jsonl"
};

static const unsigned char file356[] = {
#embed "../../../protocol/conformance/plugins-end-killed.jsonl"
};

static const unsigned char file357[] = {
#embed "../../../protocol/conformance/plugins-end-signal.jsonl"
};

static const unsigned char file358[] = {
#embed "../../../protocol/conformance/plugins-end.jsonl"
};

static const unsigned char file359[] = {
#embed "../../../protocol/conformance/plugins-entries.jsonl"
};

static const unsigned char file360[] = {
#embed "../../../protocol/conformance/plugins-feature-failures.jsonl"
};

static const unsigned char file361[] = {
#embed "../../../protocol/conformance/plugins-features.jsonl"
};

static const unsigned char file362[] = {
#embed "../../../protocol/conformance/plugins-process.jsonl"
};

static const unsigned char file363[] = {
#embed "../../../protocol/conformance/plugins-reduced-motion.jsonl"
};

static const unsigned char file364[] = {
#embed "../../../protocol/conformance/plugins-request-ids.jsonl"
};

static const unsigned char file365[] = {
#embed "../../../protocol/conformance/plugins-run-failures.jsonl"
};

static const unsigned char file366[] = {
#embed "../../../protocol/conformance/plugins-silent.jsonl"
};

static const unsigned char file367[] = {
#embed "../../../protocol/conformance/plugins-source-failures.jsonl"
};

static const unsigned char file368[] = {
#embed "../../../protocol/conformance/plugins-wrong-revisions.jsonl"
};

static const unsigned char file369[] = {
#embed "../../../protocol/conformance/plugins/plugins-end.jsonl"
};

static const unsigned char file370[] = {
#embed "../../../protocol/conformance/plugins/plugins-features.jsonl"
};

static const unsigned char file371[] = {
#embed "../../../protocol/conformance/plugins/plugins-initialize.jsonl"
};

static const unsigned char file372[] = {
#embed "../../../protocol/conformance/plugins/plugins-input-ends.jsonl"
};

static const unsigned char file373[] = {
#embed "../../../protocol/conformance/plugins/plugins-open-wrong.jsonl"
};

static const unsigned char file374[] = {
#embed "../../../protocol/conformance/plugins/plugins-revisions.jsonl"
};

static const unsigned char file375[] = {
#embed "../../../protocol/conformance/plugins/plugins-source-beside.jsonl"
};

static const unsigned char file376[] = {
#embed "../../../protocol/conformance/plugins/sources-pages.jsonl"
};

static const unsigned char file377[] = {
#embed "../../../protocol/conformance/presentation-again.jsonl"
};

static const unsigned char file378[] = {
#embed "../../../protocol/conformance/presentation-all-rows.jsonl"
};

static const unsigned char file379[] = {
#embed "../../../protocol/conformance/presentation-blocked-edits.jsonl"
};

static const unsigned char file380[] = {
#embed "../../../protocol/conformance/presentation-blocked-late.jsonl"
};

static const unsigned char file381[] = {
#embed "../../../protocol/conformance/presentation-blocked.jsonl"
};

static const unsigned char file382[] = {
#embed "../../../protocol/conformance/presentation-cancel-run.jsonl"
};

static const unsigned char file383[] = {
#embed "../../../protocol/conformance/presentation-cancel.jsonl"
};

static const unsigned char file384[] = {
#embed "../../../protocol/conformance/presentation-deepest-first.jsonl"
};

static const unsigned char file385[] = {
#embed "../../../protocol/conformance/presentation-dismissible.jsonl"
};

static const unsigned char file386[] = {
#embed "../../../protocol/conformance/presentation-fixed-children.jsonl"
};

static const unsigned char file387[] = {
#embed "../../../protocol/conformance/presentation-flow-outputs.jsonl"
};

static const unsigned char file388[] = {
#embed "../../../protocol/conformance/presentation-flow-timeout.jsonl"
};

static const unsigned char file389[] = {
#embed "../../../protocol/conformance/presentation-follows.jsonl"
};

static const unsigned char file390[] = {
#embed "../../../protocol/conformance/presentation-form-outputs.jsonl"
};

static const unsigned char file391[] = {
#embed "../../../protocol/conformance/presentation-gone-forms.jsonl"
};

static const unsigned char file392[] = {
#embed "../../../protocol/conformance/presentation-left-out.jsonl"
};

static const unsigned char file393[] = {
#embed "../../../protocol/conformance/presentation-levels.jsonl"
};

static const unsigned char file394[] = {
#embed "../../../protocol/conformance/presentation-members.jsonl"
};

static const unsigned char file395[] = {
#embed "../../../protocol/conformance/presentation-other-rows.jsonl"
};

static const unsigned char file396[] = {
#embed "../../../protocol/conformance/presentation-own-outputs.jsonl"
};

static const unsigned char file397[] = {
#embed "../../../protocol/conformance/presentation-params.jsonl"
};

static const unsigned char file398[] = {
#embed "../../../protocol/conformance/presentation-present.jsonl"
};

static const unsigned char file399[] = {
#embed "../../../protocol/conformance/presentation-refused-outputs.jsonl"
};

static const unsigned char file400[] = {
#embed "../../../protocol/conformance/presentation-row-outputs.jsonl"
};

static const unsigned char file401[] = {
#embed "../../../protocol/conformance/presentation-rows-gone.jsonl"
};

static const unsigned char file402[] = {
#embed "../../../protocol/conformance/presentation-rows-named.jsonl"
};

static const unsigned char file403[] = {
#embed "../../../protocol/conformance/presentation-search-selection.jsonl"
};

static const unsigned char file404[] = {
#embed "../../../protocol/conformance/presentation-selection.jsonl"
};

static const unsigned char file405[] = {
#embed "../../../protocol/conformance/presentation-target.jsonl"
};

static const unsigned char file406[] = {
#embed "../../../protocol/conformance/search-accept-named.jsonl"
};

static const unsigned char file407[] = {
#embed "../../../protocol/conformance/search-accept.jsonl"
};

static const unsigned char file408[] = {
#embed "../../../protocol/conformance/search-actions.jsonl"
};

static const unsigned char file409[] = {
#embed "../../../protocol/conformance/search-active-first.jsonl"
};

static const unsigned char file410[] = {
#embed "../../../protocol/conformance/search-active.jsonl"
};

static const unsigned char file411[] = {
#embed "../../../protocol/conformance/search-bounds.jsonl"
};

static const unsigned char file412[] = {
#embed "../../../protocol/conformance/search-cancel-timer.jsonl"
};

static const unsigned char file413[] = {
#embed "../../../protocol/conformance/search-cancel.jsonl"
};

static const unsigned char file414[] = {
#embed "../../../protocol/conformance/search-case.jsonl"
};

static const unsigned char file415[] = {
#embed "../../../protocol/conformance/search-columns.jsonl"
};

static const unsigned char file416[] = {
#embed "../../../protocol/conformance/search-composing-timer.jsonl"
};

static const unsigned char file417[] = {
#embed "../../../protocol/conformance/search-composing.jsonl"
};

static const unsigned char file418[] = {
#embed "../../../protocol/conformance/search-debounce.jsonl"
};

static const unsigned char file419[] = {
#embed "../../../protocol/conformance/search-detail.jsonl"
};

static const unsigned char file420[] = {
#embed "../../../protocol/conformance/search-empty.jsonl"
};

static const unsigned char file421[] = {
#embed "../../../protocol/conformance/search-failed.jsonl"
};

static const unsigned char file422[] = {
#embed "../../../protocol/conformance/search-filter-asked.jsonl"
};

static const unsigned char file423[] = {
#embed "../../../protocol/conformance/search-filter-debounce.jsonl"
};

static const unsigned char file424[] = {
#embed "../../../protocol/conformance/search-filter.jsonl"
};

static const unsigned char file425[] = {
#embed "../../../protocol/conformance/search-first-results.jsonl"
};

static const unsigned char file426[] = {
#embed "../../../protocol/conformance/search-groups.jsonl"
};

static const unsigned char file427[] = {
#embed "../../../protocol/conformance/search-history.jsonl"
};

static const unsigned char file428[] = {
#embed "../../../protocol/conformance/search-ids-alike.jsonl"
};

static const unsigned char file429[] = {
#embed "../../../protocol/conformance/search-items.jsonl"
};

static const unsigned char file430[] = {
#embed "../../../protocol/conformance/search-keys.jsonl"
};

static const unsigned char file431[] = {
#embed "../../../protocol/conformance/search-own-append-failed.jsonl"
};

static const unsigned char file432[] = {
#embed "../../../protocol/conformance/search-own-changed.jsonl"
};

static const unsigned char file433[] = {
#embed "../../../protocol/conformance/search-own-cursor.jsonl"
};

static const unsigned char file434[] = {
#embed "../../../protocol/conformance/search-own-dismissed.jsonl"
};

static const unsigned char file435[] = {
#embed "../../../protocol/conformance/search-own-pages.jsonl"
};

static const unsigned char file436[] = {
#embed "../../../protocol/conformance/search-own-prefetch.jsonl"
};

static const unsigned char file437[] = {
#embed "../../../protocol/conformance/search-own-refreshing.jsonl"
};

static const unsigned char file438[] = {
#embed "../../../protocol/conformance/search-own-stale.jsonl"
};

static const unsigned char file439[] = {
#embed "../../../protocol/conformance/search-own.jsonl"
};

static const unsigned char file440[] = {
#embed "../../../protocol/conformance/search-perform-dismissed.jsonl"
};

static const unsigned char file441[] = {
#embed "../../../protocol/conformance/search-perform-ends.jsonl"
};

static const unsigned char file442[] = {
#embed "../../../protocol/conformance/search-perform-failed.jsonl"
};

static const unsigned char file443[] = {
#embed "../../../protocol/conformance/search-perform-retry.jsonl"
};

static const unsigned char file444[] = {
#embed "../../../protocol/conformance/search-perform-run.jsonl"
};

static const unsigned char file445[] = {
#embed "../../../protocol/conformance/search-perform-values.jsonl"
};

static const unsigned char file446[] = {
#embed "../../../protocol/conformance/search-perform.jsonl"
};

static const unsigned char file447[] = {
#embed "../../../protocol/conformance/search-repeated-rows.jsonl"
};

static const unsigned char file448[] = {
#embed "../../../protocol/conformance/search-rows-again.jsonl"
};

static const unsigned char file449[] = {
#embed "../../../protocol/conformance/search-rows-anew.jsonl"
};

static const unsigned char file450[] = {
#embed "../../../protocol/conformance/search-rows-changed-always.jsonl"
};

static const unsigned char file451[] = {
#embed "../../../protocol/conformance/search-rows-changed-failed.jsonl"
};

static const unsigned char file452[] = {
#embed "../../../protocol/conformance/search-rows-changed-query.jsonl"
};

static const unsigned char file453[] = {
#embed "../../../protocol/conformance/search-rows-changed.jsonl"
};

static const unsigned char file454[] = {
#embed "../../../protocol/conformance/search-rows-count.jsonl"
};

static const unsigned char file455[] = {
#embed "../../../protocol/conformance/search-rows-failed.jsonl"
};

static const unsigned char file456[] = {
#embed "../../../protocol/conformance/search-rows-nothing.jsonl"
};

static const unsigned char file457[] = {
#embed "../../../protocol/conformance/search-rows-pages.jsonl"
};

static const unsigned char file458[] = {
#embed "../../../protocol/conformance/search-selection-gone.jsonl"
};

static const unsigned char file459[] = {
#embed "../../../protocol/conformance/search-selection.jsonl"
};

static const unsigned char file460[] = {
#embed "../../../protocol/conformance/search-signs.jsonl"
};

static const unsigned char file461[] = {
#embed "../../../protocol/conformance/search-status.jsonl"
};

static const unsigned char file462[] = {
#embed "../../../protocol/conformance/search-supersede-timer.jsonl"
};

static const unsigned char file463[] = {
#embed "../../../protocol/conformance/search-supersede.jsonl"
};

static const unsigned char file464[] = {
#embed "../../../protocol/conformance/search-tables.jsonl"
};

static const unsigned char file465[] = {
#embed "../../../protocol/conformance/search-terms.jsonl"
};

static const unsigned char file466[] = {
#embed "../../../protocol/conformance/search-window-long.jsonl"
};

static const unsigned char file467[] = {
#embed "../../../protocol/conformance/search-window.jsonl"
};

static const unsigned char file468[] = {
#embed "../../../protocol/conformance/search-without-letters.jsonl"
};

static const unsigned char file469[] = {
#embed "../../../protocol/conformance/security-arguments.jsonl"
};

static const unsigned char file470[] = {
#embed "../../../protocol/conformance/security-descriptors.jsonl"
};

static const unsigned char file471[] = {
#embed "../../../protocol/conformance/security-killed-host.jsonl"
};

static const unsigned char file472[] = {
#embed "../../../protocol/conformance/security-process-ids.jsonl"
};

static const unsigned char file473[] = {
#embed "../../../protocol/conformance/security-processes-end-exit.jsonl"
};

static const unsigned char file474[] = {
#embed "../../../protocol/conformance/security-processes-end-signal.jsonl"
};

static const unsigned char file475[] = {
#embed "../../../protocol/conformance/security-processes-end.jsonl"
};

static const unsigned char file476[] = {
#embed "../../../protocol/conformance/security-secrets-handed-on.jsonl"
};

static const unsigned char file477[] = {
#embed "../../../protocol/conformance/security-secrets-logged.jsonl"
};

static const unsigned char file478[] = {
#embed "../../../protocol/conformance/security-secrets-patches.jsonl"
};

static const unsigned char file479[] = {
#embed "../../../protocol/conformance/security-secrets-processes.jsonl"
};

static const unsigned char file480[] = {
#embed "../../../protocol/conformance/security-secrets-refused.jsonl"
};

static const unsigned char file481[] = {
#embed "../../../protocol/conformance/security-secrets-shown.jsonl"
};

static const unsigned char file482[] = {
#embed "../../../protocol/conformance/snapshots-animations.jsonl"
};

static const unsigned char file483[] = {
#embed "../../../protocol/conformance/snapshots-causes.jsonl"
};

static const unsigned char file484[] = {
#embed "../../../protocol/conformance/snapshots-child-subscriptions.jsonl"
};

static const unsigned char file485[] = {
#embed "../../../protocol/conformance/snapshots-children.jsonl"
};

static const unsigned char file486[] = {
#embed "../../../protocol/conformance/snapshots-clock-causes.jsonl"
};

static const unsigned char file487[] = {
#embed "../../../protocol/conformance/snapshots-conflated-animations.jsonl"
};

static const unsigned char file488[] = {
#embed "../../../protocol/conformance/snapshots-effects.jsonl"
};

static const unsigned char file489[] = {
#embed "../../../protocol/conformance/snapshots-errors.jsonl"
};

static const unsigned char file490[] = {
#embed "../../../protocol/conformance/snapshots-first-revisions.jsonl"
};

static const unsigned char file491[] = {
#embed "../../../protocol/conformance/snapshots-following.jsonl"
};

static const unsigned char file492[] = {
#embed "../../../protocol/conformance/snapshots-keys.jsonl"
};

static const unsigned char file493[] = {
#embed "../../../protocol/conformance/snapshots-kinds-of-animation.jsonl"
};

static const unsigned char file494[] = {
#embed "../../../protocol/conformance/snapshots-late-deliveries.jsonl"
};

static const unsigned char file495[] = {
#embed "../../../protocol/conformance/snapshots-paths.jsonl"
};

static const unsigned char file496[] = {
#embed "../../../protocol/conformance/snapshots-reduced-motion.jsonl"
};

static const unsigned char file497[] = {
#embed "../../../protocol/conformance/snapshots-retryable.jsonl"
};

static const unsigned char file498[] = {
#embed "../../../protocol/conformance/snapshots-revisions.jsonl"
};

static const unsigned char file499[] = {
#embed "../../../protocol/conformance/snapshots-unavailable.jsonl"
};

static const unsigned char file500[] = {
#embed "../../../protocol/conformance/sources-answers-more.jsonl"
};

static const unsigned char file501[] = {
#embed "../../../protocol/conformance/sources-bad-rows.jsonl"
};

static const unsigned char file502[] = {
#embed "../../../protocol/conformance/sources-cancel.jsonl"
};

static const unsigned char file503[] = {
#embed "../../../protocol/conformance/sources-changed-search.jsonl"
};

static const unsigned char file504[] = {
#embed "../../../protocol/conformance/sources-changed.jsonl"
};

static const unsigned char file505[] = {
#embed "../../../protocol/conformance/sources-delete-versions.jsonl"
};

static const unsigned char file506[] = {
#embed "../../../protocol/conformance/sources-edit-can-some.jsonl"
};

static const unsigned char file507[] = {
#embed "../../../protocol/conformance/sources-edit-can.jsonl"
};

static const unsigned char file508[] = {
#embed "../../../protocol/conformance/sources-end-exit.jsonl"
};

static const unsigned char file509[] = {
#embed "../../../protocol/conformance/sources-end-signal.jsonl"
};

static const unsigned char file510[] = {
#embed "../../../protocol/conformance/sources-end.jsonl"
};

static const unsigned char file511[] = {
#embed "../../../protocol/conformance/sources-insert-id.jsonl"
};

static const unsigned char file512[] = {
#embed "../../../protocol/conformance/sources-offered-again.jsonl"
};

static const unsigned char file513[] = {
#embed "../../../protocol/conformance/sources-offering.jsonl"
};

static const unsigned char file514[] = {
#embed "../../../protocol/conformance/sources-operations-ids.jsonl"
};

static const unsigned char file515[] = {
#embed "../../../protocol/conformance/sources-params.jsonl"
};

static const unsigned char file516[] = {
#embed "../../../protocol/conformance/sources-query.jsonl"
};

static const unsigned char file517[] = {
#embed "../../../protocol/conformance/sources-read-ahead.jsonl"
};

static const unsigned char file518[] = {
#embed "../../../protocol/conformance/sources-requests.jsonl"
};

static const unsigned char file519[] = {
#embed "../../../protocol/conformance/sources-results.jsonl"
};

static const unsigned char file520[] = {
#embed "../../../protocol/conformance/sources-same-ids.jsonl"
};

static const unsigned char file521[] = {
#embed "../../../protocol/conformance/sources-search-can.jsonl"
};

static const unsigned char file522[] = {
#embed "../../../protocol/conformance/sources-several.jsonl"
};

static const unsigned char file523[] = {
#embed "../../../protocol/conformance/sources-shared.jsonl"
};

static const unsigned char file524[] = {
#embed "../../../protocol/conformance/sources-timeout-virtual.jsonl"
};

static const unsigned char file525[] = {
#embed "../../../protocol/conformance/sources-timeout.jsonl"
};

static const unsigned char file526[] = {
#embed "../../../protocol/conformance/sources-words.jsonl"
};

static const unsigned char file527[] = {
#embed "../../../protocol/conformance/specification-patches-claimed.jsonl"
};

static const unsigned char file528[] = {
#embed "../../../protocol/conformance/specification-unknown.jsonl"
};

static const unsigned char file529[] = {
#embed "../../../protocol/conformance/text-accept.jsonl"
};

static const unsigned char file530[] = {
#embed "../../../protocol/conformance/text-copy.jsonl"
};

static const unsigned char file531[] = {
#embed "../../../protocol/conformance/text-declaration.jsonl"
};

static const unsigned char file532[] = {
#embed "../../../protocol/conformance/text-find-further.jsonl"
};

static const unsigned char file533[] = {
#embed "../../../protocol/conformance/text-find-waits.jsonl"
};

static const unsigned char file534[] = {
#embed "../../../protocol/conformance/text-find.jsonl"
};

static const unsigned char file535[] = {
#embed "../../../protocol/conformance/text-follow.jsonl"
};

static const unsigned char file536[] = {
#embed "../../../protocol/conformance/text-formats.jsonl"
};

static const unsigned char file537[] = {
#embed "../../../protocol/conformance/text-long-lines.jsonl"
};

static const unsigned char file538[] = {
#embed "../../../protocol/conformance/text-markdown-long.jsonl"
};

static const unsigned char file539[] = {
#embed "../../../protocol/conformance/text-moves.jsonl"
};

static const unsigned char file540[] = {
#embed "../../../protocol/conformance/text-refresh.jsonl"
};

static const unsigned char file541[] = {
#embed "../../../protocol/conformance/text-state.jsonl"
};

static const unsigned char file542[] = {
#embed "../../../protocol/conformance/text-window-loads.jsonl"
};

static const unsigned char file543[] = {
#embed "../../../protocol/conformance/text-window.jsonl"
};

static const unsigned char file544[] = {
#embed "../../../protocol/conformance/transport-answers-unread.jsonl"
};

static const unsigned char file545[] = {
#embed "../../../protocol/conformance/transport-body-cut-off.jsonl"
};

static const unsigned char file546[] = {
#embed "../../../protocol/conformance/transport-byte-order-mark-headers.jsonl"
};

static const unsigned char file547[] = {
#embed "../../../protocol/conformance/transport-byte-order-mark-lines.jsonl"
};

static const unsigned char file548[] = {
#embed "../../../protocol/conformance/transport-edit-closed.jsonl"
};

static const unsigned char file549[] = {
#embed "../../../protocol/conformance/transport-edits-at-end.jsonl"
};

static const unsigned char file550[] = {
#embed "../../../protocol/conformance/transport-end-empty.jsonl"
};

static const unsigned char file551[] = {
#embed "../../../protocol/conformance/transport-end-exit-alone.jsonl"
};

static const unsigned char file552[] = {
#embed "../../../protocol/conformance/transport-end-exit-waiting.jsonl"
};

static const unsigned char file553[] = {
#embed "../../../protocol/conformance/transport-end-exit.jsonl"
};

static const unsigned char file554[] = {
#embed "../../../protocol/conformance/transport-end-headway.jsonl"
};

static const unsigned char file555[] = {
#embed "../../../protocol/conformance/transport-end-no-headway.jsonl"
};

static const unsigned char file556[] = {
#embed "../../../protocol/conformance/transport-end-nothing-read.jsonl"
};

static const unsigned char file557[] = {
#embed "../../../protocol/conformance/transport-end-of-input.jsonl"
};

static const unsigned char file558[] = {
#embed "../../../protocol/conformance/transport-end-output-closed-idle.jsonl"
};

static const unsigned char file559[] = {
#embed "../../../protocol/conformance/transport-end-output-closed.jsonl"
};

static const unsigned char file560[] = {
#embed "../../../protocol/conformance/transport-end-process-gone.jsonl"
};

static const unsigned char file561[] = {
#embed "../../../protocol/conformance/transport-end-run.jsonl"
};

static const unsigned char file562[] = {
#embed "../../../protocol/conformance/transport-end-sighup.jsonl"
};

static const unsigned char file563[] = {
#embed "../../../protocol/conformance/transport-end-sigint.jsonl"
};

static const unsigned char file564[] = {
#embed "../../../protocol/conformance/transport-end-sigterm.jsonl"
};

static const unsigned char file565[] = {
#embed "../../../protocol/conformance/transport-end-waits.jsonl"
};

static const unsigned char file566[] = {
#embed "../../../protocol/conformance/transport-first-byte-bracket.jsonl"
};

static const unsigned char file567[] = {
#embed "../../../protocol/conformance/transport-first-byte-feed.jsonl"
};

static const unsigned char file568[] = {
#embed "../../../protocol/conformance/transport-first-byte-headers.jsonl"
};

static const unsigned char file569[] = {
#embed "../../../protocol/conformance/transport-first-byte-return.jsonl"
};

static const unsigned char file570[] = {
#embed "../../../protocol/conformance/transport-first-byte-space.jsonl"
};

static const unsigned char file571[] = {
#embed "../../../protocol/conformance/transport-first-byte-tab.jsonl"
};

static const unsigned char file572[] = {
#embed "../../../protocol/conformance/transport-frames-refused.jsonl"
};

static const unsigned char file573[] = {
#embed "../../../protocol/conformance/transport-frames-too-long.jsonl"
};

static const unsigned char file574[] = {
#embed "../../../protocol/conformance/transport-header-length-empty.jsonl"
};

static const unsigned char file575[] = {
#embed "../../../protocol/conformance/transport-header-length-fraction.jsonl"
};

static const unsigned char file576[] = {
#embed "../../../protocol/conformance/transport-header-length-negative.jsonl"
};

static const unsigned char file577[] = {
#embed "../../../protocol/conformance/transport-header-length-word.jsonl"
};

static const unsigned char file578[] = {
#embed "../../../protocol/conformance/transport-header-too-long.jsonl"
};

static const unsigned char file579[] = {
#embed "../../../protocol/conformance/transport-header-without-length.jsonl"
};

static const unsigned char file580[] = {
#embed "../../../protocol/conformance/transport-headers.jsonl"
};

static const unsigned char file581[] = {
#embed "../../../protocol/conformance/transport-line-breaks.jsonl"
};

static const unsigned char file582[] = {
#embed "../../../protocol/conformance/transport-lines.jsonl"
};

static const unsigned char file583[] = {
#embed "../../../protocol/conformance/transport-listens-nowhere.jsonl"
};

static const unsigned char file584[] = {
#embed "../../../protocol/conformance/transport-listens-there.jsonl"
};

static const unsigned char file585[] = {
#embed "../../../protocol/conformance/transport-quick-reader.jsonl"
};

static const unsigned char file586[] = {
#embed "../../../protocol/conformance/transport-read-on.jsonl"
};

static const unsigned char file587[] = {
#embed "../../../protocol/conformance/transport-slow-reader-attaches.jsonl"
};

static const unsigned char file588[] = {
#embed "../../../protocol/conformance/transport-slow-reader-virtual.jsonl"
};

static const unsigned char file589[] = {
#embed "../../../protocol/conformance/transport-slow-reader.jsonl"
};

static const unsigned char file590[] = {
#embed "../../../protocol/conformance/transport-sockets-clock.jsonl"
};

static const unsigned char file591[] = {
#embed "../../../protocol/conformance/transport-sockets-deaf.jsonl"
};

static const unsigned char file592[] = {
#embed "../../../protocol/conformance/transport-sockets-kept.jsonl"
};

static const unsigned char file593[] = {
#embed "../../../protocol/conformance/transport-sockets-many.jsonl"
};

static const unsigned char file594[] = {
#embed "../../../protocol/conformance/transport-sockets-replaced.jsonl"
};

static const unsigned char file595[] = {
#embed "../../../protocol/conformance/transport-sockets-shared.jsonl"
};

static const unsigned char file596[] = {
#embed "../../../protocol/conformance/transport-sockets-signals.jsonl"
};

static const unsigned char file597[] = {
#embed "../../../protocol/conformance/transport-sockets-taken.jsonl"
};

static const unsigned char file598[] = {
#embed "../../../protocol/conformance/transport-sockets-writes.jsonl"
};

static const unsigned char file599[] = {
#embed "../../../protocol/conformance/transport-sockets.jsonl"
};

static const unsigned char file600[] = {
#embed "../../../protocol/conformance/transport-submit-at-end-exit.jsonl"
};

static const unsigned char file601[] = {
#embed "../../../protocol/conformance/transport-submit-at-end-input.jsonl"
};

static const unsigned char file602[] = {
#embed "../../../protocol/conformance/transport-submit-at-end-signal.jsonl"
};

static const unsigned char file603[] = {
#embed "../../../protocol/conformance/transport-utf-8.jsonl"
};

static const unsigned char file604[] = {
#embed "../../../protocol/conformance/transport-virtual-order.jsonl"
};

static const unsigned char file605[] = {
#embed "../../../protocol/conformance/transport-workspace-wrong.jsonl"
};

static const unsigned char file606[] = {
#embed "../../../protocol/conformance/views-bindings.jsonl"
};

static const unsigned char file607[] = {
#embed "../../../protocol/conformance/views-cells.jsonl"
};

static const unsigned char file608[] = {
#embed "../../../protocol/conformance/views-children-by-id.jsonl"
};

static const unsigned char file609[] = {
#embed "../../../protocol/conformance/views-children.jsonl"
};

static const unsigned char file610[] = {
#embed "../../../protocol/conformance/views-declared.jsonl"
};

static const unsigned char file611[] = {
#embed "../../../protocol/conformance/views-follows.jsonl"
};

static const unsigned char file612[] = {
#embed "../../../protocol/conformance/views-layout.jsonl"
};

static const unsigned char file613[] = {
#embed "../../../protocol/conformance/views-loaded-values.jsonl"
};

static const unsigned char file614[] = {
#embed "../../../protocol/conformance/views-own-reset.jsonl"
};

static const unsigned char file615[] = {
#embed "../../../protocol/conformance/views-panes.jsonl"
};

static const unsigned char file616[] = {
#embed "../../../protocol/conformance/views-retry-and-dismiss.jsonl"
};

static const unsigned char file617[] = {
#embed "../../../protocol/conformance/views-task-and-reset.jsonl"
};

static const unsigned char file618[] = {
#embed "../../../protocol/conformance/workspace-client-sources.jsonl"
};

static const unsigned char file619[] = {
#embed "../../../protocol/conformance/workspace-command-again.jsonl"
};

static const unsigned char file620[] = {
#embed "../../../protocol/conformance/workspace-command-edits.jsonl"
};

static const unsigned char file621[] = {
#embed "../../../protocol/conformance/workspace-command-ends.jsonl"
};

static const unsigned char file622[] = {
#embed "../../../protocol/conformance/workspace-command-live.jsonl"
};

static const unsigned char file623[] = {
#embed "../../../protocol/conformance/workspace-command-rows.jsonl"
};

static const unsigned char file624[] = {
#embed "../../../protocol/conformance/workspace-command-runs.jsonl"
};

static const unsigned char file625[] = {
#embed "../../../protocol/conformance/workspace-command-time.jsonl"
};

static const unsigned char file626[] = {
#embed "../../../protocol/conformance/workspace-commands.jsonl"
};

static const unsigned char file627[] = {
#embed "../../../protocol/conformance/workspace-conditions.jsonl"
};

static const unsigned char file628[] = {
#embed "../../../protocol/conformance/workspace-database-problems.jsonl"
};

static const unsigned char file629[] = {
#embed "../../../protocol/conformance/workspace-database-types.jsonl"
};

static const unsigned char file630[] = {
#embed "../../../protocol/conformance/workspace-databases.jsonl"
};

static const unsigned char file631[] = {
#embed "../../../protocol/conformance/workspace-file-absent.jsonl"
};

static const unsigned char file632[] = {
#embed "../../../protocol/conformance/workspace-file-columns.jsonl"
};

static const unsigned char file633[] = {
#embed "../../../protocol/conformance/workspace-file-encodings.jsonl"
};

static const unsigned char file634[] = {
#embed "../../../protocol/conformance/workspace-file-irregular.jsonl"
};

static const unsigned char file635[] = {
#embed "../../../protocol/conformance/workspace-file-links.jsonl"
};

static const unsigned char file636[] = {
#embed "../../../protocol/conformance/workspace-file-mistakes.jsonl"
};

static const unsigned char file637[] = {
#embed "../../../protocol/conformance/workspace-file-problems.jsonl"
};

static const unsigned char file638[] = {
#embed "../../../protocol/conformance/workspace-file-texts.jsonl"
};

static const unsigned char file639[] = {
#embed "../../../protocol/conformance/workspace-file-utf-16.jsonl"
};

static const unsigned char file640[] = {
#embed "../../../protocol/conformance/workspace-file-writing.jsonl"
};

static const unsigned char file641[] = {
#embed "../../../protocol/conformance/workspace-filled-in-places.jsonl"
};

static const unsigned char file642[] = {
#embed "../../../protocol/conformance/workspace-filled-in-rows.jsonl"
};

static const unsigned char file643[] = {
#embed "../../../protocol/conformance/workspace-filters-of-any-source.jsonl"
};

static const unsigned char file644[] = {
#embed "../../../protocol/conformance/workspace-filters-of-tables.jsonl"
};

static const unsigned char file645[] = {
#embed "../../../protocol/conformance/workspace-filters.jsonl"
};

static const unsigned char file646[] = {
#embed "../../../protocol/conformance/workspace-flow-members.jsonl"
};

static const unsigned char file647[] = {
#embed "../../../protocol/conformance/workspace-form-conditions.jsonl"
};

static const unsigned char file648[] = {
#embed "../../../protocol/conformance/workspace-form-constraints.jsonl"
};

static const unsigned char file649[] = {
#embed "../../../protocol/conformance/workspace-form-drafts.jsonl"
};

static const unsigned char file650[] = {
#embed "../../../protocol/conformance/workspace-form-fields.jsonl"
};

static const unsigned char file651[] = {
#embed "../../../protocol/conformance/workspace-form-members.jsonl"
};

static const unsigned char file652[] = {
#embed "../../../protocol/conformance/workspace-form-messages.jsonl"
};

static const unsigned char file653[] = {
#embed "../../../protocol/conformance/workspace-formats.jsonl"
};

static const unsigned char file654[] = {
#embed "../../../protocol/conformance/workspace-inline-drafts.jsonl"
};

static const unsigned char file655[] = {
#embed "../../../protocol/conformance/workspace-inline-names.jsonl"
};

static const unsigned char file656[] = {
#embed "../../../protocol/conformance/workspace-inline.jsonl"
};

static const unsigned char file657[] = {
#embed "../../../protocol/conformance/workspace-labels.jsonl"
};

static const unsigned char file658[] = {
#embed "../../../protocol/conformance/workspace-list-members.jsonl"
};

static const unsigned char file659[] = {
#embed "../../../protocol/conformance/workspace-long-rows.jsonl"
};

static const unsigned char file660[] = {
#embed "../../../protocol/conformance/workspace-menus.jsonl"
};

static const unsigned char file661[] = {
#embed "../../../protocol/conformance/workspace-mistake-action.jsonl"
};

static const unsigned char file662[] = {
#embed "../../../protocol/conformance/workspace-mistake-feature.jsonl"
};

static const unsigned char file663[] = {
#embed "../../../protocol/conformance/workspace-mistake-ids.jsonl"
};

static const unsigned char file664[] = {
#embed "../../../protocol/conformance/workspace-mistake-member.jsonl"
};

static const unsigned char file665[] = {
#embed "../../../protocol/conformance/workspace-mistake-modal.jsonl"
};

static const unsigned char file666[] = {
#embed "../../../protocol/conformance/workspace-mistake-source.jsonl"
};

static const unsigned char file667[] = {
#embed "../../../protocol/conformance/workspace-mistake-value.jsonl"
};

static const unsigned char file668[] = {
#embed "../../../protocol/conformance/workspace-modals.jsonl"
};

static const unsigned char file669[] = {
#embed "../../../protocol/conformance/workspace-notices.jsonl"
};

static const unsigned char file670[] = {
#embed "../../../protocol/conformance/workspace-operation-again.jsonl"
};

static const unsigned char file671[] = {
#embed "../../../protocol/conformance/workspace-operation-ended.jsonl"
};

static const unsigned char file672[] = {
#embed "../../../protocol/conformance/workspace-operation-failures.jsonl"
};

static const unsigned char file673[] = {
#embed "../../../protocol/conformance/workspace-operation-lines.jsonl"
};

static const unsigned char file674[] = {
#embed "../../../protocol/conformance/workspace-operation-progress.jsonl"
};

static const unsigned char file675[] = {
#embed "../../../protocol/conformance/workspace-operations.jsonl"
};

static const unsigned char file676[] = {
#embed "../../../protocol/conformance/workspace-order-characters.jsonl"
};

static const unsigned char file677[] = {
#embed "../../../protocol/conformance/workspace-order-natural.jsonl"
};

static const unsigned char file678[] = {
#embed "../../../protocol/conformance/workspace-order.jsonl"
};

static const unsigned char file679[] = {
#embed "../../../protocol/conformance/workspace-params-commands.jsonl"
};

static const unsigned char file680[] = {
#embed "../../../protocol/conformance/workspace-params-databases.jsonl"
};

static const unsigned char file681[] = {
#embed "../../../protocol/conformance/workspace-params-drafts.jsonl"
};

static const unsigned char file682[] = {
#embed "../../../protocol/conformance/workspace-params.jsonl"
};

static const unsigned char file683[] = {
#embed "../../../protocol/conformance/workspace-plugins.jsonl"
};

static const unsigned char file684[] = {
#embed "../../../protocol/conformance/workspace-row-texts.jsonl"
};

static const unsigned char file685[] = {
#embed "../../../protocol/conformance/workspace-search-commands.jsonl"
};

static const unsigned char file686[] = {
#embed "../../../protocol/conformance/workspace-search-debounce.jsonl"
};

static const unsigned char file687[] = {
#embed "../../../protocol/conformance/workspace-search-ends.jsonl"
};

static const unsigned char file688[] = {
#embed "../../../protocol/conformance/workspace-search-members.jsonl"
};

static const unsigned char file689[] = {
#embed "../../../protocol/conformance/workspace-search-operations.jsonl"
};

static const unsigned char file690[] = {
#embed "../../../protocol/conformance/workspace-search-pages.jsonl"
};

static const unsigned char file691[] = {
#embed "../../../protocol/conformance/workspace-source-errors.jsonl"
};

static const unsigned char file692[] = {
#embed "../../../protocol/conformance/workspace-step-members.jsonl"
};

static const unsigned char file693[] = {
#embed "../../../protocol/conformance/workspace-tables.jsonl"
};

static const unsigned char file694[] = {
#embed "../../../protocol/conformance/workspace-take-inside.jsonl"
};

static const unsigned char file695[] = {
#embed "../../../protocol/conformance/workspace-text-formats.jsonl"
};

static const unsigned char file696[] = {
#embed "../../../protocol/conformance/workspace-toolbars-and-outputs.jsonl"
};

static const unsigned char file697[] = {
#embed "../../../protocol/conformance/workspace-verdict-delay.jsonl"
};

static const unsigned char file698[] = {
#embed "../../../protocol/conformance/workspace-verdicts.jsonl"
};

static const unsigned char file699[] = {
#embed "../../../protocol/conformance/workspace-watch.jsonl"
};

static const unsigned char file700[] = {
#embed "../../../protocol/conformance/workspace-where.jsonl"
};

static const unsigned char file701[] = {
#embed "../../../protocol/requirements.jsonl"
};

static const unsigned char file702[] = {
#embed "../../../protocol/schemas/animation.json"
};

static const unsigned char file703[] = {
#embed "../../../protocol/schemas/arrangement.json"
};

static const unsigned char file704[] = {
#embed "../../../protocol/schemas/cancel-request-params.json"
};

static const unsigned char file705[] = {
#embed "../../../protocol/schemas/catalog-entry.json"
};

static const unsigned char file706[] = {
#embed "../../../protocol/schemas/cause.json"
};

static const unsigned char file707[] = {
#embed "../../../protocol/schemas/cell.json"
};

static const unsigned char file708[] = {
#embed "../../../protocol/schemas/child.json"
};

static const unsigned char file709[] = {
#embed "../../../protocol/schemas/clock-advance-params.json"
};

static const unsigned char file710[] = {
#embed "../../../protocol/schemas/clock-advance-result.json"
};

static const unsigned char file711[] = {
#embed "../../../protocol/schemas/column.json"
};

static const unsigned char file712[] = {
#embed "../../../protocol/schemas/columnLook.json"
};

static const unsigned char file713[] = {
#embed "../../../protocol/schemas/command.json"
};

static const unsigned char file714[] = {
#embed "../../../protocol/schemas/common-actions.json"
};

static const unsigned char file715[] = {
#embed "../../../protocol/schemas/declared-view-state.json"
};

static const unsigned char file716[] = {
#embed "../../../protocol/schemas/effect.json"
};

static const unsigned char file717[] = {
#embed "../../../protocol/schemas/error-catalog-row.json"
};

static const unsigned char file718[] = {
#embed "../../../protocol/schemas/error-entry.json"
};

static const unsigned char file719[] = {
#embed "../../../protocol/schemas/error.json"
};

static const unsigned char file720[] = {
#embed "../../../protocol/schemas/exit-params.json"
};

static const unsigned char file721[] = {
#embed "../../../protocol/schemas/feature-close-params.json"
};

static const unsigned char file722[] = {
#embed "../../../protocol/schemas/feature-close-result.json"
};

static const unsigned char file723[] = {
#embed "../../../protocol/schemas/feature-list-params.json"
};

static const unsigned char file724[] = {
#embed "../../../protocol/schemas/feature-list-result.json"
};

static const unsigned char file725[] = {
#embed "../../../protocol/schemas/feature-open-params.json"
};

static const unsigned char file726[] = {
#embed "../../../protocol/schemas/feature-open-result.json"
};

static const unsigned char file727[] = {
#embed "../../../protocol/schemas/feature-run-params.json"
};

static const unsigned char file728[] = {
#embed "../../../protocol/schemas/feature-run-result.json"
};

static const unsigned char file729[] = {
#embed "../../../protocol/schemas/feature-send-params.json"
};

static const unsigned char file730[] = {
#embed "../../../protocol/schemas/feature-send-result.json"
};

static const unsigned char file731[] = {
#embed "../../../protocol/schemas/feature-settle-params.json"
};

static const unsigned char file732[] = {
#embed "../../../protocol/schemas/feature-settle-result.json"
};

static const unsigned char file733[] = {
#embed "../../../protocol/schemas/feature-snapshot-params.json"
};

static const unsigned char file734[] = {
#embed "../../../protocol/schemas/feature-snapshot-result.json"
};

static const unsigned char file735[] = {
#embed "../../../protocol/schemas/flow-actions.json"
};

static const unsigned char file736[] = {
#embed "../../../protocol/schemas/flow-state.json"
};

static const unsigned char file737[] = {
#embed "../../../protocol/schemas/form-actions.json"
};

static const unsigned char file738[] = {
#embed "../../../protocol/schemas/form-field.json"
};

static const unsigned char file739[] = {
#embed "../../../protocol/schemas/form-state.json"
};

static const unsigned char file740[] = {
#embed "../../../protocol/schemas/front-end-message.json"
};

static const unsigned char file741[] = {
#embed "../../../protocol/schemas/host-commands-params.json"
};

static const unsigned char file742[] = {
#embed "../../../protocol/schemas/host-commands-result.json"
};

static const unsigned char file743[] = {
#embed "../../../protocol/schemas/host-inspect-params.json"
};

static const unsigned char file744[] = {
#embed "../../../protocol/schemas/host-inspect-result.json"
};

static const unsigned char file745[] = {
#embed "../../../protocol/schemas/host-message.json"
};

static const unsigned char file746[] = {
#embed "../../../protocol/schemas/host-plugins-params.json"
};

static const unsigned char file747[] = {
#embed "../../../protocol/schemas/host-plugins-result.json"
};

static const unsigned char file748[] = {
#embed "../../../protocol/schemas/initialize-params.json"
};

static const unsigned char file749[] = {
#embed "../../../protocol/schemas/initialize-result.json"
};

static const unsigned char file750[] = {
#embed "../../../protocol/schemas/initialized-params.json"
};

static const unsigned char file751[] = {
#embed "../../../protocol/schemas/inspection.json"
};

static const unsigned char file752[] = {
#embed "../../../protocol/schemas/keyed-child.json"
};

static const unsigned char file753[] = {
#embed "../../../protocol/schemas/layout-item.json"
};

static const unsigned char file754[] = {
#embed "../../../protocol/schemas/list-actions.json"
};

static const unsigned char file755[] = {
#embed "../../../protocol/schemas/list-state.json"
};

static const unsigned char file756[] = {
#embed "../../../protocol/schemas/notice.json"
};

static const unsigned char file757[] = {
#embed "../../../protocol/schemas/notification.json"
};

static const unsigned char file758[] = {
#embed "../../../protocol/schemas/pane-child.json"
};

static const unsigned char file759[] = {
#embed "../../../protocol/schemas/peer-error.json"
};

static const unsigned char file760[] = {
#embed "../../../protocol/schemas/ping-params.json"
};

static const unsigned char file761[] = {
#embed "../../../protocol/schemas/ping-result.json"
};

static const unsigned char file762[] = {
#embed "../../../protocol/schemas/plugin-manifest.json"
};

static const unsigned char file763[] = {
#embed "../../../protocol/schemas/plugins-report.json"
};

static const unsigned char file764[] = {
#embed "../../../protocol/schemas/presentation-actions.json"
};

static const unsigned char file765[] = {
#embed "../../../protocol/schemas/presentation.json"
};

static const unsigned char file766[] = {
#embed "../../../protocol/schemas/recording-line.json"
};

static const unsigned char file767[] = {
#embed "../../../protocol/schemas/request.json"
};

static const unsigned char file768[] = {
#embed "../../../protocol/schemas/response.json"
};

static const unsigned char file769[] = {
#embed "../../../protocol/schemas/rowAction.json"
};

static const unsigned char file770[] = {
#embed "../../../protocol/schemas/rpc-discover-params.json"
};

static const unsigned char file771[] = {
#embed "../../../protocol/schemas/rpc-discover-result.json"
};

static const unsigned char file772[] = {
#embed "../../../protocol/schemas/search-actions.json"
};

static const unsigned char file773[] = {
#embed "../../../protocol/schemas/search-state.json"
};

static const unsigned char file774[] = {
#embed "../../../protocol/schemas/shutdown-params.json"
};

static const unsigned char file775[] = {
#embed "../../../protocol/schemas/shutdown-result.json"
};

static const unsigned char file776[] = {
#embed "../../../protocol/schemas/snapshot.json"
};

static const unsigned char file777[] = {
#embed "../../../protocol/schemas/source-changed-params.json"
};

static const unsigned char file778[] = {
#embed "../../../protocol/schemas/source-delete-params.json"
};

static const unsigned char file779[] = {
#embed "../../../protocol/schemas/source-delete-result.json"
};

static const unsigned char file780[] = {
#embed "../../../protocol/schemas/source-fetch-params.json"
};

static const unsigned char file781[] = {
#embed "../../../protocol/schemas/source-fetch-result.json"
};

static const unsigned char file782[] = {
#embed "../../../protocol/schemas/source-insert-params.json"
};

static const unsigned char file783[] = {
#embed "../../../protocol/schemas/source-insert-result.json"
};

static const unsigned char file784[] = {
#embed "../../../protocol/schemas/source-move-params.json"
};

static const unsigned char file785[] = {
#embed "../../../protocol/schemas/source-move-result.json"
};

static const unsigned char file786[] = {
#embed "../../../protocol/schemas/source-open-params.json"
};

static const unsigned char file787[] = {
#embed "../../../protocol/schemas/source-open-result.json"
};

static const unsigned char file788[] = {
#embed "../../../protocol/schemas/source-perform-params.json"
};

static const unsigned char file789[] = {
#embed "../../../protocol/schemas/source-perform-result.json"
};

static const unsigned char file790[] = {
#embed "../../../protocol/schemas/source-search-params.json"
};

static const unsigned char file791[] = {
#embed "../../../protocol/schemas/source-search-result.json"
};

static const unsigned char file792[] = {
#embed "../../../protocol/schemas/source-update-params.json"
};

static const unsigned char file793[] = {
#embed "../../../protocol/schemas/source-update-result.json"
};

static const unsigned char file794[] = {
#embed "../../../protocol/schemas/state-closed-params.json"
};

static const unsigned char file795[] = {
#embed "../../../protocol/schemas/state-patch-params.json"
};

static const unsigned char file796[] = {
#embed "../../../protocol/schemas/state-snapshot-params.json"
};

static const unsigned char file797[] = {
#embed "../../../protocol/schemas/state-subscribe-params.json"
};

static const unsigned char file798[] = {
#embed "../../../protocol/schemas/state-subscribe-result.json"
};

static const unsigned char file799[] = {
#embed "../../../protocol/schemas/state-unsubscribe-params.json"
};

static const unsigned char file800[] = {
#embed "../../../protocol/schemas/state-unsubscribe-result.json"
};

static const unsigned char file801[] = {
#embed "../../../protocol/schemas/text-actions.json"
};

static const unsigned char file802[] = {
#embed "../../../protocol/schemas/text-state.json"
};

static const unsigned char file803[] = {
#embed "../../../protocol/schemas/tone.json"
};

static const unsigned char file804[] = {
#embed "../../../protocol/schemas/untrusted-workspace.json"
};

static const unsigned char file805[] = {
#embed "../../../protocol/schemas/view-state.json"
};

static const unsigned char file806[] = {
#embed "../../../protocol/schemas/workspace.json"
};

static const conformance_file files[] = {
    {"conformance/cells-dates.jsonl", file0, sizeof file0},
    {"conformance/cells-locale-unknown.jsonl", file1, sizeof file1},
    {"conformance/cells-locale.jsonl", file2, sizeof file2},
    {"conformance/cells-none.jsonl", file3, sizeof file3},
    {"conformance/cells-numbers.jsonl", file4, sizeof file4},
    {"conformance/cells-relative.jsonl", file5, sizeof file5},
    {"conformance/cells-rows.jsonl", file6, sizeof file6},
    {"conformance/cells-search.jsonl", file7, sizeof file7},
    {"conformance/cells-values.jsonl", file8, sizeof file8},
    {"conformance/clock-delivered.jsonl", file9, sizeof file9},
    {"conformance/clock-due.jsonl", file10, sizeof file10},
    {"conformance/clock-order.jsonl", file11, sizeof file11},
    {"conformance/clock-outstanding.jsonl", file12, sizeof file12},
    {"conformance/clock-progress.jsonl", file13, sizeof file13},
    {"conformance/clock-repeatable.jsonl", file14, sizeof file14},
    {"conformance/clock-run.jsonl", file15, sizeof file15},
    {"conformance/clock-stops.jsonl", file16, sizeof file16},
    {"conformance/clock-waits-background.jsonl", file17, sizeof file17},
    {"conformance/clock-waits-never.jsonl", file18, sizeof file18},
    {"conformance/clock-waits-source.jsonl", file19, sizeof file19},
    {"conformance/clock-waits.jsonl", file20, sizeof file20},
    {"conformance/flow-about-again.jsonl", file21, sizeof file21},
    {"conformance/flow-about-changes.jsonl", file22, sizeof file22},
    {"conformance/flow-about-merge.jsonl", file23, sizeof file23},
    {"conformance/flow-about-wrong.jsonl", file24, sizeof file24},
    {"conformance/flow-about.jsonl", file25, sizeof file25},
    {"conformance/flow-answers.jsonl", file26, sizeof file26},
    {"conformance/flow-blocked.jsonl", file27, sizeof file27},
    {"conformance/flow-depth.jsonl", file28, sizeof file28},
    {"conformance/flow-draft-changed.jsonl", file29, sizeof file29},
    {"conformance/flow-draft-failing.jsonl", file30, sizeof file30},
    {"conformance/flow-draft.jsonl", file31, sizeof file31},
    {"conformance/flow-drafts-about.jsonl", file32, sizeof file32},
    {"conformance/flow-drafts-conflict.jsonl", file33, sizeof file33},
    {"conformance/flow-ending.jsonl", file34, sizeof file34},
    {"conformance/flow-form-pages.jsonl", file35, sizeof file35},
    {"conformance/flow-link.jsonl", file36, sizeof file36},
    {"conformance/flow-marked-rows.jsonl", file37, sizeof file37},
    {"conformance/flow-misfit.jsonl", file38, sizeof file38},
    {"conformance/flow-nested.jsonl", file39, sizeof file39},
    {"conformance/flow-other-rows.jsonl", file40, sizeof file40},
    {"conformance/flow-outputs.jsonl", file41, sizeof file41},
    {"conformance/flow-replace.jsonl", file42, sizeof file42},
    {"conformance/flow-root-outputs.jsonl", file43, sizeof file43},
    {"conformance/flow-saved.jsonl", file44, sizeof file44},
    {"conformance/flow-skip.jsonl", file45, sizeof file45},
    {"conformance/flow-stack.jsonl", file46, sizeof file46},
    {"conformance/flow-step-kinds.jsonl", file47, sizeof file47},
    {"conformance/flow-steps-leaving.jsonl", file48, sizeof file48},
    {"conformance/flow-steps.jsonl", file49, sizeof file49},
    {"conformance/flow-submit.jsonl", file50, sizeof file50},
    {"conformance/flow-summary.jsonl", file51, sizeof file51},
    {"conformance/flow-timeout.jsonl", file52, sizeof file52},
    {"conformance/flow-unknown-action.jsonl", file53, sizeof file53},
    {"conformance/flow-way.jsonl", file54, sizeof file54},
    {"conformance/form-about-unversioned.jsonl", file55, sizeof file55},
    {"conformance/form-conditions.jsonl", file56, sizeof file56},
    {"conformance/form-conflicts-items.jsonl", file57, sizeof file57},
    {"conformance/form-conflicts-written.jsonl", file58, sizeof file58},
    {"conformance/form-conflicts.jsonl", file59, sizeof file59},
    {"conformance/form-drafts-about.jsonl", file60, sizeof file60},
    {"conformance/form-drafts-conflict.jsonl", file61, sizeof file61},
    {"conformance/form-drafts-fail.jsonl", file62, sizeof file62},
    {"conformance/form-drafts-items.jsonl", file63, sizeof file63},
    {"conformance/form-drafts-offered.jsonl", file64, sizeof file64},
    {"conformance/form-drafts-order.jsonl", file65, sizeof file65},
    {"conformance/form-drafts-secrets.jsonl", file66, sizeof file66},
    {"conformance/form-drafts-shared.jsonl", file67, sizeof file67},
    {"conformance/form-drafts.jsonl", file68, sizeof file68},
    {"conformance/form-empty.jsonl", file69, sizeof file69},
    {"conformance/form-enter-much.jsonl", file70, sizeof file70},
    {"conformance/form-enter.jsonl", file71, sizeof file71},
    {"conformance/form-fields.jsonl", file72, sizeof file72},
    {"conformance/form-formats.jsonl", file73, sizeof file73},
    {"conformance/form-held.jsonl", file74, sizeof file74},
    {"conformance/form-items-keep.jsonl", file75, sizeof file75},
    {"conformance/form-items.jsonl", file76, sizeof file76},
    {"conformance/form-limits-come.jsonl", file77, sizeof file77},
    {"conformance/form-messages-all-shown.jsonl", file78, sizeof file78},
    {"conformance/form-messages-json-schema.jsonl", file79, sizeof file79},
    {"conformance/form-messages-order.jsonl", file80, sizeof file80},
    {"conformance/form-messages-required.jsonl", file81, sizeof file81},
    {"conformance/form-messages-shown-change.jsonl", file82, sizeof file82},
    {"conformance/form-messages-shown-left.jsonl", file83, sizeof file83},
    {"conformance/form-messages-shown-submit.jsonl", file84, sizeof file84},
    {"conformance/form-messages.jsonl", file85, sizeof file85},
    {"conformance/form-options-more.jsonl", file86, sizeof file86},
    {"conformance/form-options.jsonl", file87, sizeof file87},
    {"conformance/form-output.jsonl", file88, sizeof file88},
    {"conformance/form-paths.jsonl", file89, sizeof file89},
    {"conformance/form-pattern-work.jsonl", file90, sizeof file90},
    {"conformance/form-rows-input.jsonl", file91, sizeof file91},
    {"conformance/form-rows-insert.jsonl", file92, sizeof file92},
    {"conformance/form-rows-patch.jsonl", file93, sizeof file93},
    {"conformance/form-rows-wrong.jsonl", file94, sizeof file94},
    {"conformance/form-rows.jsonl", file95, sizeof file95},
    {"conformance/form-state.jsonl", file96, sizeof file96},
    {"conformance/form-steps.jsonl", file97, sizeof file97},
    {"conformance/form-submit-fails.jsonl", file98, sizeof file98},
    {"conformance/form-submit-items.jsonl", file99, sizeof file99},
    {"conformance/form-submit-verdict.jsonl", file100, sizeof file100},
    {"conformance/form-submit-wrong.jsonl", file101, sizeof file101},
    {"conformance/form-submit.jsonl", file102, sizeof file102},
    {"conformance/form-success.jsonl", file103, sizeof file103},
    {"conformance/form-touch.jsonl", file104, sizeof file104},
    {"conformance/form-unknown-names.jsonl", file105, sizeof file105},
    {"conformance/form-values-first.jsonl", file106, sizeof file106},
    {"conformance/form-values.jsonl", file107, sizeof file107},
    {"conformance/form-verdict-under-way.jsonl", file108, sizeof file108},
    {"conformance/form-verdict.jsonl", file109, sizeof file109},
    {"conformance/front-ends/form-messages.jsonl", file110, sizeof file110},
    {"conformance/front-ends/form-unknown-types.jsonl", file111, sizeof file111},
    {"conformance/front-ends/list-cells.jsonl", file112, sizeof file112},
    {"conformance/front-ends/list-columns.jsonl", file113, sizeof file113},
    {"conformance/front-ends/list-conflated.jsonl", file114, sizeof file114},
    {"conformance/front-ends/list-sections.jsonl", file115, sizeof file115},
    {"conformance/front-ends/list-unknown-types.jsonl", file116, sizeof file116},
    {"conformance/front-ends/messages-errors.jsonl", file117, sizeof file117},
    {"conformance/front-ends/messages-ids.jsonl", file118, sizeof file118},
    {"conformance/front-ends/methods-inspection.jsonl", file119, sizeof file119},
    {"conformance/front-ends/methods-unknown-kinds.jsonl", file120, sizeof file120},
    {"conformance/front-ends/patches-conflated.jsonl", file121, sizeof file121},
    {"conformance/front-ends/patches-late.jsonl", file122, sizeof file122},
    {"conformance/front-ends/patches-lost-again.jsonl", file123, sizeof file123},
    {"conformance/front-ends/patches-lost.jsonl", file124, sizeof file124},
    {"conformance/front-ends/patches-operations.jsonl", file125, sizeof file125},
    {"conformance/front-ends/patches-snapshots.jsonl", file126, sizeof file126},
    {"conformance/front-ends/security-control-characters.jsonl", file127, sizeof file127},
    {"conformance/front-ends/security-markup.jsonl", file128, sizeof file128},
    {"conformance/front-ends/security-secrets.jsonl", file129, sizeof file129},
    {"conformance/front-ends/snapshots-animations-shown.jsonl", file130, sizeof file130},
    {"conformance/front-ends/snapshots-animations.jsonl", file131, sizeof file131},
    {"conformance/front-ends/snapshots-causes.jsonl", file132, sizeof file132},
    {"conformance/front-ends/snapshots-refused.jsonl", file133, sizeof file133},
    {"conformance/front-ends/snapshots-unavailable.jsonl", file134, sizeof file134},
    {"conformance/front-ends/sources-answers.jsonl", file135, sizeof file135},
    {"conformance/front-ends/sources-assigned-ids.jsonl", file136, sizeof file136},
    {"conformance/front-ends/sources-cancelled.jsonl", file137, sizeof file137},
    {"conformance/front-ends/sources-codes.jsonl", file138, sizeof file138},
    {"conformance/front-ends/sources-deletes.jsonl", file139, sizeof file139},
    {"conformance/front-ends/sources-failures.jsonl", file140, sizeof file140},
    {"conformance/front-ends/sources-inserts.jsonl", file141, sizeof file141},
    {"conformance/front-ends/sources-limits.jsonl", file142, sizeof file142},
    {"conformance/front-ends/sources-moves.jsonl", file143, sizeof file143},
    {"conformance/front-ends/sources-operations-again.jsonl", file144, sizeof file144},
    {"conformance/front-ends/sources-pages.jsonl", file145, sizeof file145},
    {"conformance/front-ends/sources-queries.jsonl", file146, sizeof file146},
    {"conformance/front-ends/sources-searches.jsonl", file147, sizeof file147},
    {"conformance/front-ends/sources-several.jsonl", file148, sizeof file148},
    {"conformance/front-ends/sources-unknown-members.jsonl", file149, sizeof file149},
    {"conformance/front-ends/sources-updates.jsonl", file150, sizeof file150},
    {"conformance/front-ends/sources-versions-at-once.jsonl", file151, sizeof file151},
    {"conformance/front-ends/sources-versions.jsonl", file152, sizeof file152},
    {"conformance/front-ends/specification-host-names.jsonl", file153, sizeof file153},
    {"conformance/front-ends/specification-parts.jsonl", file154, sizeof file154},
    {"conformance/front-ends/specification-typing.jsonl", file155, sizeof file155},
    {"conformance/front-ends/specification-unknown-errors.jsonl", file156, sizeof file156},
    {"conformance/front-ends/specification-unknown-members.jsonl", file157, sizeof file157},
    {"conformance/front-ends/specification-unknown-notifications.jsonl", file158, sizeof file158},
    {"conformance/front-ends/specification-unknown-patches.jsonl", file159, sizeof file159},
    {"conformance/front-ends/specification-unknown-requests.jsonl", file160, sizeof file160},
    {"conformance/front-ends/specification-unknown-words.jsonl", file161, sizeof file161},
    {"conformance/front-ends/specification-waits.jsonl", file162, sizeof file162},
    {"conformance/front-ends/transport-conflated.jsonl", file163, sizeof file163},
    {"conformance/front-ends/transport-headers.jsonl", file164, sizeof file164},
    {"conformance/front-ends/transport-lines.jsonl", file165, sizeof file165},
    {"conformance/front-ends/transport-log.jsonl", file166, sizeof file166},
    {"conformance/front-ends/transport-read-while-writing.jsonl", file167, sizeof file167},
    {"conformance/front-ends/views-children.jsonl", file168, sizeof file168},
    {"conformance/front-ends/views-unknown-types.jsonl", file169, sizeof file169},
    {"conformance/front-ends/views-when.jsonl", file170, sizeof file170},
    {"conformance/list-accept-rows.jsonl", file171, sizeof file171},
    {"conformance/list-accept.jsonl", file172, sizeof file172},
    {"conformance/list-actions.jsonl", file173, sizeof file173},
    {"conformance/list-active-unloaded.jsonl", file174, sizeof file174},
    {"conformance/list-active.jsonl", file175, sizeof file175},
    {"conformance/list-append-failed.jsonl", file176, sizeof file176},
    {"conformance/list-assigned-ids.jsonl", file177, sizeof file177},
    {"conformance/list-changes-edits.jsonl", file178, sizeof file178},
    {"conformance/list-changes-many.jsonl", file179, sizeof file179},
    {"conformance/list-changes-others.jsonl", file180, sizeof file180},
    {"conformance/list-changes.jsonl", file181, sizeof file181},
    {"conformance/list-columns-of-sources.jsonl", file182, sizeof file182},
    {"conformance/list-columns.jsonl", file183, sizeof file183},
    {"conformance/list-counts.jsonl", file184, sizeof file184},
    {"conformance/list-delete-move.jsonl", file185, sizeof file185},
    {"conformance/list-delete-pending.jsonl", file186, sizeof file186},
    {"conformance/list-dropped-source.jsonl", file187, sizeof file187},
    {"conformance/list-dropped.jsonl", file188, sizeof file188},
    {"conformance/list-edit-unfiltered.jsonl", file189, sizeof file189},
    {"conformance/list-edits-failed.jsonl", file190, sizeof file190},
    {"conformance/list-edits-filtered.jsonl", file191, sizeof file191},
    {"conformance/list-edits-gone.jsonl", file192, sizeof file192},
    {"conformance/list-edits-order.jsonl", file193, sizeof file193},
    {"conformance/list-edits-pending.jsonl", file194, sizeof file194},
    {"conformance/list-edits-retried.jsonl", file195, sizeof file195},
    {"conformance/list-edits-unloaded.jsonl", file196, sizeof file196},
    {"conformance/list-empty.jsonl", file197, sizeof file197},
    {"conformance/list-far.jsonl", file198, sizeof file198},
    {"conformance/list-filter.jsonl", file199, sizeof file199},
    {"conformance/list-gone-marks.jsonl", file200, sizeof file200},
    {"conformance/list-groups.jsonl", file201, sizeof file201},
    {"conformance/list-ids-alike.jsonl", file202, sizeof file202},
    {"conformance/list-insert.jsonl", file203, sizeof file203},
    {"conformance/list-known-rows.jsonl", file204, sizeof file204},
    {"conformance/list-notices-many.jsonl", file205, sizeof file205},
    {"conformance/list-notices-writes.jsonl", file206, sizeof file206},
    {"conformance/list-notices.jsonl", file207, sizeof file207},
    {"conformance/list-odd-pages.jsonl", file208, sizeof file208},
    {"conformance/list-open-item.jsonl", file209, sizeof file209},
    {"conformance/list-opening.jsonl", file210, sizeof file210},
    {"conformance/list-own-edits.jsonl", file211, sizeof file211},
    {"conformance/list-page-sizes.jsonl", file212, sizeof file212},
    {"conformance/list-pages-writes.jsonl", file213, sizeof file213},
    {"conformance/list-pages.jsonl", file214, sizeof file214},
    {"conformance/list-phases.jsonl", file215, sizeof file215},
    {"conformance/list-prefetch.jsonl", file216, sizeof file216},
    {"conformance/list-problems-deleted.jsonl", file217, sizeof file217},
    {"conformance/list-problems-dismissed.jsonl", file218, sizeof file218},
    {"conformance/list-query-failed.jsonl", file219, sizeof file219},
    {"conformance/list-query-loads.jsonl", file220, sizeof file220},
    {"conformance/list-query-selection.jsonl", file221, sizeof file221},
    {"conformance/list-read-only.jsonl", file222, sizeof file222},
    {"conformance/list-refresh-place.jsonl", file223, sizeof file223},
    {"conformance/list-refresh-writes.jsonl", file224, sizeof file224},
    {"conformance/list-refresh.jsonl", file225, sizeof file225},
    {"conformance/list-reset.jsonl", file226, sizeof file226},
    {"conformance/list-retried-edit.jsonl", file227, sizeof file227},
    {"conformance/list-row-before-page.jsonl", file228, sizeof file228},
    {"conformance/list-selection-modes.jsonl", file229, sizeof file229},
    {"conformance/list-selection-outlives.jsonl", file230, sizeof file230},
    {"conformance/list-selection.jsonl", file231, sizeof file231},
    {"conformance/list-several-conflicts.jsonl", file232, sizeof file232},
    {"conformance/list-several-unloaded.jsonl", file233, sizeof file233},
    {"conformance/list-several.jsonl", file234, sizeof file234},
    {"conformance/list-sort.jsonl", file235, sizeof file235},
    {"conformance/list-undo-deleted.jsonl", file236, sizeof file236},
    {"conformance/list-undo-failed.jsonl", file237, sizeof file237},
    {"conformance/list-undo-filtered.jsonl", file238, sizeof file238},
    {"conformance/list-undo-left-out.jsonl", file239, sizeof file239},
    {"conformance/list-undo-order.jsonl", file240, sizeof file240},
    {"conformance/list-undo-unloaded.jsonl", file241, sizeof file241},
    {"conformance/list-undo.jsonl", file242, sizeof file242},
    {"conformance/list-update.jsonl", file243, sizeof file243},
    {"conformance/list-versions-inserted.jsonl", file244, sizeof file244},
    {"conformance/list-versions-undo.jsonl", file245, sizeof file245},
    {"conformance/list-versions.jsonl", file246, sizeof file246},
    {"conformance/list-window-active.jsonl", file247, sizeof file247},
    {"conformance/list-window-long.jsonl", file248, sizeof file248},
    {"conformance/list-window.jsonl", file249, sizeof file249},
    {"conformance/messages-answers.jsonl", file250, sizeof file250},
    {"conformance/messages-batch-exit.jsonl", file251, sizeof file251},
    {"conformance/messages-batch-initialize.jsonl", file252, sizeof file252},
    {"conformance/messages-batch-order.jsonl", file253, sizeof file253},
    {"conformance/messages-batches.jsonl", file254, sizeof file254},
    {"conformance/messages-busy-instances.jsonl", file255, sizeof file255},
    {"conformance/messages-busy-requests.jsonl", file256, sizeof file256},
    {"conformance/messages-error-version.jsonl", file257, sizeof file257},
    {"conformance/messages-error-versions.jsonl", file258, sizeof file258},
    {"conformance/messages-errors-actions.jsonl", file259, sizeof file259},
    {"conformance/messages-errors-change-nothing.jsonl", file260, sizeof file260},
    {"conformance/messages-errors-of-waits.jsonl", file261, sizeof file261},
    {"conformance/messages-errors-opening.jsonl", file262, sizeof file262},
    {"conformance/messages-errors-waiting.jsonl", file263, sizeof file263},
    {"conformance/messages-errors.jsonl", file264, sizeof file264},
    {"conformance/messages-failures-are-state.jsonl", file265, sizeof file265},
    {"conformance/messages-host-asks-nobody.jsonl", file266, sizeof file266},
    {"conformance/messages-host-asks.jsonl", file267, sizeof file267},
    {"conformance/messages-id-in-flight.jsonl", file268, sizeof file268},
    {"conformance/messages-ids.jsonl", file269, sizeof file269},
    {"conformance/messages-initialize-empty.jsonl", file270, sizeof file270},
    {"conformance/messages-initialize-null.jsonl", file271, sizeof file271},
    {"conformance/messages-initialize-wrong.jsonl", file272, sizeof file272},
    {"conformance/messages-json-bytes-headers.jsonl", file273, sizeof file273},
    {"conformance/messages-json-bytes-lines.jsonl", file274, sizeof file274},
    {"conformance/messages-json-depth.jsonl", file275, sizeof file275},
    {"conformance/messages-json-numbers.jsonl", file276, sizeof file276},
    {"conformance/messages-json-texts.jsonl", file277, sizeof file277},
    {"conformance/messages-limits-kept.jsonl", file278, sizeof file278},
    {"conformance/messages-no-message.jsonl", file279, sizeof file279},
    {"conformance/messages-order.jsonl", file280, sizeof file280},
    {"conformance/messages-params-form.jsonl", file281, sizeof file281},
    {"conformance/messages-params-null.jsonl", file282, sizeof file282},
    {"conformance/messages-params-unknown.jsonl", file283, sizeof file283},
    {"conformance/messages-params-wrong.jsonl", file284, sizeof file284},
    {"conformance/messages-retryable-lists.jsonl", file285, sizeof file285},
    {"conformance/messages-retryable-saving.jsonl", file286, sizeof file286},
    {"conformance/messages-retryable-searches.jsonl", file287, sizeof file287},
    {"conformance/messages-retryable-submitting.jsonl", file288, sizeof file288},
    {"conformance/messages-silence.jsonl", file289, sizeof file289},
    {"conformance/messages-texts.jsonl", file290, sizeof file290},
    {"conformance/methods-actions-flows.jsonl", file291, sizeof file291},
    {"conformance/methods-actions-forms.jsonl", file292, sizeof file292},
    {"conformance/methods-actions-lists.jsonl", file293, sizeof file293},
    {"conformance/methods-actions-searches.jsonl", file294, sizeof file294},
    {"conformance/methods-any-feature.jsonl", file295, sizeof file295},
    {"conformance/methods-cancelled-work.jsonl", file296, sizeof file296},
    {"conformance/methods-catalog-told.jsonl", file297, sizeof file297},
    {"conformance/methods-catalog.jsonl", file298, sizeof file298},
    {"conformance/methods-close-children.jsonl", file299, sizeof file299},
    {"conformance/methods-close-effects.jsonl", file300, sizeof file300},
    {"conformance/methods-close-waits.jsonl", file301, sizeof file301},
    {"conformance/methods-close.jsonl", file302, sizeof file302},
    {"conformance/methods-closed-child.jsonl", file303, sizeof file303},
    {"conformance/methods-commands.jsonl", file304, sizeof file304},
    {"conformance/methods-exit.jsonl", file305, sizeof file305},
    {"conformance/methods-fixtures.jsonl", file306, sizeof file306},
    {"conformance/methods-initialize-behind.jsonl", file307, sizeof file307},
    {"conformance/methods-initialize-null.jsonl", file308, sizeof file308},
    {"conformance/methods-initialize-refused.jsonl", file309, sizeof file309},
    {"conformance/methods-initialize-sources.jsonl", file310, sizeof file310},
    {"conformance/methods-initialize.jsonl", file311, sizeof file311},
    {"conformance/methods-inspect.jsonl", file312, sizeof file312},
    {"conformance/methods-keep-changes.jsonl", file313, sizeof file313},
    {"conformance/methods-keep.jsonl", file314, sizeof file314},
    {"conformance/methods-limits-sessions.jsonl", file315, sizeof file315},
    {"conformance/methods-limits.jsonl", file316, sizeof file316},
    {"conformance/methods-open-again.jsonl", file317, sizeof file317},
    {"conformance/methods-open-names.jsonl", file318, sizeof file318},
    {"conformance/methods-open-refused.jsonl", file319, sizeof file319},
    {"conformance/methods-open-starts.jsonl", file320, sizeof file320},
    {"conformance/methods-output.jsonl", file321, sizeof file321},
    {"conformance/methods-params.jsonl", file322, sizeof file322},
    {"conformance/methods-plugins.jsonl", file323, sizeof file323},
    {"conformance/methods-real-clock.jsonl", file324, sizeof file324},
    {"conformance/methods-request-ids-waits.jsonl", file325, sizeof file325},
    {"conformance/methods-request-ids.jsonl", file326, sizeof file326},
    {"conformance/methods-run-ends.jsonl", file327, sizeof file327},
    {"conformance/methods-run-flow.jsonl", file328, sizeof file328},
    {"conformance/methods-run-form.jsonl", file329, sizeof file329},
    {"conformance/methods-run-list.jsonl", file330, sizeof file330},
    {"conformance/methods-run-refused.jsonl", file331, sizeof file331},
    {"conformance/methods-run-search.jsonl", file332, sizeof file332},
    {"conformance/methods-run-session-ends.jsonl", file333, sizeof file333},
    {"conformance/methods-run-waits.jsonl", file334, sizeof file334},
    {"conformance/methods-send.jsonl", file335, sizeof file335},
    {"conformance/methods-session.jsonl", file336, sizeof file336},
    {"conformance/methods-shutdown-lives-on.jsonl", file337, sizeof file337},
    {"conformance/methods-shutdown.jsonl", file338, sizeof file338},
    {"conformance/methods-snapshot.jsonl", file339, sizeof file339},
    {"conformance/methods-subscribe-patches.jsonl", file340, sizeof file340},
    {"conformance/methods-subscribe.jsonl", file341, sizeof file341},
    {"conformance/methods-virtual-clock.jsonl", file342, sizeof file342},
    {"conformance/methods-waits-and-cancelling.jsonl", file343, sizeof file343},
    {"conformance/methods-without-initialize.jsonl", file344, sizeof file344},
    {"conformance/patches-asked-otherwise.jsonl", file345, sizeof file345},
    {"conformance/patches-children.jsonl", file346, sizeof file346},
    {"conformance/patches-conflated.jsonl", file347, sizeof file347},
    {"conformance/patches-kinds.jsonl", file348, sizeof file348},
    {"conformance/patches-nearly-whole.jsonl", file349, sizeof file349},
    {"conformance/patches-operations.jsonl", file350, sizeof file350},
    {"conformance/patches-updates.jsonl", file351, sizeof file351},
    {"conformance/plugins-catalog.jsonl", file352, sizeof file352},
    {"conformance/plugins-chatter.jsonl", file353, sizeof file353},
    {"conformance/plugins-closed-output.jsonl", file354, sizeof file354},
    {"conformance/plugins-deaf.jsonl", file355, sizeof file355},
    {"conformance/plugins-end-killed.jsonl", file356, sizeof file356},
    {"conformance/plugins-end-signal.jsonl", file357, sizeof file357},
    {"conformance/plugins-end.jsonl", file358, sizeof file358},
    {"conformance/plugins-entries.jsonl", file359, sizeof file359},
    {"conformance/plugins-feature-failures.jsonl", file360, sizeof file360},
    {"conformance/plugins-features.jsonl", file361, sizeof file361},
    {"conformance/plugins-process.jsonl", file362, sizeof file362},
    {"conformance/plugins-reduced-motion.jsonl", file363, sizeof file363},
    {"conformance/plugins-request-ids.jsonl", file364, sizeof file364},
    {"conformance/plugins-run-failures.jsonl", file365, sizeof file365},
    {"conformance/plugins-silent.jsonl", file366, sizeof file366},
    {"conformance/plugins-source-failures.jsonl", file367, sizeof file367},
    {"conformance/plugins-wrong-revisions.jsonl", file368, sizeof file368},
    {"conformance/plugins/plugins-end.jsonl", file369, sizeof file369},
    {"conformance/plugins/plugins-features.jsonl", file370, sizeof file370},
    {"conformance/plugins/plugins-initialize.jsonl", file371, sizeof file371},
    {"conformance/plugins/plugins-input-ends.jsonl", file372, sizeof file372},
    {"conformance/plugins/plugins-open-wrong.jsonl", file373, sizeof file373},
    {"conformance/plugins/plugins-revisions.jsonl", file374, sizeof file374},
    {"conformance/plugins/plugins-source-beside.jsonl", file375, sizeof file375},
    {"conformance/plugins/sources-pages.jsonl", file376, sizeof file376},
    {"conformance/presentation-again.jsonl", file377, sizeof file377},
    {"conformance/presentation-all-rows.jsonl", file378, sizeof file378},
    {"conformance/presentation-blocked-edits.jsonl", file379, sizeof file379},
    {"conformance/presentation-blocked-late.jsonl", file380, sizeof file380},
    {"conformance/presentation-blocked.jsonl", file381, sizeof file381},
    {"conformance/presentation-cancel-run.jsonl", file382, sizeof file382},
    {"conformance/presentation-cancel.jsonl", file383, sizeof file383},
    {"conformance/presentation-deepest-first.jsonl", file384, sizeof file384},
    {"conformance/presentation-dismissible.jsonl", file385, sizeof file385},
    {"conformance/presentation-fixed-children.jsonl", file386, sizeof file386},
    {"conformance/presentation-flow-outputs.jsonl", file387, sizeof file387},
    {"conformance/presentation-flow-timeout.jsonl", file388, sizeof file388},
    {"conformance/presentation-follows.jsonl", file389, sizeof file389},
    {"conformance/presentation-form-outputs.jsonl", file390, sizeof file390},
    {"conformance/presentation-gone-forms.jsonl", file391, sizeof file391},
    {"conformance/presentation-left-out.jsonl", file392, sizeof file392},
    {"conformance/presentation-levels.jsonl", file393, sizeof file393},
    {"conformance/presentation-members.jsonl", file394, sizeof file394},
    {"conformance/presentation-other-rows.jsonl", file395, sizeof file395},
    {"conformance/presentation-own-outputs.jsonl", file396, sizeof file396},
    {"conformance/presentation-params.jsonl", file397, sizeof file397},
    {"conformance/presentation-present.jsonl", file398, sizeof file398},
    {"conformance/presentation-refused-outputs.jsonl", file399, sizeof file399},
    {"conformance/presentation-row-outputs.jsonl", file400, sizeof file400},
    {"conformance/presentation-rows-gone.jsonl", file401, sizeof file401},
    {"conformance/presentation-rows-named.jsonl", file402, sizeof file402},
    {"conformance/presentation-search-selection.jsonl", file403, sizeof file403},
    {"conformance/presentation-selection.jsonl", file404, sizeof file404},
    {"conformance/presentation-target.jsonl", file405, sizeof file405},
    {"conformance/search-accept-named.jsonl", file406, sizeof file406},
    {"conformance/search-accept.jsonl", file407, sizeof file407},
    {"conformance/search-actions.jsonl", file408, sizeof file408},
    {"conformance/search-active-first.jsonl", file409, sizeof file409},
    {"conformance/search-active.jsonl", file410, sizeof file410},
    {"conformance/search-bounds.jsonl", file411, sizeof file411},
    {"conformance/search-cancel-timer.jsonl", file412, sizeof file412},
    {"conformance/search-cancel.jsonl", file413, sizeof file413},
    {"conformance/search-case.jsonl", file414, sizeof file414},
    {"conformance/search-columns.jsonl", file415, sizeof file415},
    {"conformance/search-composing-timer.jsonl", file416, sizeof file416},
    {"conformance/search-composing.jsonl", file417, sizeof file417},
    {"conformance/search-debounce.jsonl", file418, sizeof file418},
    {"conformance/search-detail.jsonl", file419, sizeof file419},
    {"conformance/search-empty.jsonl", file420, sizeof file420},
    {"conformance/search-failed.jsonl", file421, sizeof file421},
    {"conformance/search-filter-asked.jsonl", file422, sizeof file422},
    {"conformance/search-filter-debounce.jsonl", file423, sizeof file423},
    {"conformance/search-filter.jsonl", file424, sizeof file424},
    {"conformance/search-first-results.jsonl", file425, sizeof file425},
    {"conformance/search-groups.jsonl", file426, sizeof file426},
    {"conformance/search-history.jsonl", file427, sizeof file427},
    {"conformance/search-ids-alike.jsonl", file428, sizeof file428},
    {"conformance/search-items.jsonl", file429, sizeof file429},
    {"conformance/search-keys.jsonl", file430, sizeof file430},
    {"conformance/search-own-append-failed.jsonl", file431, sizeof file431},
    {"conformance/search-own-changed.jsonl", file432, sizeof file432},
    {"conformance/search-own-cursor.jsonl", file433, sizeof file433},
    {"conformance/search-own-dismissed.jsonl", file434, sizeof file434},
    {"conformance/search-own-pages.jsonl", file435, sizeof file435},
    {"conformance/search-own-prefetch.jsonl", file436, sizeof file436},
    {"conformance/search-own-refreshing.jsonl", file437, sizeof file437},
    {"conformance/search-own-stale.jsonl", file438, sizeof file438},
    {"conformance/search-own.jsonl", file439, sizeof file439},
    {"conformance/search-perform-dismissed.jsonl", file440, sizeof file440},
    {"conformance/search-perform-ends.jsonl", file441, sizeof file441},
    {"conformance/search-perform-failed.jsonl", file442, sizeof file442},
    {"conformance/search-perform-retry.jsonl", file443, sizeof file443},
    {"conformance/search-perform-run.jsonl", file444, sizeof file444},
    {"conformance/search-perform-values.jsonl", file445, sizeof file445},
    {"conformance/search-perform.jsonl", file446, sizeof file446},
    {"conformance/search-repeated-rows.jsonl", file447, sizeof file447},
    {"conformance/search-rows-again.jsonl", file448, sizeof file448},
    {"conformance/search-rows-anew.jsonl", file449, sizeof file449},
    {"conformance/search-rows-changed-always.jsonl", file450, sizeof file450},
    {"conformance/search-rows-changed-failed.jsonl", file451, sizeof file451},
    {"conformance/search-rows-changed-query.jsonl", file452, sizeof file452},
    {"conformance/search-rows-changed.jsonl", file453, sizeof file453},
    {"conformance/search-rows-count.jsonl", file454, sizeof file454},
    {"conformance/search-rows-failed.jsonl", file455, sizeof file455},
    {"conformance/search-rows-nothing.jsonl", file456, sizeof file456},
    {"conformance/search-rows-pages.jsonl", file457, sizeof file457},
    {"conformance/search-selection-gone.jsonl", file458, sizeof file458},
    {"conformance/search-selection.jsonl", file459, sizeof file459},
    {"conformance/search-signs.jsonl", file460, sizeof file460},
    {"conformance/search-status.jsonl", file461, sizeof file461},
    {"conformance/search-supersede-timer.jsonl", file462, sizeof file462},
    {"conformance/search-supersede.jsonl", file463, sizeof file463},
    {"conformance/search-tables.jsonl", file464, sizeof file464},
    {"conformance/search-terms.jsonl", file465, sizeof file465},
    {"conformance/search-window-long.jsonl", file466, sizeof file466},
    {"conformance/search-window.jsonl", file467, sizeof file467},
    {"conformance/search-without-letters.jsonl", file468, sizeof file468},
    {"conformance/security-arguments.jsonl", file469, sizeof file469},
    {"conformance/security-descriptors.jsonl", file470, sizeof file470},
    {"conformance/security-killed-host.jsonl", file471, sizeof file471},
    {"conformance/security-process-ids.jsonl", file472, sizeof file472},
    {"conformance/security-processes-end-exit.jsonl", file473, sizeof file473},
    {"conformance/security-processes-end-signal.jsonl", file474, sizeof file474},
    {"conformance/security-processes-end.jsonl", file475, sizeof file475},
    {"conformance/security-secrets-handed-on.jsonl", file476, sizeof file476},
    {"conformance/security-secrets-logged.jsonl", file477, sizeof file477},
    {"conformance/security-secrets-patches.jsonl", file478, sizeof file478},
    {"conformance/security-secrets-processes.jsonl", file479, sizeof file479},
    {"conformance/security-secrets-refused.jsonl", file480, sizeof file480},
    {"conformance/security-secrets-shown.jsonl", file481, sizeof file481},
    {"conformance/snapshots-animations.jsonl", file482, sizeof file482},
    {"conformance/snapshots-causes.jsonl", file483, sizeof file483},
    {"conformance/snapshots-child-subscriptions.jsonl", file484, sizeof file484},
    {"conformance/snapshots-children.jsonl", file485, sizeof file485},
    {"conformance/snapshots-clock-causes.jsonl", file486, sizeof file486},
    {"conformance/snapshots-conflated-animations.jsonl", file487, sizeof file487},
    {"conformance/snapshots-effects.jsonl", file488, sizeof file488},
    {"conformance/snapshots-errors.jsonl", file489, sizeof file489},
    {"conformance/snapshots-first-revisions.jsonl", file490, sizeof file490},
    {"conformance/snapshots-following.jsonl", file491, sizeof file491},
    {"conformance/snapshots-keys.jsonl", file492, sizeof file492},
    {"conformance/snapshots-kinds-of-animation.jsonl", file493, sizeof file493},
    {"conformance/snapshots-late-deliveries.jsonl", file494, sizeof file494},
    {"conformance/snapshots-paths.jsonl", file495, sizeof file495},
    {"conformance/snapshots-reduced-motion.jsonl", file496, sizeof file496},
    {"conformance/snapshots-retryable.jsonl", file497, sizeof file497},
    {"conformance/snapshots-revisions.jsonl", file498, sizeof file498},
    {"conformance/snapshots-unavailable.jsonl", file499, sizeof file499},
    {"conformance/sources-answers-more.jsonl", file500, sizeof file500},
    {"conformance/sources-bad-rows.jsonl", file501, sizeof file501},
    {"conformance/sources-cancel.jsonl", file502, sizeof file502},
    {"conformance/sources-changed-search.jsonl", file503, sizeof file503},
    {"conformance/sources-changed.jsonl", file504, sizeof file504},
    {"conformance/sources-delete-versions.jsonl", file505, sizeof file505},
    {"conformance/sources-edit-can-some.jsonl", file506, sizeof file506},
    {"conformance/sources-edit-can.jsonl", file507, sizeof file507},
    {"conformance/sources-end-exit.jsonl", file508, sizeof file508},
    {"conformance/sources-end-signal.jsonl", file509, sizeof file509},
    {"conformance/sources-end.jsonl", file510, sizeof file510},
    {"conformance/sources-insert-id.jsonl", file511, sizeof file511},
    {"conformance/sources-offered-again.jsonl", file512, sizeof file512},
    {"conformance/sources-offering.jsonl", file513, sizeof file513},
    {"conformance/sources-operations-ids.jsonl", file514, sizeof file514},
    {"conformance/sources-params.jsonl", file515, sizeof file515},
    {"conformance/sources-query.jsonl", file516, sizeof file516},
    {"conformance/sources-read-ahead.jsonl", file517, sizeof file517},
    {"conformance/sources-requests.jsonl", file518, sizeof file518},
    {"conformance/sources-results.jsonl", file519, sizeof file519},
    {"conformance/sources-same-ids.jsonl", file520, sizeof file520},
    {"conformance/sources-search-can.jsonl", file521, sizeof file521},
    {"conformance/sources-several.jsonl", file522, sizeof file522},
    {"conformance/sources-shared.jsonl", file523, sizeof file523},
    {"conformance/sources-timeout-virtual.jsonl", file524, sizeof file524},
    {"conformance/sources-timeout.jsonl", file525, sizeof file525},
    {"conformance/sources-words.jsonl", file526, sizeof file526},
    {"conformance/specification-patches-claimed.jsonl", file527, sizeof file527},
    {"conformance/specification-unknown.jsonl", file528, sizeof file528},
    {"conformance/text-accept.jsonl", file529, sizeof file529},
    {"conformance/text-copy.jsonl", file530, sizeof file530},
    {"conformance/text-declaration.jsonl", file531, sizeof file531},
    {"conformance/text-find-further.jsonl", file532, sizeof file532},
    {"conformance/text-find-waits.jsonl", file533, sizeof file533},
    {"conformance/text-find.jsonl", file534, sizeof file534},
    {"conformance/text-follow.jsonl", file535, sizeof file535},
    {"conformance/text-formats.jsonl", file536, sizeof file536},
    {"conformance/text-long-lines.jsonl", file537, sizeof file537},
    {"conformance/text-markdown-long.jsonl", file538, sizeof file538},
    {"conformance/text-moves.jsonl", file539, sizeof file539},
    {"conformance/text-refresh.jsonl", file540, sizeof file540},
    {"conformance/text-state.jsonl", file541, sizeof file541},
    {"conformance/text-window-loads.jsonl", file542, sizeof file542},
    {"conformance/text-window.jsonl", file543, sizeof file543},
    {"conformance/transport-answers-unread.jsonl", file544, sizeof file544},
    {"conformance/transport-body-cut-off.jsonl", file545, sizeof file545},
    {"conformance/transport-byte-order-mark-headers.jsonl", file546, sizeof file546},
    {"conformance/transport-byte-order-mark-lines.jsonl", file547, sizeof file547},
    {"conformance/transport-edit-closed.jsonl", file548, sizeof file548},
    {"conformance/transport-edits-at-end.jsonl", file549, sizeof file549},
    {"conformance/transport-end-empty.jsonl", file550, sizeof file550},
    {"conformance/transport-end-exit-alone.jsonl", file551, sizeof file551},
    {"conformance/transport-end-exit-waiting.jsonl", file552, sizeof file552},
    {"conformance/transport-end-exit.jsonl", file553, sizeof file553},
    {"conformance/transport-end-headway.jsonl", file554, sizeof file554},
    {"conformance/transport-end-no-headway.jsonl", file555, sizeof file555},
    {"conformance/transport-end-nothing-read.jsonl", file556, sizeof file556},
    {"conformance/transport-end-of-input.jsonl", file557, sizeof file557},
    {"conformance/transport-end-output-closed-idle.jsonl", file558, sizeof file558},
    {"conformance/transport-end-output-closed.jsonl", file559, sizeof file559},
    {"conformance/transport-end-process-gone.jsonl", file560, sizeof file560},
    {"conformance/transport-end-run.jsonl", file561, sizeof file561},
    {"conformance/transport-end-sighup.jsonl", file562, sizeof file562},
    {"conformance/transport-end-sigint.jsonl", file563, sizeof file563},
    {"conformance/transport-end-sigterm.jsonl", file564, sizeof file564},
    {"conformance/transport-end-waits.jsonl", file565, sizeof file565},
    {"conformance/transport-first-byte-bracket.jsonl", file566, sizeof file566},
    {"conformance/transport-first-byte-feed.jsonl", file567, sizeof file567},
    {"conformance/transport-first-byte-headers.jsonl", file568, sizeof file568},
    {"conformance/transport-first-byte-return.jsonl", file569, sizeof file569},
    {"conformance/transport-first-byte-space.jsonl", file570, sizeof file570},
    {"conformance/transport-first-byte-tab.jsonl", file571, sizeof file571},
    {"conformance/transport-frames-refused.jsonl", file572, sizeof file572},
    {"conformance/transport-frames-too-long.jsonl", file573, sizeof file573},
    {"conformance/transport-header-length-empty.jsonl", file574, sizeof file574},
    {"conformance/transport-header-length-fraction.jsonl", file575, sizeof file575},
    {"conformance/transport-header-length-negative.jsonl", file576, sizeof file576},
    {"conformance/transport-header-length-word.jsonl", file577, sizeof file577},
    {"conformance/transport-header-too-long.jsonl", file578, sizeof file578},
    {"conformance/transport-header-without-length.jsonl", file579, sizeof file579},
    {"conformance/transport-headers.jsonl", file580, sizeof file580},
    {"conformance/transport-line-breaks.jsonl", file581, sizeof file581},
    {"conformance/transport-lines.jsonl", file582, sizeof file582},
    {"conformance/transport-listens-nowhere.jsonl", file583, sizeof file583},
    {"conformance/transport-listens-there.jsonl", file584, sizeof file584},
    {"conformance/transport-quick-reader.jsonl", file585, sizeof file585},
    {"conformance/transport-read-on.jsonl", file586, sizeof file586},
    {"conformance/transport-slow-reader-attaches.jsonl", file587, sizeof file587},
    {"conformance/transport-slow-reader-virtual.jsonl", file588, sizeof file588},
    {"conformance/transport-slow-reader.jsonl", file589, sizeof file589},
    {"conformance/transport-sockets-clock.jsonl", file590, sizeof file590},
    {"conformance/transport-sockets-deaf.jsonl", file591, sizeof file591},
    {"conformance/transport-sockets-kept.jsonl", file592, sizeof file592},
    {"conformance/transport-sockets-many.jsonl", file593, sizeof file593},
    {"conformance/transport-sockets-replaced.jsonl", file594, sizeof file594},
    {"conformance/transport-sockets-shared.jsonl", file595, sizeof file595},
    {"conformance/transport-sockets-signals.jsonl", file596, sizeof file596},
    {"conformance/transport-sockets-taken.jsonl", file597, sizeof file597},
    {"conformance/transport-sockets-writes.jsonl", file598, sizeof file598},
    {"conformance/transport-sockets.jsonl", file599, sizeof file599},
    {"conformance/transport-submit-at-end-exit.jsonl", file600, sizeof file600},
    {"conformance/transport-submit-at-end-input.jsonl", file601, sizeof file601},
    {"conformance/transport-submit-at-end-signal.jsonl", file602, sizeof file602},
    {"conformance/transport-utf-8.jsonl", file603, sizeof file603},
    {"conformance/transport-virtual-order.jsonl", file604, sizeof file604},
    {"conformance/transport-workspace-wrong.jsonl", file605, sizeof file605},
    {"conformance/views-bindings.jsonl", file606, sizeof file606},
    {"conformance/views-cells.jsonl", file607, sizeof file607},
    {"conformance/views-children-by-id.jsonl", file608, sizeof file608},
    {"conformance/views-children.jsonl", file609, sizeof file609},
    {"conformance/views-declared.jsonl", file610, sizeof file610},
    {"conformance/views-follows.jsonl", file611, sizeof file611},
    {"conformance/views-layout.jsonl", file612, sizeof file612},
    {"conformance/views-loaded-values.jsonl", file613, sizeof file613},
    {"conformance/views-own-reset.jsonl", file614, sizeof file614},
    {"conformance/views-panes.jsonl", file615, sizeof file615},
    {"conformance/views-retry-and-dismiss.jsonl", file616, sizeof file616},
    {"conformance/views-task-and-reset.jsonl", file617, sizeof file617},
    {"conformance/workspace-client-sources.jsonl", file618, sizeof file618},
    {"conformance/workspace-command-again.jsonl", file619, sizeof file619},
    {"conformance/workspace-command-edits.jsonl", file620, sizeof file620},
    {"conformance/workspace-command-ends.jsonl", file621, sizeof file621},
    {"conformance/workspace-command-live.jsonl", file622, sizeof file622},
    {"conformance/workspace-command-rows.jsonl", file623, sizeof file623},
    {"conformance/workspace-command-runs.jsonl", file624, sizeof file624},
    {"conformance/workspace-command-time.jsonl", file625, sizeof file625},
    {"conformance/workspace-commands.jsonl", file626, sizeof file626},
    {"conformance/workspace-conditions.jsonl", file627, sizeof file627},
    {"conformance/workspace-database-problems.jsonl", file628, sizeof file628},
    {"conformance/workspace-database-types.jsonl", file629, sizeof file629},
    {"conformance/workspace-databases.jsonl", file630, sizeof file630},
    {"conformance/workspace-file-absent.jsonl", file631, sizeof file631},
    {"conformance/workspace-file-columns.jsonl", file632, sizeof file632},
    {"conformance/workspace-file-encodings.jsonl", file633, sizeof file633},
    {"conformance/workspace-file-irregular.jsonl", file634, sizeof file634},
    {"conformance/workspace-file-links.jsonl", file635, sizeof file635},
    {"conformance/workspace-file-mistakes.jsonl", file636, sizeof file636},
    {"conformance/workspace-file-problems.jsonl", file637, sizeof file637},
    {"conformance/workspace-file-texts.jsonl", file638, sizeof file638},
    {"conformance/workspace-file-utf-16.jsonl", file639, sizeof file639},
    {"conformance/workspace-file-writing.jsonl", file640, sizeof file640},
    {"conformance/workspace-filled-in-places.jsonl", file641, sizeof file641},
    {"conformance/workspace-filled-in-rows.jsonl", file642, sizeof file642},
    {"conformance/workspace-filters-of-any-source.jsonl", file643, sizeof file643},
    {"conformance/workspace-filters-of-tables.jsonl", file644, sizeof file644},
    {"conformance/workspace-filters.jsonl", file645, sizeof file645},
    {"conformance/workspace-flow-members.jsonl", file646, sizeof file646},
    {"conformance/workspace-form-conditions.jsonl", file647, sizeof file647},
    {"conformance/workspace-form-constraints.jsonl", file648, sizeof file648},
    {"conformance/workspace-form-drafts.jsonl", file649, sizeof file649},
    {"conformance/workspace-form-fields.jsonl", file650, sizeof file650},
    {"conformance/workspace-form-members.jsonl", file651, sizeof file651},
    {"conformance/workspace-form-messages.jsonl", file652, sizeof file652},
    {"conformance/workspace-formats.jsonl", file653, sizeof file653},
    {"conformance/workspace-inline-drafts.jsonl", file654, sizeof file654},
    {"conformance/workspace-inline-names.jsonl", file655, sizeof file655},
    {"conformance/workspace-inline.jsonl", file656, sizeof file656},
    {"conformance/workspace-labels.jsonl", file657, sizeof file657},
    {"conformance/workspace-list-members.jsonl", file658, sizeof file658},
    {"conformance/workspace-long-rows.jsonl", file659, sizeof file659},
    {"conformance/workspace-menus.jsonl", file660, sizeof file660},
    {"conformance/workspace-mistake-action.jsonl", file661, sizeof file661},
    {"conformance/workspace-mistake-feature.jsonl", file662, sizeof file662},
    {"conformance/workspace-mistake-ids.jsonl", file663, sizeof file663},
    {"conformance/workspace-mistake-member.jsonl", file664, sizeof file664},
    {"conformance/workspace-mistake-modal.jsonl", file665, sizeof file665},
    {"conformance/workspace-mistake-source.jsonl", file666, sizeof file666},
    {"conformance/workspace-mistake-value.jsonl", file667, sizeof file667},
    {"conformance/workspace-modals.jsonl", file668, sizeof file668},
    {"conformance/workspace-notices.jsonl", file669, sizeof file669},
    {"conformance/workspace-operation-again.jsonl", file670, sizeof file670},
    {"conformance/workspace-operation-ended.jsonl", file671, sizeof file671},
    {"conformance/workspace-operation-failures.jsonl", file672, sizeof file672},
    {"conformance/workspace-operation-lines.jsonl", file673, sizeof file673},
    {"conformance/workspace-operation-progress.jsonl", file674, sizeof file674},
    {"conformance/workspace-operations.jsonl", file675, sizeof file675},
    {"conformance/workspace-order-characters.jsonl", file676, sizeof file676},
    {"conformance/workspace-order-natural.jsonl", file677, sizeof file677},
    {"conformance/workspace-order.jsonl", file678, sizeof file678},
    {"conformance/workspace-params-commands.jsonl", file679, sizeof file679},
    {"conformance/workspace-params-databases.jsonl", file680, sizeof file680},
    {"conformance/workspace-params-drafts.jsonl", file681, sizeof file681},
    {"conformance/workspace-params.jsonl", file682, sizeof file682},
    {"conformance/workspace-plugins.jsonl", file683, sizeof file683},
    {"conformance/workspace-row-texts.jsonl", file684, sizeof file684},
    {"conformance/workspace-search-commands.jsonl", file685, sizeof file685},
    {"conformance/workspace-search-debounce.jsonl", file686, sizeof file686},
    {"conformance/workspace-search-ends.jsonl", file687, sizeof file687},
    {"conformance/workspace-search-members.jsonl", file688, sizeof file688},
    {"conformance/workspace-search-operations.jsonl", file689, sizeof file689},
    {"conformance/workspace-search-pages.jsonl", file690, sizeof file690},
    {"conformance/workspace-source-errors.jsonl", file691, sizeof file691},
    {"conformance/workspace-step-members.jsonl", file692, sizeof file692},
    {"conformance/workspace-tables.jsonl", file693, sizeof file693},
    {"conformance/workspace-take-inside.jsonl", file694, sizeof file694},
    {"conformance/workspace-text-formats.jsonl", file695, sizeof file695},
    {"conformance/workspace-toolbars-and-outputs.jsonl", file696, sizeof file696},
    {"conformance/workspace-verdict-delay.jsonl", file697, sizeof file697},
    {"conformance/workspace-verdicts.jsonl", file698, sizeof file698},
    {"conformance/workspace-watch.jsonl", file699, sizeof file699},
    {"conformance/workspace-where.jsonl", file700, sizeof file700},
    {"requirements.jsonl", file701, sizeof file701},
    {"schemas/animation.json", file702, sizeof file702},
    {"schemas/arrangement.json", file703, sizeof file703},
    {"schemas/cancel-request-params.json", file704, sizeof file704},
    {"schemas/catalog-entry.json", file705, sizeof file705},
    {"schemas/cause.json", file706, sizeof file706},
    {"schemas/cell.json", file707, sizeof file707},
    {"schemas/child.json", file708, sizeof file708},
    {"schemas/clock-advance-params.json", file709, sizeof file709},
    {"schemas/clock-advance-result.json", file710, sizeof file710},
    {"schemas/column.json", file711, sizeof file711},
    {"schemas/columnLook.json", file712, sizeof file712},
    {"schemas/command.json", file713, sizeof file713},
    {"schemas/common-actions.json", file714, sizeof file714},
    {"schemas/declared-view-state.json", file715, sizeof file715},
    {"schemas/effect.json", file716, sizeof file716},
    {"schemas/error-catalog-row.json", file717, sizeof file717},
    {"schemas/error-entry.json", file718, sizeof file718},
    {"schemas/error.json", file719, sizeof file719},
    {"schemas/exit-params.json", file720, sizeof file720},
    {"schemas/feature-close-params.json", file721, sizeof file721},
    {"schemas/feature-close-result.json", file722, sizeof file722},
    {"schemas/feature-list-params.json", file723, sizeof file723},
    {"schemas/feature-list-result.json", file724, sizeof file724},
    {"schemas/feature-open-params.json", file725, sizeof file725},
    {"schemas/feature-open-result.json", file726, sizeof file726},
    {"schemas/feature-run-params.json", file727, sizeof file727},
    {"schemas/feature-run-result.json", file728, sizeof file728},
    {"schemas/feature-send-params.json", file729, sizeof file729},
    {"schemas/feature-send-result.json", file730, sizeof file730},
    {"schemas/feature-settle-params.json", file731, sizeof file731},
    {"schemas/feature-settle-result.json", file732, sizeof file732},
    {"schemas/feature-snapshot-params.json", file733, sizeof file733},
    {"schemas/feature-snapshot-result.json", file734, sizeof file734},
    {"schemas/flow-actions.json", file735, sizeof file735},
    {"schemas/flow-state.json", file736, sizeof file736},
    {"schemas/form-actions.json", file737, sizeof file737},
    {"schemas/form-field.json", file738, sizeof file738},
    {"schemas/form-state.json", file739, sizeof file739},
    {"schemas/front-end-message.json", file740, sizeof file740},
    {"schemas/host-commands-params.json", file741, sizeof file741},
    {"schemas/host-commands-result.json", file742, sizeof file742},
    {"schemas/host-inspect-params.json", file743, sizeof file743},
    {"schemas/host-inspect-result.json", file744, sizeof file744},
    {"schemas/host-message.json", file745, sizeof file745},
    {"schemas/host-plugins-params.json", file746, sizeof file746},
    {"schemas/host-plugins-result.json", file747, sizeof file747},
    {"schemas/initialize-params.json", file748, sizeof file748},
    {"schemas/initialize-result.json", file749, sizeof file749},
    {"schemas/initialized-params.json", file750, sizeof file750},
    {"schemas/inspection.json", file751, sizeof file751},
    {"schemas/keyed-child.json", file752, sizeof file752},
    {"schemas/layout-item.json", file753, sizeof file753},
    {"schemas/list-actions.json", file754, sizeof file754},
    {"schemas/list-state.json", file755, sizeof file755},
    {"schemas/notice.json", file756, sizeof file756},
    {"schemas/notification.json", file757, sizeof file757},
    {"schemas/pane-child.json", file758, sizeof file758},
    {"schemas/peer-error.json", file759, sizeof file759},
    {"schemas/ping-params.json", file760, sizeof file760},
    {"schemas/ping-result.json", file761, sizeof file761},
    {"schemas/plugin-manifest.json", file762, sizeof file762},
    {"schemas/plugins-report.json", file763, sizeof file763},
    {"schemas/presentation-actions.json", file764, sizeof file764},
    {"schemas/presentation.json", file765, sizeof file765},
    {"schemas/recording-line.json", file766, sizeof file766},
    {"schemas/request.json", file767, sizeof file767},
    {"schemas/response.json", file768, sizeof file768},
    {"schemas/rowAction.json", file769, sizeof file769},
    {"schemas/rpc-discover-params.json", file770, sizeof file770},
    {"schemas/rpc-discover-result.json", file771, sizeof file771},
    {"schemas/search-actions.json", file772, sizeof file772},
    {"schemas/search-state.json", file773, sizeof file773},
    {"schemas/shutdown-params.json", file774, sizeof file774},
    {"schemas/shutdown-result.json", file775, sizeof file775},
    {"schemas/snapshot.json", file776, sizeof file776},
    {"schemas/source-changed-params.json", file777, sizeof file777},
    {"schemas/source-delete-params.json", file778, sizeof file778},
    {"schemas/source-delete-result.json", file779, sizeof file779},
    {"schemas/source-fetch-params.json", file780, sizeof file780},
    {"schemas/source-fetch-result.json", file781, sizeof file781},
    {"schemas/source-insert-params.json", file782, sizeof file782},
    {"schemas/source-insert-result.json", file783, sizeof file783},
    {"schemas/source-move-params.json", file784, sizeof file784},
    {"schemas/source-move-result.json", file785, sizeof file785},
    {"schemas/source-open-params.json", file786, sizeof file786},
    {"schemas/source-open-result.json", file787, sizeof file787},
    {"schemas/source-perform-params.json", file788, sizeof file788},
    {"schemas/source-perform-result.json", file789, sizeof file789},
    {"schemas/source-search-params.json", file790, sizeof file790},
    {"schemas/source-search-result.json", file791, sizeof file791},
    {"schemas/source-update-params.json", file792, sizeof file792},
    {"schemas/source-update-result.json", file793, sizeof file793},
    {"schemas/state-closed-params.json", file794, sizeof file794},
    {"schemas/state-patch-params.json", file795, sizeof file795},
    {"schemas/state-snapshot-params.json", file796, sizeof file796},
    {"schemas/state-subscribe-params.json", file797, sizeof file797},
    {"schemas/state-subscribe-result.json", file798, sizeof file798},
    {"schemas/state-unsubscribe-params.json", file799, sizeof file799},
    {"schemas/state-unsubscribe-result.json", file800, sizeof file800},
    {"schemas/text-actions.json", file801, sizeof file801},
    {"schemas/text-state.json", file802, sizeof file802},
    {"schemas/tone.json", file803, sizeof file803},
    {"schemas/untrusted-workspace.json", file804, sizeof file804},
    {"schemas/view-state.json", file805, sizeof file805},
    {"schemas/workspace.json", file806, sizeof file806},
};

const conformance_file *conformance_files(void) { return files; }

size_t conformance_file_count(void) { return sizeof files / sizeof *files; }
