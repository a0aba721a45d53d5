import { randomUUID } from 'node:crypto'
import type { BegunFailure, BeginMeeting } from '@callfolio/shared/contract/microsite.ts'
import { isFailureCode } from '@callfolio/shared/failures.ts'
import { isMeetingCode, UNTITLED } from '@callfolio/shared/titles.ts'
import { AppError } from '../../kernel/errors.ts'
import { derivedFolder } from '../../storage/keys.ts'
import { assertMonthlyLimit, type MonthlyLimitDeps } from './monthly-limit.ts'
import { getDigest, removeFiles, type DeleteDeps } from '../removal/delete-microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

/** Microsites that never get their recording are kept as long as an unfinished upload. */
const AWAITED_MS = 7 * 24 * 60 * 60 * 1000
/** Maximum recordings of one user in transit at a time. */
const MOST_AWAITED = 50

export interface BeginDeps extends MonthlyLimitDeps, DeleteDeps {
  microsites: MicrositesRepo
}

/**
 * Makes a microsite before its recording arrives, so that it can be shared. It counts toward no limit and is not
 * processed until POST /api/process-meeting names it. The same id returns the same microsite, which waits again if it
 * had failed.
 * @returns its id.
 * @throws AppError microsite_limit_reached when the month's limit is reached, conflict when the id belongs to another
 * user, open_uploads_limit_reached when too many wait.
 */
export async function beginMeeting(deps: BeginDeps, userId: string, { id, title = '' }: BeginMeeting): Promise<string> {
  const { microsites, clock } = deps
  const known = await microsites.findOwned(userId, id)
  if (known?.awaiting && known.status === 'failed') await microsites.awaitAgain(userId, id, clock())
  if (known) return id
  await assertMonthlyLimit(deps, userId)
  if ((await microsites.countAwaiting(userId)) >= MOST_AWAITED)
    throw new AppError(
      'open_uploads_limit_reached',
      'You have too many recordings waiting to upload. Upload or discard some first.',
    )
  const site = {
    id,
    userId,
    title: isMeetingCode(title) ? UNTITLED : title.trim() || UNTITLED,
    titleSource: 'file' as const,
    description: null,
    sourceKey: null,
    language: null,
    sample: false,
    awaiting: true,
  }
  if ((await microsites.insert(site, null)) === 'done' || (await microsites.findOwned(userId, id))) return id
  throw new AppError('conflict', 'A microsite with this ID already exists.')
}

/** Next steps after a recording was refused. */
export const WHERE_IT_IS = 'It’s saved in the browser that recorded it. Upload it from there.'

/** Ends the wait for a recording that can't be sent: the owner sees the reason, recipients a neutral page. */
export async function failBegun(
  { microsites, clock }: BeginDeps,
  userId: string,
  id: string,
  { code, message }: BegunFailure,
): Promise<void> {
  const reason = {
    code: isFailureCode(code) ? code : ('processing_failed' as const),
    // Without captions, a call recorded as captions only left nothing to upload.
    message: code === 'nobody_heard' ? message : `${message.trim()} The recording wasn’t uploaded. ${WHERE_IT_IS}`,
  }
  await microsites.failAwaiting(userId, id, reason, clock())
}

/**
 * Removes a microsite whose recording was discarded, with its links. One that has its recording stays.
 * `finishDeletions` removes what a killed process leaves of it.
 */
export async function discardBegun(deps: DeleteDeps, userId: string, id: string): Promise<void> {
  const found = await deps.storage.list(derivedFolder(userId, id))
  const deletion = { id: randomUUID(), at: deps.clock(), objects: found.length, digest: getDigest(found) }
  if (await deps.microsites.removeAwaiting(userId, id, deletion))
    await removeFiles(deps, { ...deletion, userId, micrositeId: id, sourceKey: null })
}

/** Removes microsites that were begun seven days ago and never got their recording. */
export async function sweepBegun(deps: BeginDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - AWAITED_MS)
  for (const { id, userId } of await deps.microsites.listAwaitingBefore(before)) await discardBegun(deps, userId, id)
}
