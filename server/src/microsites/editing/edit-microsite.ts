import type { ListEntry, MicrositeEdit } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { AppError } from '../../kernel/errors.ts'
import { keepEdits } from './keep-edits.ts'
import { checkEntries, checkQuotes } from './check-entries.ts'
import { editTranscript } from './edit-transcript.ts'
import { getOwned } from '../records/get-owned.ts'
import { getPlainChange } from '../records/plain-fields.ts'
import { reviewedAfterEdit } from './review-state.ts'
import type { MicrositeChange, OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'
import { tagKey } from '../records/tag-key.ts'
import { transcriptText } from './transcript-text.ts'

export interface EditDeps extends ReviseDeps {
  /** A user's display name; null: none was given. */
  fullName: (userId: string) => Promise<string | null>
}

/**
 * Applies an owner's edit, and updates everything that depends on an edited transcript (keep-edits.ts).
 * @returns the updated microsite.
 * @throws AppError invalid_request for a tag, line, speaker or quoted words that don't exist; conflict when the edit
 * was based on an outdated state.
 */
export async function editMicrosite(
  deps: EditDeps,
  site: OwnedMicrosite,
  edit: MicrositeEdit,
): Promise<OwnedMicrosite> {
  const { microsites, clock } = deps
  const { id, userId } = site
  const keys = edit.tags && (await checkTags(microsites, userId, edit.tags))
  const { tags: _, ...fields } = edit
  const by = edit.consent ? await deps.fullName(userId) : null
  if (changesRow(site, fields))
    await revise(
      deps,
      () => getOwned(microsites, userId, id),
      (read) => getChange(read, fields, { now: clock(), by }),
    )
  if (keys) await microsites.assignTags(site, keys, clock())
  return getOwned(microsites, userId, id)
}

async function checkTags(microsites: MicrositesRepo, userId: string, names: readonly string[]): Promise<string[]> {
  const known = new Set((await microsites.knownTags(userId)).map(({ nameKey }) => nameKey))
  const unknown = names.find((name) => !known.has(tagKey(name)))
  if (unknown !== undefined) throw new AppError('invalid_request', `Tag “${unknown}” doesn’t exist.`)
  return [...new Set(names.map(tagKey))]
}

type FieldEdit = Omit<MicrositeEdit, 'tags'>

/** Marking a page as reviewed again is no change. */
function changesRow({ reviewedAt }: OwnedMicrosite, { reviewed, updated_at: _, ...fields }: FieldEdit): boolean {
  return Object.keys(fields).length > 0 || (reviewed === true && reviewedAt === null)
}

function getChange(
  site: OwnedMicrosite,
  edit: FieldEdit,
  { now, by }: { now: Date; by: string | null },
): MicrositeChange {
  const isOutdated = edit.updated_at !== undefined && edit.updated_at !== site.updatedAt.toISOString()
  if (isOutdated || citesRedacted(site, edit))
    throw new AppError('conflict', 'This microsite changed elsewhere. Reload the page and try again.')
  const before = site.segments ?? []
  const after = editTranscript(before, edit)
  return {
    ...(after === before ? {} : editedTranscript(site, after)),
    ...getPlainChange(edit),
    ...given('consentStated', edit.consent && { ...edit.consent, by, at: now.toISOString() }),
    ...given('summary', edit.summary),
    ...given('quotes', checked(edit.quotes, checkQuotes, after)),
    ...given('actionPoints', checked(edit.action_points, checkEntries, after)),
    ...given('importantPoints', checked(edit.important_points, checkEntries, after)),
    ...given('todoList', checked(edit.todo_list, checkEntries, after)),
    ...given('suggestedSpeakers', edit.suggested_speakers),
    ...given('privateLines', edit.private_lines),
    ...given('summaryEvidence', edit.summary_evidence),
    ...given('withheld', edit.withheld),
    ...given('possibleSteps', edit.possible_steps),
    reviewedAt: reviewedAfterEdit(site, edit, now),
  }
}

/** Whether an edit has content of redacted lines: a tab opened before the redaction sends whole lists. */
function citesRedacted({ redacted, segments, withheld }: OwnedMicrosite, edit: FieldEdit): boolean {
  if (redacted === null) return false
  const { quotes, action_points, important_points, todo_list, summary_evidence, suggested_speakers } = edit
  const lists: (readonly ListEntry[] | null | undefined)[] = [quotes, action_points, important_points, todo_list]
  const entries = [...lists, summary_evidence, edit.withheld].flatMap((list) => list ?? [])
  const cited = [...entries.flatMap(getLineIds), ...(suggested_speakers ?? []).map((each) => each.segment_id)]
  // A withheld item may cite lines that never existed.
  const lines = (segments ?? []).filter((line) => !line.redacted).map(({ id }) => id)
  return !new Set(cited).isSubsetOf(new Set([...lines, ...(withheld ?? []).flatMap(getLineIds)]))
}

function getLineIds(entry: ListEntry): readonly string[] {
  return typeof entry === 'string' ? [] : (entry.segment_ids ?? [])
}

function editedTranscript(site: OwnedMicrosite, segments: readonly Segment[]): MicrositeChange {
  const { summary, gptSummary, gptSummaries, summaryEvidence, quotes, gptQuotes } = site
  const { actionPoints, gptActionPoints, importantPoints, gptImportantPoints, todoList, gptTodoList, withheld } = site
  const texts = { summary, gptSummary, gptSummaries, summaryEvidence, quotes, gptQuotes }
  const lists = { actionPoints, gptActionPoints, importantPoints, gptImportantPoints, todoList, gptTodoList }
  return {
    ...keepEdits({ ...texts, ...lists, withheld }, site.segments ?? [], segments),
    segments: [...segments],
    transcript: transcriptText(segments),
  }
}

type Check = (entries: readonly ListEntry[], segments: readonly Segment[]) => ListEntry[]

/** null restores the analysis' version. */
function checked(
  entries: ListEntry[] | null | undefined,
  check: Check,
  segments: readonly Segment[],
): ListEntry[] | null | undefined {
  return entries && check(entries, segments)
}

function given<K extends keyof MicrositeChange>(field: K, value: MicrositeChange[K] | undefined): MicrositeChange {
  return value === undefined ? {} : { [field]: value }
}
