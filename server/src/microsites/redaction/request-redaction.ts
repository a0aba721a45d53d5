import { randomUUID } from 'node:crypto'
import type { RedactionEffect, TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { joinSpans } from '@callfolio/shared/redaction.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { AppError } from '../../kernel/errors.ts'
import { getOwned } from '../records/get-owned.ts'
import { enqueueWork, type EnqueueDeps } from '../work/job-kinds.ts'
import type { MicrositeChange, OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import type { OwnerNames, OwnerNamesRepo } from './owner-names-repo.ts'
import { redactContent } from './redact-content.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'

export interface RequestRedactionDeps extends ReviseDeps, EnqueueDeps {
  microsites: MicrositesRepo
  ownerNames: OwnerNamesRepo
  /** Makes the database files forget the deleted rows; returns at once. */
  eraseSoon: () => void
}

/** A line may end a little after the recording. */
const UNSURE_MS = 2000

/** Previews what redacting these spans removes. @throws AppError as `requestRedaction`. */
export async function previewRedaction(
  deps: Pick<RequestRedactionDeps, 'ownerNames'>,
  site: OwnedMicrosite,
  spans: readonly TimeSpan[],
): Promise<RedactionEffect> {
  return (await getEffect(deps, site, spans)).effect
}

async function getEffect(
  { ownerNames }: Pick<RequestRedactionDeps, 'ownerNames'>,
  site: OwnedMicrosite,
  spans: readonly TimeSpan[],
): Promise<{ effect: RedactionEffect; names: OwnerNames }> {
  assertFinished(site)
  assertTimed(site)
  const joined = joinSpans(spans)
  assertInside(site, joined)
  const { lines, removed, names } = redactContent(site, joined, await ownerNames.of(site.id))
  const { videoUrl, redacting } = site
  const recording = (redacting?.videoKey ?? videoUrl) !== null
  return { effect: { spans: joined, lines, texts: removed, recording }, names }
}

/**
 * Redacts spans of a finished microsite. One write removes them from its texts and withholds its recording from
 * everyone; a job renders the recording again and removes everything derived from the old one (apply-redaction.ts). If
 * the recording could not be rendered, this retries it.
 * @throws AppError conflict while the microsite is being worked on or is not finished, invalid_request for a span
 * outside the recording.
 */
export async function requestRedaction(
  deps: RequestRedactionDeps,
  site: OwnedMicrosite,
  spans: readonly TimeSpan[],
): Promise<RedactionEffect> {
  const { effect, names } = await getEffect(deps, site, spans)
  // First, because the words can't be found in them once their lines are gone.
  await deps.ownerNames.remove(site.id, names)
  await revise(
    deps,
    () => getOwned(deps.microsites, site.userId, site.id),
    (now) => {
      assertFinished(now)
      return {
        ...redactContent(now, effect.spans).change,
        ...withheld(now),
        redacted: joinSpans([...(now.redacted ?? []), ...effect.spans]),
      }
    },
  )
  await enqueueWork(deps, site.id)
  deps.eraseSoon()
  return effect
}

/** Retries rendering the recording. @returns false where none is withheld, or a redaction is in progress. */
export async function resumeRedaction(deps: RequestRedactionDeps, site: OwnedMicrosite): Promise<boolean> {
  if (site.redacting === null || site.replacing) return false
  await requestRedaction(deps, site, site.redacted ?? [])
  return true
}

function withheld({ redacting, videoUrl }: OwnedMicrosite): MicrositeChange {
  return {
    redacting: { id: randomUUID(), videoKey: redacting?.videoKey ?? videoUrl },
    videoUrl: null,
    posterKey: null,
    untilModel: null,
    replacing: true,
    errorMessage: null,
    failureCode: null,
    step: STEP.finalizing,
    progress: 0,
    stepDetail: null,
  }
}

function assertFinished({ status, replacing }: OwnedMicrosite): void {
  if (status === 'failed') throw new AppError('conflict', 'A failed microsite can’t be redacted.')
  if (status !== 'active' || replacing)
    throw new AppError('conflict', 'This microsite is still being processed. Try again when it’s ready.')
}

/** Very old transcripts are stored as one text. */
function assertTimed({ transcript, segments }: OwnedMicrosite): void {
  if (transcript !== null && transcript.trim() !== '' && !segments?.length)
    throw new AppError('invalid_request', 'This transcript has no timestamps. Transcribe the recording again first.')
}

function assertInside({ durationMs, segments }: OwnedMicrosite, spans: readonly TimeSpan[]): void {
  const lastLine = Math.max(0, ...(segments ?? []).slice(-100).map(({ end_ms }) => end_ms))
  const end = Math.max(durationMs ?? 0, lastLine)
  const outside = spans.find((span) => span.start_ms >= end || span.end_ms > end + UNSURE_MS)
  if (outside === undefined) return
  const stretch = `${formatClock(outside.start_ms)} to ${formatClock(outside.end_ms)}`
  throw new AppError('invalid_request', `${stretch} is outside the recording, which lasts ${formatClock(end)}.`)
}
