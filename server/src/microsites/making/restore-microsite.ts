import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isRefusedValue } from '../../db/refusals.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { derivedFolder } from '../../storage/keys.ts'
import { getOwned } from '../records/get-owned.ts'
import type { MicrositeChange, OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { tagKey } from '../records/tag-key.ts'

interface RestoreDeps {
  microsites: MicrositesRepo
  clock: Clock
  /** Removes a begun microsite and its stored files. */
  discard: (userId: string, id: string) => Promise<void>
}

/** The data to restore: the fields as exported, and a function that stores the files in its folder. */
export interface Restored {
  id: string
  fields: Omit<Microsite, 'poster_url'>
  /** Called before any of a new microsite is written. @throws AppError when there is no storage left for it. */
  assertStorageLimit: () => Promise<void>
  /** Stores the files below a folder that ends with `/`. @returns the keys of recording and poster, null without. */
  storeFiles: (folder: string) => Promise<{ videoKey: string | null; posterKey: string | null }>
}

/**
 * Makes a finished microsite from an export. It is begun, gets its files and tags, and then all of its content in one
 * write: a killed process leaves a begun one, which the same restore continues and the sweep removes. It counts toward
 * no month, as it was made elsewhere.
 * @returns false when it exists already.
 * @throws AppError when it is refused, also by the database for a value that it can't hold; nothing is left of it then.
 */
export async function restoreMicrosite(deps: RestoreDeps, userId: string, restored: Restored): Promise<boolean> {
  try {
    return await restore(deps, userId, restored)
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    throw new AppError('invalid_request', 'It has data this server can’t store.', { cause: error })
  }
}

async function restore(deps: RestoreDeps, userId: string, restored: Restored): Promise<boolean> {
  const { microsites } = deps
  const { id, fields, assertStorageLimit } = restored
  if ((await microsites.findOwned(userId, id)) === null) {
    await assertStorageLimit()
    const begun = { id, userId, title: fields.title, description: null, sourceKey: null, language: null, sample: false }
    await microsites.insert({ ...begun, awaiting: true }, null)
  }
  const site = await getOwned(microsites, userId, id)
  if (!site.awaiting) return false
  try {
    await fill(deps, site, restored)
  } catch (error) {
    if (error instanceof AppError || isRefusedValue(error)) await deps.discard(userId, id)
    throw error
  }
  return true
}

/** @param site the begun microsite. */
async function fill(
  { microsites, clock }: RestoreDeps,
  site: OwnedMicrosite,
  { id, fields, storeFiles }: Restored,
): Promise<void> {
  const { userId } = site
  const { videoKey, posterKey } = await storeFiles(derivedFolder(userId, id))
  const media = { sourceKey: videoKey, videoUrl: videoKey, posterKey }
  // A complete microsite is not read again: its content is written last.
  await microsites.assignTags(site, fields.tags.map(tagKey), clock())
  const tagged = await getOwned(microsites, userId, id)
  if (!(await microsites.replace(tagged, { ...getContent(fields), ...media }, clock())))
    throw new AppError('conflict', 'It changed during the import.')
}

function readDamage({
  held_ms,
  stated_ms,
  ranges,
}: NonNullable<Microsite['damage']>): NonNullable<OwnedMicrosite['damage']> {
  const found = ranges?.map(({ start_ms, end_ms }) => ({ startMs: start_ms, endMs: end_ms }))
  return { heldMs: held_ms, statedMs: stated_ms, ...(found && { ranges: found }) }
}

/** The inverse of `toMicrosite`. */
function getContent(fields: Restored['fields']): MicrositeChange {
  const date = (iso: string | null) => (iso === null ? null : new Date(iso))
  return {
    title: fields.title,
    titleSource: 'typed',
    description: fields.description,
    createdAt: new Date(fields.created_at),
    callDate: fields.call_date,
    durationMs: fields.duration_ms,
    mediaRemovedAt: date(fields.recording_removed_at),
    transcriptRemovedAt: date(fields.transcript_removed_at),
    consentStated: fields.consent_statement,
    consentAt: date(fields.consent?.at ?? null),
    reviewedAt: date(fields.reviewed_at),
    damage: fields.damage ? readDamage(fields.damage) : null,
    redacted: fields.redacted.length === 0 ? null : fields.redacted,
    transcript: fields.transcript,
    segments: fields.segments,
    transcriptInfo: fields.transcript_info,
    summary: fields.summary,
    gptSummaries: fields.gpt_summaries,
    gptSummary: fields.gpt_summary,
    summaryEvidence: fields.summary_evidence,
    quotes: fields.quotes,
    gptQuotes: fields.gpt_quotes,
    actionPoints: fields.action_points,
    gptActionPoints: fields.gpt_action_points,
    importantPoints: fields.important_points,
    gptImportantPoints: fields.gpt_important_points,
    todoList: fields.todo_list,
    gptTodoList: fields.gpt_todo_list,
    chapters: fields.chapters,
    suggestedSpeakers: fields.suggested_speakers,
    privateLines: fields.private_lines,
    participants: fields.participants,
    engines: fields.engines,
    analysisUse: fields.analysis_use,
    withheld: fields.withheld,
    possibleSteps: fields.possible_steps,
    analysisNotice: fields.analysis_notice,
    awaiting: false,
    status: 'active',
    step: fields.step,
    progress: fields.progress,
    stepDetail: fields.step_detail,
  }
}
