import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis, AnalysisDraft, Analyst } from '../src/analysis/analyst.ts'
import { createExtractiveAnalyst } from '../src/analysis/extractive/extractive.ts'
import { verifyDraft } from '../src/analysis/verification/verify.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'

export interface RecapOfCall {
  recap: Analysis
  /** The lines that it was made from. */
  segments: readonly Segment[]
  /** The analyst's proposal, before verification. */
  draft: AnalysisDraft
}

/**
 * The verified recap of a call; the default analyst needs no model.
 * @param date the day of the call, ISO; null: unknown.
 */
export async function getRecap(
  cues: readonly Segment[],
  date: string | null = null,
  analyst: Analyst = createExtractiveAnalyst(),
): Promise<RecapOfCall> {
  const segments = mergeCues(cues)
  const input = { segments, title: null, description: null, draft: false, date }
  const draft = await analyst.analyse(input, { signal: new AbortController().signal, onProgress: () => {} })
  return { recap: verifyDraft(draft, segments, { date }), segments, draft }
}
