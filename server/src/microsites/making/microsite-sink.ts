import type { Analysis } from '../../analysis/analyst.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { replacesTitle, titleOfPeople, UNTITLED } from '@callfolio/shared/titles.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { UsedEngines } from '../../db/tables/microsites.table.ts'
import type { RecordingSink } from '../../pipeline/recording.ts'
import type { Transcript } from '../../transcription/transcriber.ts'
import { keepEdits } from '../editing/keep-edits.ts'
import { reviewedAfterRun } from '../editing/review-state.ts'
import type { MicrositeChange } from '../records/microsite.ts'
import { withMarks } from './marks.ts'
import { replaceTranscript } from './replace-transcript.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'
import { SPEED, type SpeedsRepo } from '../work/speeds-repo.ts'
import { transcriptText } from '../editing/transcript-text.ts'

/** The fields of a microsite that identify its work. */
type Work = Pick<MicrositeRow, 'id' | 'redacting' | 'transcriptRequest' | 'engines'>

/**
 * Writes the pipeline's results into a microsite that is being worked on; one whose work has ended is unchanged, and so
 * is one whose owner has requested other work since, such as a redaction.
 *
 * A transcript has no second field for the owner's version. Once delivered it is the owner's: a later run doesn't touch
 * it, and the recap, made from the delivered transcript, is adapted to what the transcript says now. Only a transcript
 * that the owner requested replaces it, together with its recap and not before. A new recap replaces only the recap,
 * and the page stays available until then.
 *
 * @param began the microsite when the work began.
 * @param next the analyst that makes the recap again once this one is shown.
 */
export function micrositeSink(
  deps: ReviseDeps & { speeds: Pick<SpeedsRepo, 'record'> },
  began: Work,
  next: UsedEngines['next'] | null = null,
): RecordingSink {
  const { microsites } = deps
  const { id } = began
  const readSameWork = async () => {
    const site = await microsites.findWorking(id)
    return site !== null && isSameWork(site, began) ? site : null
  }
  const change = (make: (site: MicrositeRow) => MicrositeChange) => revise(deps, readSameWork, make)
  let delivered: Transcript | null = null
  return {
    progress: ({ step, progress, detail }) => microsites.updateWorking(id, { step, progress, stepDetail: detail }),
    playable: ({ videoKey, posterKey, durationMs, damage }) =>
      microsites.updateWorking(id, { videoUrl: videoKey, posterKey, durationMs, damage }),
    measured: (engine, soundSeconds, seconds) => deps.speeds.record(SPEED.engine(engine), soundSeconds, seconds),
    transcript(made) {
      delivered = made
      const { segments, info } = made
      const transcript = transcriptText(segments)
      return change((site) => {
        if (site.replacing) return {}
        const first = site.segments === null && {
          segments,
          transcriptInfo: info,
          transcript,
        }
        return { status: 'transcript_ready', ...first }
      })
    },
    publish(analysis, engines, notice) {
      return change((site) => {
        const recap = getRecap(analysis, site)
        // A draft is better than nothing, and its owner did not ask.
        if (site.replacing && site.transcriptRequest?.automatic && delivered?.segments.length === 0)
          return { status: 'active', replacing: false, step: 6, progress: 1, stepDetail: null }
        const replaced = site.replacing && !site.engines?.next && delivered ? replaceTranscript(site, delivered) : null
        const content = replaced
          ? { ...recap, ...replaced }
          : keepEdits(recap, delivered?.segments ?? [], site.segments ?? [])
        const titled = { ...content, ...getTitle(analysis, site, delivered?.segments ?? site.segments ?? []) }
        const made: MicrositeChange = {
          engines,
          analysisUse: analysis.use ?? null,
          analysisNotice: notice,
          replacing: false,
          status: 'active',
          step: 6,
          progress: 1,
          stepDetail: null,
          reviewedAt: reviewedAfterRun(site),
        }
        // No second recap for a call with too little speech, or when this one is the second.
        const goesOn = next &&
          engines.analyst !== 'none' &&
          !site.engines?.next && { engines: { ...engines, next }, replacing: true, step: STEP.analysis, progress: 0 }
        return { ...titled, ...made, ...goesOn }
      })
    },
  }
}

/** A process that was frozen finishes work that another one has taken over, perhaps long ago. */
function isSameWork(site: Work, began: Work): boolean {
  return getRequests(site) === getRequests(began)
}

function getRequests({ redacting, transcriptRequest, engines }: Work): string {
  return JSON.stringify([redacting?.id, transcriptRequest?.id, engines?.next?.id])
}

/** The recap's title if it may replace the current one; participants and day where they are missing. */
function getTitle(
  { title }: Analysis,
  { titleSource, title: present, callDate }: MicrositeRow,
  segments: readonly Segment[],
): MicrositeChange {
  if (title !== null) return replacesTitle('recap', titleSource) ? { title, titleSource: 'recap' } : {}
  if (titleSource !== 'file' || present !== UNTITLED) return {}
  const people = titleOfPeople(segments, callDate)
  return people === null ? {} : { title: people }
}

function getRecap(
  {
    summary,
    quotes,
    actionPoints,
    importantPoints,
    todoList,
    chapters,
    withheld,
    suggestedSpeakers,
    privateLines,
    possibleSteps,
  }: Analysis,
  present: Pick<MicrositeRow, 'chapters'>,
) {
  const text = summary.map((sentence) => sentence.text).join(' ')
  return {
    gptSummary: text,
    gptSummaries: [text],
    summaryEvidence: summary,
    gptQuotes: quotes,
    gptActionPoints: actionPoints,
    gptImportantPoints: importantPoints,
    gptTodoList: todoList,
    chapters: withMarks(chapters ?? [], present.chapters),
    withheld: withheld ?? [],
    suggestedSpeakers: suggestedSpeakers ?? null,
    privateLines: privateLines ?? null,
    possibleSteps: possibleSteps ?? null,
  }
}
