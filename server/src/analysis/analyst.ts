import type {
  AnalysisUse,
  CheckFault,
  EvidenceItem,
  SuggestedSpeaker,
  WithheldItem,
} from '@callfolio/shared/contract/microsite.ts'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { AnalystName } from '@callfolio/shared/engines.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** One claim by an analyst, with the transcript lines that support it. */
export interface DraftItem {
  text: string
  /** At most `MOST_EVIDENCE_LINES`. */
  segmentIds: string[]
  /** Which of these lines is played first; defaults to the earliest. */
  playFrom?: string | undefined
  /** Next steps only: the owner, by the name in the transcript. */
  owner?: string | undefined
  /** Next steps and dates only: the deadline or date in the words of the call ("Friday lunchtime"). */
  due?: string | undefined
  /** True: hidden from recipients until the owner keeps it. */
  unconfirmed?: boolean | undefined
  /** Why the owner has to review it first, in addition to what the checks find. */
  doubt?: CheckFault | undefined
}

/** What an analyst proposes. It is not shown until `verifyDraft` has checked it against the transcript. */
export interface AnalysisDraft {
  /** A title from the content; null when the analyst has none. */
  title: string | null
  /** The summary, one sentence per item. */
  summary: DraftItem[]
  quotes: DraftItem[]
  actionPoints: DraftItem[]
  importantPoints: DraftItem[]
  todoList: DraftItem[]
  /** The chapters: a heading and the first line of each. Absent: the analyst makes none. */
  chapters?: DraftItem[] | undefined
  /** Names for unnamed speakers, each with the line that shows it. */
  speakers?: { label: string; name: string; segmentIds: string[] }[] | undefined
  /** Lines that were not meant for the other side. */
  privateLines?: string[] | undefined
  /** Model usage; absent when no model was used. */
  use?: AnalysisUse | undefined
  /** Ids of lines that may hold a next step, in call order; absent: the analyst didn't look for them. */
  possibleSteps?: string[] | undefined
  /** Ids of lines in which every promise was withdrawn by the end of the call; absent: the analyst didn't look for them. */
  withdrawn?: string[] | undefined
  /** So many items failed the first check, before corrections, that all of them wait for the owner. */
  unreliable?: boolean | undefined
  /** Set when another analyst replaced the requested one: which, and why, in a sentence for the owner. */
  fallback?: { analyst: AnalystName; notice: string } | undefined
}

/** A verified recap: every item has times and a speaker from the transcript; quotes are verbatim. */
export interface Analysis {
  title: string | null
  summary: EvidenceItem[]
  quotes: EvidenceItem[]
  actionPoints: EvidenceItem[]
  importantPoints: EvidenceItem[]
  todoList: EvidenceItem[]
  chapters?: EvidenceItem[] | undefined
  suggestedSpeakers?: SuggestedSpeaker[] | undefined
  privateLines?: string[] | undefined
  /** Proposed items that are not shown, for the owner only. */
  withheld?: WithheldItem[] | undefined
  /** Ids of lines that may hold a next step that no listed item states. */
  possibleSteps?: string[] | undefined
  use?: AnalysisUse | undefined
  /** Why the whole recap waits for its owner, in one sentence; absent if it doesn't. */
  warning?: string | undefined
}

export interface AnalyseInput {
  segments: Segment[]
  /** Set by the owner; null: none. */
  title: string | null
  description: string | null
  /** Everyone who was in the call, as far as its meeting's page showed them; absent: unknown. */
  participants?: readonly string[]
  /** True when the transcript is an automatic draft that may be very inaccurate. */
  draft: boolean
  /** BCP 47 tag of the language to write in; absent: the spoken one. */
  language?: string | null
  /** The date of the call, `YYYY-MM-DD`; null: unknown. Spoken days are resolved against it. */
  date?: string | null
}

export interface AnalyseOptions {
  signal: AbortSignal
  /** Progress from 0 to 1, and the current activity or wait, in words and numbers. */
  onProgress: (fraction: number, detail?: string | null) => void
  /** Where an analyst that asks many questions stores its answers, so that it can resume after it is killed. */
  checkpoint?: Checkpoint
}

/** What an analyst stores while it works, as JSON. */
export interface Checkpoint {
  /** @returns null when nothing was stored. */
  read(): Promise<Record<string, unknown> | null>
  /** Stores it soon; only the latest value is kept. */
  write(answers: Readonly<Record<string, unknown>>): void
}

/** Turns a transcript into a draft recap. Rejects with TransientFailure or PermanentFailure. */
export interface Analyst {
  name: AnalystName
  status(): Promise<EngineStatus>
  /** Estimated model usage of an analysis; absent or null when no model is used. */
  estimate?(
    input: Pick<AnalyseInput, 'segments'>,
  ): { requests: number; inputTokens: number; outputTokens: number } | null
  analyse(input: AnalyseInput, options: AnalyseOptions): Promise<AnalysisDraft>
}
