import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import { getAges, dueAt, warnedBefore } from './kept-until.ts'
import type { EndedPart, RetentionRepo } from './retention-repo.ts'

export interface RetentionDeps {
  retention: RetentionRepo
  microsites: Pick<MicrositesArea, 'readOwned' | 'remove' | 'removePart'>
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Warns owners of items that expire within a week, and deletes announced items that have expired. A failure for one
 * user doesn't affect others; the next run finds failed or interrupted deletions by their warnings.
 */
export async function applyRetention(deps: RetentionDeps): Promise<void> {
  for (const part of ['media', 'transcript'] as const)
    for (const { userId, micrositeId } of await deps.retention.listUnfinished(part))
      await endAndNote(deps, userId, micrositeId, part)
  for (const userId of await deps.retention.listUsers())
    await applyTo(deps, userId).catch((error: unknown) =>
      deps.log.error({ err: error, user: userId }, 'retention was not applied'),
    )
}

async function applyTo(deps: RetentionDeps, userId: string): Promise<void> {
  const { retention, microsites, clock } = deps
  const now = clock()
  const unannounced: { micrositeId: string; part: KeptPart }[] = []
  const due: { micrositeId: string; part: KeptPart }[] = []
  for (const { part, days } of getAges(await retention.find(userId)))
    for (const { micrositeId, createdAt, warnedAt } of await retention.listAgeing(
      userId,
      part,
      warnedBefore(days, now),
    ))
      if (warnedAt === null) unannounced.push({ micrositeId, part })
      else if (dueAt({ createdAt, days, warnedAt }) <= now) due.push({ micrositeId, part })
  await retention.warn(userId, unannounced, now)
  for (const { micrositeId, part } of due) {
    // Checked again: the owner may have pinned it during this run.
    if (await retention.isPinned(micrositeId)) continue
    if (part === 'page') await microsites.remove(userId, micrositeId).catch(nothingWhenGone)
    else await endAndNote(deps, userId, micrositeId, part)
  }
}

/** Skips microsites that are still being processed. */
async function endAndNote(
  { retention, microsites, clock }: RetentionDeps,
  userId: string,
  id: string,
  part: EndedPart,
): Promise<void> {
  const ended = await microsites.removePart(userId, id, part).catch(nothingWhenGone)
  if (ended === true) await retention.finish(id, part, clock())
}

function nothingWhenGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
