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

/** One thing an analyst claims, with the transcript lines it stands on. */
export interface DraftItem {
  text: string
  /** At most `MOST_EVIDENCE_LINES`. */
  segmentIds: string[]
  /** Which of these lines is played first; absent: the earliest. */
  playFrom?: string | undefined
  /** Next steps: who is to do it, by the name the transcript gives. */
  owner?: string | undefined
  /** Next steps and dates: when, in the words of the call ("Friday lunchtime"). */
  due?: string | undefined
  /** True: shown to nobody but the owner before the owner keeps it. */
  unconfirmed?: boolean | undefined
  /** Why its owner has to look at it first, besides what the checks find. */
  doubt?: CheckFault | undefined
}

/** What an analyst proposes. Nothing of it is shown before `verifyDraft` has checked it against the transcript. */
export interface AnalysisDraft {
  /** A title from the content; null when the analyst has none. */
  title: string | null
  /** The summary, a sentence an item. */
  summary: DraftItem[]
  quotes: DraftItem[]
  actionPoints: DraftItem[]
  importantPoints: DraftItem[]
  todoList: DraftItem[]
  /** The call's course: a heading and the line its part begins with. Absent: the analyst makes none. */
  chapters?: DraftItem[] | undefined
  /** Who speakers without a name are, with the line that shows it. */
  speakers?: { label: string; name: string; segmentIds: string[] }[] | undefined
  /** Lines that were not meant for the other side. */
  privateLines?: string[] | undefined
  /** What it used of a model; absent where none was asked. */
  use?: AnalysisUse | undefined
  /** Ids of lines that may hold a next step, in the order of the call; absent: nobody looked for them. */
  possibleSteps?: string[] | undefined
  /** So many of its items failed the first check, before any were corrected, that all of them wait for their owner. */
  unreliable?: boolean | undefined
  /** Another analyst stood in for the one that was asked: which, and why, in a sentence for the owner. */
  fallback?: { analyst: AnalystName; notice: string } | undefined
}

/** What is shown: every item has times and speaker from the transcript; quotes are the transcript's own words. */
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
  /** What was proposed and is not shown, for the owner only. */
  withheld?: WithheldItem[] | undefined
  /** Ids of lines that may hold a next step that no item of the lists states. */
  possibleSteps?: string[] | undefined
  use?: AnalysisUse | undefined
  /** Why the whole recap waits for its owner, one sentence; absent if it doesn't. */
  warning?: string | undefined
}

export interface AnalyseInput {
  segments: Segment[]
  /** Given by the owner; null: none. */
  title: string | null
  description: string | null
  /** True when the transcript is a machine's draft that may be badly wrong. */
  draft: boolean
  /** BCP 47 tag of the language to write in; absent: the spoken one. */
  language?: string | null
  /** The day of the call, `YYYY-MM-DD`; null: unknown. Days that are said are resolved against it. */
  date?: string | null
}

export interface AnalyseOptions {
  signal: AbortSignal
  /** 0–1, and what is being done or waited for, in words and numbers. */
  onProgress: (fraction: number, detail?: string | null) => void
  /** Where an analyst of many questions keeps its answers, so that it goes on after them when it is killed. */
  checkpoint?: Checkpoint
}

/** What an analyst keeps while it works, as JSON. */
export interface Checkpoint {
  /** @returns null when nothing was kept. */
  read(): Promise<Record<string, unknown> | null>
  /** Keeps it soon; only the last one counts. */
  write(answers: Readonly<Record<string, unknown>>): void
}

/** Turns a transcript into a draft recap. Rejects with TransientFailure or PermanentFailure. */
export interface Analyst {
  name: AnalystName
  status(): Promise<EngineStatus>
  /** What an analysis will use of a model, roughly; absent or null where none is asked. */
  estimate?(
    input: Pick<AnalyseInput, 'segments'>,
  ): { requests: number; inputTokens: number; outputTokens: number } | null
  analyse(input: AnalyseInput, options: AnalyseOptions): Promise<AnalysisDraft>
}
