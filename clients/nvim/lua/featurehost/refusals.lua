--- Explanations of refusals for users; the host's messages contain names of actions and params.

local text = require('featurehost.text')

local REASONS = {
  gone = 'it is not there any more',
  readOnly = 'this can be read but not changed',
  disabled = 'it is disabled',
  loading = 'it is being loaded already',
  refreshing = 'the rows are being loaded',
  notLoaded = 'nothing is loaded yet',
  notAllLoaded = 'not all rows are loaded yet',
  dropped = 'the row is not loaded at the moment',
  endReached = 'there are no more rows',
  failed = 'the last attempt has failed',
  saving = 'edits are still being saved',
  noItems = 'no row is selected',
  allMove = 'all rows would be moved; select only some of them',
  beforeIdMoves = 'the row to move to is itself being moved',
  sorted = 'the rows are sorted or grouped',
  sortedTwice = 'the rows would be sorted by one column twice',
  cannotQuery = 'these rows can be neither filtered nor sorted',
  idChanges = 'the id of a row can\'t be changed',
  invalidId = 'an id must be a whole number, or a text that is not empty',
  duplicateId = 'another row has this id',
  unknownKey = 'there is no column of this name',
  notABoolean = 'this is neither on nor off',
  secret = 'this is a secret, and has to be entered in its own field',
  notSecret = 'this is not a secret',
  nothingToUndo = 'there is nothing to undo',
  nothingToRedo = 'there is nothing to redo',
  selectionNone = 'no rows can be selected here',
  selectionSingle = 'only one row can be selected here',
  noTarget = 'no row is active',
  noRow = 'there is no row that the form could change',
  severalRows = 'it is about one row, and several are marked',
  noRows = 'it is about no rows',
  notApplicable = 'it doesn\'t apply to this row',
  noLines = 'the text has no lines',
  noSpan = 'there is no link, place or hunk here',
  nothingToFind = 'there is nothing to find',
  noHeadings = 'this text has no headings',
  noHunks = 'this text has no hunks',
  targetChanged = 'the row has changed meanwhile',
  alreadyPresented = 'it is open already',
  notDismissible = 'it can only be closed by one of its buttons',
  notRetryable = 'trying again can\'t help',
  alreadySubmitting = 'it is being submitted already',
  submitting = 'it is being submitted',
  performing = 'the action on the accepted rows is still running',
  staleResults = 'the results are those of an older query',
  atRoot = 'this is the first page',
  tooDeep = 'too many features are open on top of each other',
  noSteps = 'there are no steps here',
  hasSteps = 'the pages follow each other as steps',
  firstStep = 'this is the first step',
  lastStep = 'this is the last step',
  noBack = 'going back from this step is not possible',
  notSkippable = 'this step has to be answered',
  noDraft = 'there is no draft',
  noConflict = 'there is no conflict',
  pluginFailed = 'the plugin of this feature has failed',
  ended = 'it has ended',
}

local M = {}

--- Returns the explanation of a reason; a feature may define its own reasons.
function M.words(reason)
  reason = text.plain(reason)
  return REASONS[reason] or ('not now (%s)'):format(text.words(reason))
end

return M
