// Made by `make protocol`: the compiler takes the files' bytes as they are, so that there is no second copy to keep
// current; it is built again when one has changed.
#include "CConformance.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "../../protocol/conformance/flow-blocked.jsonl"
};

static const unsigned char file1[] = {
#embed "../../protocol/conformance/flow-depth.jsonl"
};

static const unsigned char file2[] = {
#embed "../../protocol/conformance/flow-draft-changed.jsonl"
};

static const unsigned char file3[] = {
#embed "../../protocol/conformance/flow-draft-failing.jsonl"
};

static const unsigned char file4[] = {
#embed "../../protocol/conformance/flow-draft.jsonl"
};

static const unsigned char file5[] = {
#embed "../../protocol/conformance/flow-ending.jsonl"
};

static const unsigned char file6[] = {
#embed "../../protocol/conformance/flow-link.jsonl"
};

static const unsigned char file7[] = {
#embed "../../protocol/conformance/flow-outputs.jsonl"
};

static const unsigned char file8[] = {
#embed "../../protocol/conformance/flow-replace.jsonl"
};

static const unsigned char file9[] = {
#embed "../../protocol/conformance/flow-root-outputs.jsonl"
};

static const unsigned char file10[] = {
#embed "../../protocol/conformance/flow-skip.jsonl"
};

static const unsigned char file11[] = {
#embed "../../protocol/conformance/flow-stack.jsonl"
};

static const unsigned char file12[] = {
#embed "../../protocol/conformance/flow-step-kinds.jsonl"
};

static const unsigned char file13[] = {
#embed "../../protocol/conformance/flow-steps-leaving.jsonl"
};

static const unsigned char file14[] = {
#embed "../../protocol/conformance/flow-steps.jsonl"
};

static const unsigned char file15[] = {
#embed "../../protocol/conformance/flow-summary.jsonl"
};

static const unsigned char file16[] = {
#embed "../../protocol/conformance/flow-timeout.jsonl"
};

static const unsigned char file17[] = {
#embed "../../protocol/conformance/flow-way.jsonl"
};

static const unsigned char file18[] = {
#embed "../../protocol/conformance/list-opening.jsonl"
};

static const unsigned char file19[] = {
#embed "../../protocol/conformance/plugins-catalog.jsonl"
};

static const unsigned char file20[] = {
#embed "../../protocol/conformance/plugins-chatter.jsonl"
};

static const unsigned char file21[] = {
#embed "../../protocol/conformance/plugins-closed-output.jsonl"
};

static const unsigned char file22[] = {
#embed "../../protocol/conformance/plugins-feature-failures.jsonl"
};

static const unsigned char file23[] = {
#embed "../../protocol/conformance/plugins-features.jsonl"
};

static const unsigned char file24[] = {
#embed "../../protocol/conformance/plugins-process.jsonl"
};

static const unsigned char file25[] = {
#embed "../../protocol/conformance/plugins-reduced-motion.jsonl"
};

static const unsigned char file26[] = {
#embed "../../protocol/conformance/plugins-run-failures.jsonl"
};

static const unsigned char file27[] = {
#embed "../../protocol/conformance/plugins-source-failures.jsonl"
};

static const unsigned char file28[] = {
#embed "../../protocol/conformance/plugins-wrong-revisions.jsonl"
};

static const unsigned char file29[] = {
#embed "../../protocol/conformance/presentation-again.jsonl"
};

static const unsigned char file30[] = {
#embed "../../protocol/conformance/presentation-blocked-edits.jsonl"
};

static const unsigned char file31[] = {
#embed "../../protocol/conformance/presentation-blocked-late.jsonl"
};

static const unsigned char file32[] = {
#embed "../../protocol/conformance/presentation-blocked.jsonl"
};

static const unsigned char file33[] = {
#embed "../../protocol/conformance/presentation-cancel-run.jsonl"
};

static const unsigned char file34[] = {
#embed "../../protocol/conformance/presentation-cancel.jsonl"
};

static const unsigned char file35[] = {
#embed "../../protocol/conformance/presentation-dismissible.jsonl"
};

static const unsigned char file36[] = {
#embed "../../protocol/conformance/presentation-flow-outputs.jsonl"
};

static const unsigned char file37[] = {
#embed "../../protocol/conformance/presentation-flow-timeout.jsonl"
};

static const unsigned char file38[] = {
#embed "../../protocol/conformance/presentation-follows.jsonl"
};

static const unsigned char file39[] = {
#embed "../../protocol/conformance/presentation-form-outputs.jsonl"
};

static const unsigned char file40[] = {
#embed "../../protocol/conformance/presentation-levels.jsonl"
};

static const unsigned char file41[] = {
#embed "../../protocol/conformance/presentation-members.jsonl"
};

static const unsigned char file42[] = {
#embed "../../protocol/conformance/presentation-own-outputs.jsonl"
};

static const unsigned char file43[] = {
#embed "../../protocol/conformance/presentation-params.jsonl"
};

static const unsigned char file44[] = {
#embed "../../protocol/conformance/presentation-present.jsonl"
};

static const unsigned char file45[] = {
#embed "../../protocol/conformance/presentation-refused-outputs.jsonl"
};

static const unsigned char file46[] = {
#embed "../../protocol/conformance/presentation-row-outputs.jsonl"
};

static const unsigned char file47[] = {
#embed "../../protocol/conformance/presentation-target.jsonl"
};

static const unsigned char file48[] = {
#embed "../../protocol/conformance/workspace-client-sources.jsonl"
};

static const unsigned char file49[] = {
#embed "../../protocol/conformance/workspace-command-ends.jsonl"
};

static const unsigned char file50[] = {
#embed "../../protocol/conformance/workspace-command-rows.jsonl"
};

static const unsigned char file51[] = {
#embed "../../protocol/conformance/workspace-command-runs.jsonl"
};

static const unsigned char file52[] = {
#embed "../../protocol/conformance/workspace-command-time.jsonl"
};

static const unsigned char file53[] = {
#embed "../../protocol/conformance/workspace-commands.jsonl"
};

static const unsigned char file54[] = {
#embed "../../protocol/conformance/workspace-databases.jsonl"
};

static const unsigned char file55[] = {
#embed "../../protocol/conformance/workspace-file-columns.jsonl"
};

static const unsigned char file56[] = {
#embed "../../protocol/conformance/workspace-file-links.jsonl"
};

static const unsigned char file57[] = {
#embed "../../protocol/conformance/workspace-file-mistakes.jsonl"
};

static const unsigned char file58[] = {
#embed "../../protocol/conformance/workspace-file-writing.jsonl"
};

static const unsigned char file59[] = {
#embed "../../protocol/conformance/workspace-filled-in-places.jsonl"
};

static const unsigned char file60[] = {
#embed "../../protocol/conformance/workspace-filled-in-rows.jsonl"
};

static const unsigned char file61[] = {
#embed "../../protocol/conformance/workspace-filters-of-tables.jsonl"
};

static const unsigned char file62[] = {
#embed "../../protocol/conformance/workspace-filters.jsonl"
};

static const unsigned char file63[] = {
#embed "../../protocol/conformance/workspace-flow-members.jsonl"
};

static const unsigned char file64[] = {
#embed "../../protocol/conformance/workspace-form-conditions.jsonl"
};

static const unsigned char file65[] = {
#embed "../../protocol/conformance/workspace-form-constraints.jsonl"
};

static const unsigned char file66[] = {
#embed "../../protocol/conformance/workspace-form-drafts.jsonl"
};

static const unsigned char file67[] = {
#embed "../../protocol/conformance/workspace-form-fields.jsonl"
};

static const unsigned char file68[] = {
#embed "../../protocol/conformance/workspace-form-members.jsonl"
};

static const unsigned char file69[] = {
#embed "../../protocol/conformance/workspace-form-messages.jsonl"
};

static const unsigned char file70[] = {
#embed "../../protocol/conformance/workspace-formats.jsonl"
};

static const unsigned char file71[] = {
#embed "../../protocol/conformance/workspace-inline.jsonl"
};

static const unsigned char file72[] = {
#embed "../../protocol/conformance/workspace-list-members.jsonl"
};

static const unsigned char file73[] = {
#embed "../../protocol/conformance/workspace-long-rows.jsonl"
};

static const unsigned char file74[] = {
#embed "../../protocol/conformance/workspace-mistake-action.jsonl"
};

static const unsigned char file75[] = {
#embed "../../protocol/conformance/workspace-mistake-feature.jsonl"
};

static const unsigned char file76[] = {
#embed "../../protocol/conformance/workspace-mistake-ids.jsonl"
};

static const unsigned char file77[] = {
#embed "../../protocol/conformance/workspace-mistake-member.jsonl"
};

static const unsigned char file78[] = {
#embed "../../protocol/conformance/workspace-mistake-modal.jsonl"
};

static const unsigned char file79[] = {
#embed "../../protocol/conformance/workspace-mistake-source.jsonl"
};

static const unsigned char file80[] = {
#embed "../../protocol/conformance/workspace-mistake-value.jsonl"
};

static const unsigned char file81[] = {
#embed "../../protocol/conformance/workspace-modals.jsonl"
};

static const unsigned char file82[] = {
#embed "../../protocol/conformance/workspace-operation-again.jsonl"
};

static const unsigned char file83[] = {
#embed "../../protocol/conformance/workspace-operation-failures.jsonl"
};

static const unsigned char file84[] = {
#embed "../../protocol/conformance/workspace-operations.jsonl"
};

static const unsigned char file85[] = {
#embed "../../protocol/conformance/workspace-order.jsonl"
};

static const unsigned char file86[] = {
#embed "../../protocol/conformance/workspace-plugins.jsonl"
};

static const unsigned char file87[] = {
#embed "../../protocol/conformance/workspace-search-commands.jsonl"
};

static const unsigned char file88[] = {
#embed "../../protocol/conformance/workspace-search-debounce.jsonl"
};

static const unsigned char file89[] = {
#embed "../../protocol/conformance/workspace-search-ends.jsonl"
};

static const unsigned char file90[] = {
#embed "../../protocol/conformance/workspace-search-members.jsonl"
};

static const unsigned char file91[] = {
#embed "../../protocol/conformance/workspace-search-operations.jsonl"
};

static const unsigned char file92[] = {
#embed "../../protocol/conformance/workspace-search-pages.jsonl"
};

static const unsigned char file93[] = {
#embed "../../protocol/conformance/workspace-source-errors.jsonl"
};

static const unsigned char file94[] = {
#embed "../../protocol/conformance/workspace-step-members.jsonl"
};

static const unsigned char file95[] = {
#embed "../../protocol/conformance/workspace-tables.jsonl"
};

static const unsigned char file96[] = {
#embed "../../protocol/conformance/workspace-toolbars-and-outputs.jsonl"
};

static const unsigned char file97[] = {
#embed "../../protocol/conformance/workspace-verdict-delay.jsonl"
};

static const unsigned char file98[] = {
#embed "../../protocol/conformance/workspace-verdicts.jsonl"
};

static const unsigned char file99[] = {
#embed "../../protocol/conformance/workspace-watch.jsonl"
};

static const unsigned char file100[] = {
#embed "../../protocol/requirements.jsonl"
};

static const unsigned char file101[] = {
#embed "../../protocol/schemas/animation.json"
};

static const unsigned char file102[] = {
#embed "../../protocol/schemas/cancel-request-params.json"
};

static const unsigned char file103[] = {
#embed "../../protocol/schemas/catalog-entry.json"
};

static const unsigned char file104[] = {
#embed "../../protocol/schemas/cause.json"
};

static const unsigned char file105[] = {
#embed "../../protocol/schemas/child.json"
};

static const unsigned char file106[] = {
#embed "../../protocol/schemas/clock-advance-params.json"
};

static const unsigned char file107[] = {
#embed "../../protocol/schemas/clock-advance-result.json"
};

static const unsigned char file108[] = {
#embed "../../protocol/schemas/column.json"
};

static const unsigned char file109[] = {
#embed "../../protocol/schemas/common-actions.json"
};

static const unsigned char file110[] = {
#embed "../../protocol/schemas/effect.json"
};

static const unsigned char file111[] = {
#embed "../../protocol/schemas/error-catalog-row.json"
};

static const unsigned char file112[] = {
#embed "../../protocol/schemas/error-entry.json"
};

static const unsigned char file113[] = {
#embed "../../protocol/schemas/error.json"
};

static const unsigned char file114[] = {
#embed "../../protocol/schemas/exit-params.json"
};

static const unsigned char file115[] = {
#embed "../../protocol/schemas/feature-close-params.json"
};

static const unsigned char file116[] = {
#embed "../../protocol/schemas/feature-close-result.json"
};

static const unsigned char file117[] = {
#embed "../../protocol/schemas/feature-list-params.json"
};

static const unsigned char file118[] = {
#embed "../../protocol/schemas/feature-list-result.json"
};

static const unsigned char file119[] = {
#embed "../../protocol/schemas/feature-open-params.json"
};

static const unsigned char file120[] = {
#embed "../../protocol/schemas/feature-open-result.json"
};

static const unsigned char file121[] = {
#embed "../../protocol/schemas/feature-run-params.json"
};

static const unsigned char file122[] = {
#embed "../../protocol/schemas/feature-run-result.json"
};

static const unsigned char file123[] = {
#embed "../../protocol/schemas/feature-send-params.json"
};

static const unsigned char file124[] = {
#embed "../../protocol/schemas/feature-send-result.json"
};

static const unsigned char file125[] = {
#embed "../../protocol/schemas/feature-settle-params.json"
};

static const unsigned char file126[] = {
#embed "../../protocol/schemas/feature-settle-result.json"
};

static const unsigned char file127[] = {
#embed "../../protocol/schemas/feature-snapshot-params.json"
};

static const unsigned char file128[] = {
#embed "../../protocol/schemas/feature-snapshot-result.json"
};

static const unsigned char file129[] = {
#embed "../../protocol/schemas/flow-actions.json"
};

static const unsigned char file130[] = {
#embed "../../protocol/schemas/flow-state.json"
};

static const unsigned char file131[] = {
#embed "../../protocol/schemas/form-actions.json"
};

static const unsigned char file132[] = {
#embed "../../protocol/schemas/form-field.json"
};

static const unsigned char file133[] = {
#embed "../../protocol/schemas/form-state.json"
};

static const unsigned char file134[] = {
#embed "../../protocol/schemas/front-end-message.json"
};

static const unsigned char file135[] = {
#embed "../../protocol/schemas/host-inspect-params.json"
};

static const unsigned char file136[] = {
#embed "../../protocol/schemas/host-inspect-result.json"
};

static const unsigned char file137[] = {
#embed "../../protocol/schemas/host-message.json"
};

static const unsigned char file138[] = {
#embed "../../protocol/schemas/host-plugins-params.json"
};

static const unsigned char file139[] = {
#embed "../../protocol/schemas/host-plugins-result.json"
};

static const unsigned char file140[] = {
#embed "../../protocol/schemas/initialize-params.json"
};

static const unsigned char file141[] = {
#embed "../../protocol/schemas/initialize-result.json"
};

static const unsigned char file142[] = {
#embed "../../protocol/schemas/initialized-params.json"
};

static const unsigned char file143[] = {
#embed "../../protocol/schemas/inspection.json"
};

static const unsigned char file144[] = {
#embed "../../protocol/schemas/keyed-child.json"
};

static const unsigned char file145[] = {
#embed "../../protocol/schemas/layout-item.json"
};

static const unsigned char file146[] = {
#embed "../../protocol/schemas/list-actions.json"
};

static const unsigned char file147[] = {
#embed "../../protocol/schemas/list-state.json"
};

static const unsigned char file148[] = {
#embed "../../protocol/schemas/notification.json"
};

static const unsigned char file149[] = {
#embed "../../protocol/schemas/peer-error.json"
};

static const unsigned char file150[] = {
#embed "../../protocol/schemas/ping-params.json"
};

static const unsigned char file151[] = {
#embed "../../protocol/schemas/ping-result.json"
};

static const unsigned char file152[] = {
#embed "../../protocol/schemas/plugin-manifest.json"
};

static const unsigned char file153[] = {
#embed "../../protocol/schemas/plugins-report.json"
};

static const unsigned char file154[] = {
#embed "../../protocol/schemas/presentation-actions.json"
};

static const unsigned char file155[] = {
#embed "../../protocol/schemas/presentation.json"
};

static const unsigned char file156[] = {
#embed "../../protocol/schemas/recording-line.json"
};

static const unsigned char file157[] = {
#embed "../../protocol/schemas/request.json"
};

static const unsigned char file158[] = {
#embed "../../protocol/schemas/response.json"
};

static const unsigned char file159[] = {
#embed "../../protocol/schemas/rpc-discover-params.json"
};

static const unsigned char file160[] = {
#embed "../../protocol/schemas/rpc-discover-result.json"
};

static const unsigned char file161[] = {
#embed "../../protocol/schemas/search-actions.json"
};

static const unsigned char file162[] = {
#embed "../../protocol/schemas/search-state.json"
};

static const unsigned char file163[] = {
#embed "../../protocol/schemas/shutdown-params.json"
};

static const unsigned char file164[] = {
#embed "../../protocol/schemas/shutdown-result.json"
};

static const unsigned char file165[] = {
#embed "../../protocol/schemas/snapshot.json"
};

static const unsigned char file166[] = {
#embed "../../protocol/schemas/source-changed-params.json"
};

static const unsigned char file167[] = {
#embed "../../protocol/schemas/source-delete-params.json"
};

static const unsigned char file168[] = {
#embed "../../protocol/schemas/source-delete-result.json"
};

static const unsigned char file169[] = {
#embed "../../protocol/schemas/source-fetch-params.json"
};

static const unsigned char file170[] = {
#embed "../../protocol/schemas/source-fetch-result.json"
};

static const unsigned char file171[] = {
#embed "../../protocol/schemas/source-insert-params.json"
};

static const unsigned char file172[] = {
#embed "../../protocol/schemas/source-insert-result.json"
};

static const unsigned char file173[] = {
#embed "../../protocol/schemas/source-move-params.json"
};

static const unsigned char file174[] = {
#embed "../../protocol/schemas/source-move-result.json"
};

static const unsigned char file175[] = {
#embed "../../protocol/schemas/source-open-params.json"
};

static const unsigned char file176[] = {
#embed "../../protocol/schemas/source-open-result.json"
};

static const unsigned char file177[] = {
#embed "../../protocol/schemas/source-perform-params.json"
};

static const unsigned char file178[] = {
#embed "../../protocol/schemas/source-perform-result.json"
};

static const unsigned char file179[] = {
#embed "../../protocol/schemas/source-search-params.json"
};

static const unsigned char file180[] = {
#embed "../../protocol/schemas/source-search-result.json"
};

static const unsigned char file181[] = {
#embed "../../protocol/schemas/source-update-params.json"
};

static const unsigned char file182[] = {
#embed "../../protocol/schemas/source-update-result.json"
};

static const unsigned char file183[] = {
#embed "../../protocol/schemas/state-closed-params.json"
};

static const unsigned char file184[] = {
#embed "../../protocol/schemas/state-patch-params.json"
};

static const unsigned char file185[] = {
#embed "../../protocol/schemas/state-snapshot-params.json"
};

static const unsigned char file186[] = {
#embed "../../protocol/schemas/state-subscribe-params.json"
};

static const unsigned char file187[] = {
#embed "../../protocol/schemas/state-subscribe-result.json"
};

static const unsigned char file188[] = {
#embed "../../protocol/schemas/state-unsubscribe-params.json"
};

static const unsigned char file189[] = {
#embed "../../protocol/schemas/state-unsubscribe-result.json"
};

static const unsigned char file190[] = {
#embed "../../protocol/schemas/view-state.json"
};

static const unsigned char file191[] = {
#embed "../../protocol/schemas/workspace.json"
};

static const conformance_file files[] = {
    {"conformance/flow-blocked.jsonl", file0, sizeof file0},
    {"conformance/flow-depth.jsonl", file1, sizeof file1},
    {"conformance/flow-draft-changed.jsonl", file2, sizeof file2},
    {"conformance/flow-draft-failing.jsonl", file3, sizeof file3},
    {"conformance/flow-draft.jsonl", file4, sizeof file4},
    {"conformance/flow-ending.jsonl", file5, sizeof file5},
    {"conformance/flow-link.jsonl", file6, sizeof file6},
    {"conformance/flow-outputs.jsonl", file7, sizeof file7},
    {"conformance/flow-replace.jsonl", file8, sizeof file8},
    {"conformance/flow-root-outputs.jsonl", file9, sizeof file9},
    {"conformance/flow-skip.jsonl", file10, sizeof file10},
    {"conformance/flow-stack.jsonl", file11, sizeof file11},
    {"conformance/flow-step-kinds.jsonl", file12, sizeof file12},
    {"conformance/flow-steps-leaving.jsonl", file13, sizeof file13},
    {"conformance/flow-steps.jsonl", file14, sizeof file14},
    {"conformance/flow-summary.jsonl", file15, sizeof file15},
    {"conformance/flow-timeout.jsonl", file16, sizeof file16},
    {"conformance/flow-way.jsonl", file17, sizeof file17},
    {"conformance/list-opening.jsonl", file18, sizeof file18},
    {"conformance/plugins-catalog.jsonl", file19, sizeof file19},
    {"conformance/plugins-chatter.jsonl", file20, sizeof file20},
    {"conformance/plugins-closed-output.jsonl", file21, sizeof file21},
    {"conformance/plugins-feature-failures.jsonl", file22, sizeof file22},
    {"conformance/plugins-features.jsonl", file23, sizeof file23},
    {"conformance/plugins-process.jsonl", file24, sizeof file24},
    {"conformance/plugins-reduced-motion.jsonl", file25, sizeof file25},
    {"conformance/plugins-run-failures.jsonl", file26, sizeof file26},
    {"conformance/plugins-source-failures.jsonl", file27, sizeof file27},
    {"conformance/plugins-wrong-revisions.jsonl", file28, sizeof file28},
    {"conformance/presentation-again.jsonl", file29, sizeof file29},
    {"conformance/presentation-blocked-edits.jsonl", file30, sizeof file30},
    {"conformance/presentation-blocked-late.jsonl", file31, sizeof file31},
    {"conformance/presentation-blocked.jsonl", file32, sizeof file32},
    {"conformance/presentation-cancel-run.jsonl", file33, sizeof file33},
    {"conformance/presentation-cancel.jsonl", file34, sizeof file34},
    {"conformance/presentation-dismissible.jsonl", file35, sizeof file35},
    {"conformance/presentation-flow-outputs.jsonl", file36, sizeof file36},
    {"conformance/presentation-flow-timeout.jsonl", file37, sizeof file37},
    {"conformance/presentation-follows.jsonl", file38, sizeof file38},
    {"conformance/presentation-form-outputs.jsonl", file39, sizeof file39},
    {"conformance/presentation-levels.jsonl", file40, sizeof file40},
    {"conformance/presentation-members.jsonl", file41, sizeof file41},
    {"conformance/presentation-own-outputs.jsonl", file42, sizeof file42},
    {"conformance/presentation-params.jsonl", file43, sizeof file43},
    {"conformance/presentation-present.jsonl", file44, sizeof file44},
    {"conformance/presentation-refused-outputs.jsonl", file45, sizeof file45},
    {"conformance/presentation-row-outputs.jsonl", file46, sizeof file46},
    {"conformance/presentation-target.jsonl", file47, sizeof file47},
    {"conformance/workspace-client-sources.jsonl", file48, sizeof file48},
    {"conformance/workspace-command-ends.jsonl", file49, sizeof file49},
    {"conformance/workspace-command-rows.jsonl", file50, sizeof file50},
    {"conformance/workspace-command-runs.jsonl", file51, sizeof file51},
    {"conformance/workspace-command-time.jsonl", file52, sizeof file52},
    {"conformance/workspace-commands.jsonl", file53, sizeof file53},
    {"conformance/workspace-databases.jsonl", file54, sizeof file54},
    {"conformance/workspace-file-columns.jsonl", file55, sizeof file55},
    {"conformance/workspace-file-links.jsonl", file56, sizeof file56},
    {"conformance/workspace-file-mistakes.jsonl", file57, sizeof file57},
    {"conformance/workspace-file-writing.jsonl", file58, sizeof file58},
    {"conformance/workspace-filled-in-places.jsonl", file59, sizeof file59},
    {"conformance/workspace-filled-in-rows.jsonl", file60, sizeof file60},
    {"conformance/workspace-filters-of-tables.jsonl", file61, sizeof file61},
    {"conformance/workspace-filters.jsonl", file62, sizeof file62},
    {"conformance/workspace-flow-members.jsonl", file63, sizeof file63},
    {"conformance/workspace-form-conditions.jsonl", file64, sizeof file64},
    {"conformance/workspace-form-constraints.jsonl", file65, sizeof file65},
    {"conformance/workspace-form-drafts.jsonl", file66, sizeof file66},
    {"conformance/workspace-form-fields.jsonl", file67, sizeof file67},
    {"conformance/workspace-form-members.jsonl", file68, sizeof file68},
    {"conformance/workspace-form-messages.jsonl", file69, sizeof file69},
    {"conformance/workspace-formats.jsonl", file70, sizeof file70},
    {"conformance/workspace-inline.jsonl", file71, sizeof file71},
    {"conformance/workspace-list-members.jsonl", file72, sizeof file72},
    {"conformance/workspace-long-rows.jsonl", file73, sizeof file73},
    {"conformance/workspace-mistake-action.jsonl", file74, sizeof file74},
    {"conformance/workspace-mistake-feature.jsonl", file75, sizeof file75},
    {"conformance/workspace-mistake-ids.jsonl", file76, sizeof file76},
    {"conformance/workspace-mistake-member.jsonl", file77, sizeof file77},
    {"conformance/workspace-mistake-modal.jsonl", file78, sizeof file78},
    {"conformance/workspace-mistake-source.jsonl", file79, sizeof file79},
    {"conformance/workspace-mistake-value.jsonl", file80, sizeof file80},
    {"conformance/workspace-modals.jsonl", file81, sizeof file81},
    {"conformance/workspace-operation-again.jsonl", file82, sizeof file82},
    {"conformance/workspace-operation-failures.jsonl", file83, sizeof file83},
    {"conformance/workspace-operations.jsonl", file84, sizeof file84},
    {"conformance/workspace-order.jsonl", file85, sizeof file85},
    {"conformance/workspace-plugins.jsonl", file86, sizeof file86},
    {"conformance/workspace-search-commands.jsonl", file87, sizeof file87},
    {"conformance/workspace-search-debounce.jsonl", file88, sizeof file88},
    {"conformance/workspace-search-ends.jsonl", file89, sizeof file89},
    {"conformance/workspace-search-members.jsonl", file90, sizeof file90},
    {"conformance/workspace-search-operations.jsonl", file91, sizeof file91},
    {"conformance/workspace-search-pages.jsonl", file92, sizeof file92},
    {"conformance/workspace-source-errors.jsonl", file93, sizeof file93},
    {"conformance/workspace-step-members.jsonl", file94, sizeof file94},
    {"conformance/workspace-tables.jsonl", file95, sizeof file95},
    {"conformance/workspace-toolbars-and-outputs.jsonl", file96, sizeof file96},
    {"conformance/workspace-verdict-delay.jsonl", file97, sizeof file97},
    {"conformance/workspace-verdicts.jsonl", file98, sizeof file98},
    {"conformance/workspace-watch.jsonl", file99, sizeof file99},
    {"requirements.jsonl", file100, sizeof file100},
    {"schemas/animation.json", file101, sizeof file101},
    {"schemas/cancel-request-params.json", file102, sizeof file102},
    {"schemas/catalog-entry.json", file103, sizeof file103},
    {"schemas/cause.json", file104, sizeof file104},
    {"schemas/child.json", file105, sizeof file105},
    {"schemas/clock-advance-params.json", file106, sizeof file106},
    {"schemas/clock-advance-result.json", file107, sizeof file107},
    {"schemas/column.json", file108, sizeof file108},
    {"schemas/common-actions.json", file109, sizeof file109},
    {"schemas/effect.json", file110, sizeof file110},
    {"schemas/error-catalog-row.json", file111, sizeof file111},
    {"schemas/error-entry.json", file112, sizeof file112},
    {"schemas/error.json", file113, sizeof file113},
    {"schemas/exit-params.json", file114, sizeof file114},
    {"schemas/feature-close-params.json", file115, sizeof file115},
    {"schemas/feature-close-result.json", file116, sizeof file116},
    {"schemas/feature-list-params.json", file117, sizeof file117},
    {"schemas/feature-list-result.json", file118, sizeof file118},
    {"schemas/feature-open-params.json", file119, sizeof file119},
    {"schemas/feature-open-result.json", file120, sizeof file120},
    {"schemas/feature-run-params.json", file121, sizeof file121},
    {"schemas/feature-run-result.json", file122, sizeof file122},
    {"schemas/feature-send-params.json", file123, sizeof file123},
    {"schemas/feature-send-result.json", file124, sizeof file124},
    {"schemas/feature-settle-params.json", file125, sizeof file125},
    {"schemas/feature-settle-result.json", file126, sizeof file126},
    {"schemas/feature-snapshot-params.json", file127, sizeof file127},
    {"schemas/feature-snapshot-result.json", file128, sizeof file128},
    {"schemas/flow-actions.json", file129, sizeof file129},
    {"schemas/flow-state.json", file130, sizeof file130},
    {"schemas/form-actions.json", file131, sizeof file131},
    {"schemas/form-field.json", file132, sizeof file132},
    {"schemas/form-state.json", file133, sizeof file133},
    {"schemas/front-end-message.json", file134, sizeof file134},
    {"schemas/host-inspect-params.json", file135, sizeof file135},
    {"schemas/host-inspect-result.json", file136, sizeof file136},
    {"schemas/host-message.json", file137, sizeof file137},
    {"schemas/host-plugins-params.json", file138, sizeof file138},
    {"schemas/host-plugins-result.json", file139, sizeof file139},
    {"schemas/initialize-params.json", file140, sizeof file140},
    {"schemas/initialize-result.json", file141, sizeof file141},
    {"schemas/initialized-params.json", file142, sizeof file142},
    {"schemas/inspection.json", file143, sizeof file143},
    {"schemas/keyed-child.json", file144, sizeof file144},
    {"schemas/layout-item.json", file145, sizeof file145},
    {"schemas/list-actions.json", file146, sizeof file146},
    {"schemas/list-state.json", file147, sizeof file147},
    {"schemas/notification.json", file148, sizeof file148},
    {"schemas/peer-error.json", file149, sizeof file149},
    {"schemas/ping-params.json", file150, sizeof file150},
    {"schemas/ping-result.json", file151, sizeof file151},
    {"schemas/plugin-manifest.json", file152, sizeof file152},
    {"schemas/plugins-report.json", file153, sizeof file153},
    {"schemas/presentation-actions.json", file154, sizeof file154},
    {"schemas/presentation.json", file155, sizeof file155},
    {"schemas/recording-line.json", file156, sizeof file156},
    {"schemas/request.json", file157, sizeof file157},
    {"schemas/response.json", file158, sizeof file158},
    {"schemas/rpc-discover-params.json", file159, sizeof file159},
    {"schemas/rpc-discover-result.json", file160, sizeof file160},
    {"schemas/search-actions.json", file161, sizeof file161},
    {"schemas/search-state.json", file162, sizeof file162},
    {"schemas/shutdown-params.json", file163, sizeof file163},
    {"schemas/shutdown-result.json", file164, sizeof file164},
    {"schemas/snapshot.json", file165, sizeof file165},
    {"schemas/source-changed-params.json", file166, sizeof file166},
    {"schemas/source-delete-params.json", file167, sizeof file167},
    {"schemas/source-delete-result.json", file168, sizeof file168},
    {"schemas/source-fetch-params.json", file169, sizeof file169},
    {"schemas/source-fetch-result.json", file170, sizeof file170},
    {"schemas/source-insert-params.json", file171, sizeof file171},
    {"schemas/source-insert-result.json", file172, sizeof file172},
    {"schemas/source-move-params.json", file173, sizeof file173},
    {"schemas/source-move-result.json", file174, sizeof file174},
    {"schemas/source-open-params.json", file175, sizeof file175},
    {"schemas/source-open-result.json", file176, sizeof file176},
    {"schemas/source-perform-params.json", file177, sizeof file177},
    {"schemas/source-perform-result.json", file178, sizeof file178},
    {"schemas/source-search-params.json", file179, sizeof file179},
    {"schemas/source-search-result.json", file180, sizeof file180},
    {"schemas/source-update-params.json", file181, sizeof file181},
    {"schemas/source-update-result.json", file182, sizeof file182},
    {"schemas/state-closed-params.json", file183, sizeof file183},
    {"schemas/state-patch-params.json", file184, sizeof file184},
    {"schemas/state-snapshot-params.json", file185, sizeof file185},
    {"schemas/state-subscribe-params.json", file186, sizeof file186},
    {"schemas/state-subscribe-result.json", file187, sizeof file187},
    {"schemas/state-unsubscribe-params.json", file188, sizeof file188},
    {"schemas/state-unsubscribe-result.json", file189, sizeof file189},
    {"schemas/view-state.json", file190, sizeof file190},
    {"schemas/workspace.json", file191, sizeof file191},
};

const conformance_file *conformance_files(void) { return files; }

size_t conformance_file_count(void) { return sizeof files / sizeof *files; }
