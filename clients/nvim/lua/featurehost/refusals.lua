--- Explanations of refusals for users; the host's messages contain names of actions and params.

local text = require('featurehost.text')

local REASONS = {
  gone = 'it is not there any more',
  readOnly = 'this can be read but not changed',
  disabled = 'it is disabled',
  loading = 'it is being loaded already',
  refreshing = 'the rows are being loaded',
  notLoaded = 'nothing is loaded yet',
  notAllLoaded = 'the rows behind the last one are not loaded yet',
  dropped = 'the row is not loaded just now',
  endReached = 'there are no more rows',
  failed = 'the last try has failed',
  saving = 'edits are still being saved',
  noItems = 'no row is chosen',
  sorted = 'the rows are sorted or grouped',
  cannotQuery = 'these rows can be neither filtered nor sorted',
  idChanges = 'a row keeps its id',
  invalidId = 'a row\'s id is a text that is not empty, or a whole number',
  duplicateId = 'another row has this id',
  unknownKey = 'no row has a column of this name',
  notABoolean = 'this is neither on nor off',
  nothingToUndo = 'there is nothing to take back',
  nothingToRedo = 'nothing was taken back',
  selectionNone = 'no rows can be selected here',
  selectionSingle = 'one row alone can be selected here',
  noTarget = 'no row is active',
  noRow = 'the form is about no row',
  severalRows = 'it is about one row, and several are marked',
  targetChanged = 'the row has changed meanwhile',
  alreadyPresented = 'it is open already',
  notDismissible = 'it can\'t be left now; its buttons end it',
  notRetryable = 'trying again can\'t help',
  alreadySubmitting = 'it is being submitted already',
  submitting = 'it is being submitted',
  performing = 'what was accepted is still being done',
  staleResults = 'the results are those of an older query',
  atRoot = 'this is the first page',
  tooDeep = 'too much is open over each other',
  firstStep = 'this is the first step',
  lastStep = 'this is the last step',
  noBack = 'this step can\'t be gone back from',
  notSkippable = 'this step has to be answered',
  noDraft = 'there is no draft',
  noConflict = 'nothing is in conflict',
  pluginFailed = 'the plugin that has it has failed',
  ended = 'it has ended',
}

local M = {}

--- Returns the explanation of a reason; a feature may define its own reasons.
function M.words(reason)
  reason = text.plain(reason)
  return REASONS[reason] or ('not now (%s)'):format(text.words(reason))
end

return M
