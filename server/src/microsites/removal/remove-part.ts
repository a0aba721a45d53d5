import { randomUUID } from 'node:crypto'
import type { EvidenceItem, ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { captionsKey, derivedFolder, stagesFolder } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { removeTracks } from '../records/audio-tracks.ts'
import { getDigest, listObjects } from './delete-microsite.ts'
import type { DeletionsRepo, NewPartDeletion } from '../records/deletions-repo.ts'
import type { MicrositeChange, OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

export interface RemovePartDeps {
  microsites: MicrositesRepo
  deletions: Pick<DeletionsRepo, 'finishPart'>
  storage: Storage
  queue: Pick<Queue, 'remove'>
  clock: Clock
  removeUpload: (key: string) => Promise<void>
  /** Removes what killed processes left of a microsite, by its storage folder and its id. */
  removeLeftovers: (folder: string, id: string) => Promise<void>
  /** Makes the database files forget the deleted rows; returns at once. */
  eraseSoon: () => void
}

type Part = NewPartDeletion['part']

/**
 * Removes the recording, or the transcript, of a finished microsite while the page stays: first from the page, then the
 * files; its owner gets a receipt. Safe to repeat, so that another run finishes what a killed process left.
 * @returns false, and changes nothing, while the microsite is being worked on or changed.
 */
export async function removePart(deps: RemovePartDeps, site: OwnedMicrosite, part: Part): Promise<boolean> {
  if ((site.status !== 'active' && site.status !== 'failed') || site.replacing) return false
  const { at, change } = CHANGES[part]
  const now = deps.clock()
  if (
    site[at] === null &&
    !(await deps.microsites.replace(site, { ...change(site), [at]: now }, now, await getReceipt(deps, site, part, now)))
  )
    return false
  await removeFiles(deps, site, part)
  await deps.deletions.finishPart(site.id, part, deps.clock())
  deps.eraseSoon()
  return true
}

/**
 * A microsite whose recording or transcript was removed can't be made again, as that would restore what was removed.
 * @throws AppError conflict
 */
export function assertNothingRemoved({ mediaRemovedAt, transcriptRemovedAt }: OwnedMicrosite, needs: Part[]): void {
  if (needs.includes('transcript') && transcriptRemovedAt !== null)
    throw new AppError('conflict', 'This transcript was deleted by your retention settings.')
  if (needs.includes('media') && mediaRemovedAt !== null)
    throw new AppError('conflict', 'This recording was deleted by your retention settings.')
}

const CHANGES: Record<
  Part,
  { at: 'mediaRemovedAt' | 'transcriptRemovedAt'; change: (site: OwnedMicrosite) => MicrositeChange }
> = {
  media: {
    at: 'mediaRemovedAt',
    change: () => ({ videoUrl: null, posterKey: null, untilModel: null, damage: null, redacting: null }),
  },
  transcript: { at: 'transcriptRemovedAt', change: withoutTranscript },
}

const LISTS = [
  'gptQuotes',
  'quotes',
  'gptActionPoints',
  'actionPoints',
  'gptImportantPoints',
  'importantPoints',
  'gptTodoList',
  'todoList',
] as const

/** Keeps the recap without its links, as its evidence is gone. */
function withoutTranscript(site: OwnedMicrosite): MicrositeChange {
  const lists = LISTS.map((field) => [field, site[field]?.map(withoutLines) ?? null])
  return {
    ...Object.fromEntries(lists),
    summaryEvidence: null,
    segments: [],
    transcript: null,
    withheld: null,
    suggestedSpeakers: null,
    privateLines: null,
    participants: null,
    possibleSteps: null,
    chapters: null,
    transcriptInfo: site.transcriptInfo && { ...site.transcriptInfo, notice: null, draft: false },
  }
}

function withoutLines(entry: ListEntry): ListEntry {
  if (typeof entry === 'string') return entry
  const { text, speaker }: EvidenceItem = entry
  return { text, speaker }
}

async function getReceipt(deps: RemovePartDeps, site: OwnedMicrosite, part: Part, at: Date): Promise<NewPartDeletion> {
  const found = (await listObjects(deps, site)).filter(({ key }) => goesWith(part, site, key))
  return { id: randomUUID(), part, at, objects: found.length, digest: getDigest(found) }
}

/**
 * Whether a stored object belongs to a part. The stored state of the work belongs to both, and so do the texts of a
 * redacted call: a redaction that failed has left its words in them, and ends with the recording.
 */
function goesWith(part: Part, site: OwnedMicrosite, key: string): boolean {
  const folder = derivedFolder(site.userId, site.id)
  const isText = key === captionsKey(folder) || key.startsWith(`${folder}given-`)
  return isText
    ? part === 'transcript' || site.redacted !== null
    : part === 'media' || key.startsWith(stagesFolder(folder))
}

async function removeFiles(deps: RemovePartDeps, site: OwnedMicrosite, part: Part): Promise<void> {
  const { storage, microsites, queue, removeUpload, removeLeftovers } = deps
  const folder = derivedFolder(site.userId, site.id)
  if (part === 'media') {
    await removeTracks(deps, folder)
    await queue.remove(site.id)
    await removeLeftovers(folder, site.id)
  }
  for (const { key } of await storage.list(folder)) if (goesWith(part, site, key)) await storage.remove(key)
  if (part === 'media' && site.sourceKey !== null) {
    await removeUpload(site.sourceKey)
    const now = await microsites.findOwned(site.userId, site.id)
    if (now !== null) await microsites.replace(now, { sourceKey: null }, deps.clock())
  }
}
