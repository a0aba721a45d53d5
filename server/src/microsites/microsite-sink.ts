import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { MicrositeRow } from '../db/schema.ts'
import type { RecordingSink } from '../pipeline/recording.ts'
import { carryOver } from './carry-over.ts'
import type { MicrositeChange } from './microsites-repo.ts'
import { revise, type ReviseDeps } from './revise.ts'
import { searchText } from './search-text.ts'
import { transcriptText } from './transcript-text.ts'

/**
 * Writes the pipeline's results into a microsite that is being worked on; one that ended meanwhile stays as it is.
 *
 * A transcript has no second field for the owner's version. It is delivered once and is the owner's from then on: a later
 * run leaves it alone, and the recap, made from what was delivered, is carried over to what the transcript says now.
 */
export function micrositeSink(deps: ReviseDeps, id: string): RecordingSink {
  const { microsites } = deps
  const change = (make: (site: MicrositeRow) => MicrositeChange) => revise(deps, () => microsites.findWorking(id), make)
  let delivered: Segment[] = []
  return {
    progress: ({ step, progress, detail }) => microsites.updateWorking(id, { step, progress, stepDetail: detail }),
    playable: ({ videoKey, posterKey, durationMs }) => microsites.updateWorking(id, { videoUrl: videoKey, posterKey, durationMs }),
    transcript({ segments, info }) {
      delivered = segments
      const transcript = transcriptText(segments)
      return change((site) => ({
        status: 'transcript_ready',
        ...(site.segments === null && { segments, transcriptInfo: info, transcript, searchText: searchText({ ...site, transcript }) }),
      }))
    },
    publish({ summary, quotes, actionPoints, importantPoints, todoList }, engines) {
      const text = summary.map((sentence) => sentence.text).join(' ')
      const recap = {
        gptSummary: text,
        gptSummaries: [text],
        summaryEvidence: summary,
        gptQuotes: quotes,
        gptActionPoints: actionPoints,
        gptImportantPoints: importantPoints,
        gptTodoList: todoList,
      }
      return change((site) => ({ ...carryOver(recap, delivered, site.segments ?? []), engines, status: 'active', step: 6, progress: 1, stepDetail: null }))
    },
  }
}
