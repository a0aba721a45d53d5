import { STEP } from '@callfolio/shared/steps.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Stage } from '../stage.ts'

/** With fewer words there is no meeting to summarize, and an analyst would have to invent one. */
const FEWEST_WORDS = 5

/** Asks the analyst for a recap. Nothing of it is shown before `verify` has looked at it. */
export const analyse: Stage<'analyse'> = {
  name: 'analyse',
  step: STEP.analysis,
  weight: 20,
  async run({ output, parts, recording, signal, report }) {
    const { segments, info } = output('transcript')
    if (countWords(segments) < FEWEST_WORDS) return { draft: null, analyst: 'none' }
    const { id, title, description, recapLanguage: language } = recording
    const estimate = parts.analyst.estimate?.({ segments })
    if (estimate) parts.log.info({ recording: id, estimate }, 'a model is asked for a recap')
    const draft = await parts.analyst.analyse({ segments, title, description, draft: info.draft, language }, { signal, onProgress: report })
    if (draft.use) parts.log.info({ recording: id, use: draft.use }, 'a model gave a recap')
    return { draft, analyst: parts.analyst.name }
  },
}

function countWords(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + (segment.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
}
