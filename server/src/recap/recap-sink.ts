import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { STEPS } from '@callfolio/shared/progress/steps.ts'
import type { Analysis } from '../analysis/analyst.ts'
import type { Engines, Progress, RecordingSink } from '../pipeline/recording.ts'
import type { Transcript } from '../transcription/transcriber.ts'

/** The recap of a call as JSON. Times in ms from the start. */
export interface Recap {
  title: string | null
  summary: string
  transcript: string
  segments: Segment[]
  quotes: RecapItem[]
  action_points: RecapItem[]
  important_points: RecapItem[]
  todo_list: RecapItem[]
  engines: Engines
}

type RecapItem = Pick<EvidenceItem, 'text' | 'start_ms' | 'end_ms'> & { speaker?: string; unconfirmed?: true }

/** Receives the pipeline's results for a recap. `finished` is null until all of them are there. */
export interface RecapSink extends RecordingSink {
  finished(): { recap: Recap; notices: string[] } | null
}

/** @param tell receives a line whenever there is something new. */
export function createRecapSink(printStatus: (line: string) => void): RecapSink {
  let transcript: Transcript | null = null
  let published: { analysis: Analysis; engines: Engines; notice: string | null } | null = null
  return {
    async progress(progress) {
      // Reports nothing before the first work, so that an unreadable file prints only its one sentence.
      if (progress.progress > 0) printStatus(progressLine(progress))
    },
    playable: async () => {},
    transcript: async (made) => void (transcript = made),
    publish: async (analysis, engines, notice) => void (published = { analysis, engines, notice }),
    finished: () =>
      transcript &&
      published && {
        recap: toRecap(transcript, published.analysis, published.engines),
        notices: [transcript.info.notice, published.notice].filter((notice) => notice !== null),
      },
  }
}

function progressLine({ step, progress, detail }: Progress): string {
  return [`${Math.floor(progress * 100)}%`, STEPS[step], detail].filter(Boolean).join(' · ')
}

function toRecap({ segments }: Transcript, analysis: Analysis, engines: Engines): Recap {
  return {
    title: analysis.title,
    summary: analysis.summary.map((sentence) => sentence.text).join(' '),
    transcript: segments.map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`)).join('\n'),
    segments,
    quotes: analysis.quotes.map(toItem),
    action_points: analysis.actionPoints.map(toItem),
    important_points: analysis.importantPoints.map(toItem),
    todo_list: analysis.todoList.map(toItem),
    engines,
  }
}

function toItem({ text, speaker, start_ms, end_ms, unconfirmed }: EvidenceItem): RecapItem {
  return { text, ...(speaker ? { speaker } : {}), start_ms, end_ms, ...(unconfirmed && { unconfirmed }) }
}
