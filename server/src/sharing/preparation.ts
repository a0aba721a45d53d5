import { createHash } from 'node:crypto'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { Preparation } from '@callfolio/shared/contract/share.ts'
import { estimateSeconds } from '@callfolio/shared/estimate.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import type { LinkAccess } from './link-access.ts'
import type { ProgressOfSite } from './links-repo.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'

/** Engines rarely change; every open page of a link asks for the time left twice a second. */
const ESTIMATE_KEPT_MS = 60_000

/** How far a page is that is not ready, and who made it. */
export type ReadPreparation = (site: OwnedMicrosite) => Promise<Preparation>

/** Seconds until a page is ready; null while that is not known: nobody works on it yet, or its length is unknown. */
export type SecondsLeft = (site: Pick<ProgressOfSite, 'durationMs' | 'progress'>) => Promise<number | null>

interface TimeLeftDeps {
  engines: () => Promise<Pick<Capabilities, 'transcribers' | 'analysts'>>
  clock: Clock
}

/** The time left, from the length of the call, the engines that are ready and the part of the work that is done. */
export function createSecondsLeft({ engines, clock }: TimeLeftDeps): SecondsLeft {
  let known: { at: number; capabilities: ReturnType<TimeLeftDeps['engines']> } | null = null
  return async ({ durationMs, progress }) => {
    if (durationMs === null || progress <= 0) return null
    const now = clock().getTime()
    if (known === null || now - known.at > ESTIMATE_KEPT_MS) known = { at: now, capabilities: engines() }
    const whole = estimateSeconds({
      durationSeconds: durationMs / 1000,
      withCaptions: false,
      capabilities: await known.capabilities,
    })
    return whole && Math.ceil(whole * (1 - progress))
  }
}

interface PreparationDeps {
  secondsLeft: SecondsLeft
  /** The name a user goes by; null: none was given. */
  fullName: (userId: string) => Promise<string | null>
}

export function createReadPreparation({ secondsLeft, fullName }: PreparationDeps): ReadPreparation {
  return async (site) => ({
    arriving: site.awaiting,
    progress: site.progress,
    seconds_left: await secondsLeft(site),
    made_by: await fullName(site.userId),
  })
}

/** Changes with what a page shows, so that an open page knows when to read it again. @param site null: nothing of it is shown. */
export function versionOf(
  access: LinkAccess,
  { sections, withVideo }: Pick<ShareableLinkRow, 'sections' | 'withVideo'>,
  site: ProgressOfSite | null,
): string {
  const facts = [access, sections, withVideo, site?.status, site?.updatedAt, site?.durationMs, site?.posterKey]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
