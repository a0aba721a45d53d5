import { STEP } from '@callfolio/shared/steps.ts'
import type { Analysis, AnalysisDraft } from '../../analysis/analyst.ts'
import { NO_SPEECH_SUMMARY, TOO_LITTLE_SUMMARY } from '../notices.ts'
import type { Stage } from '../stage.ts'

/** Keeps of the analyst's recap what the transcript bears out. */
export const verify: Stage<'verify'> = {
  name: 'verify',
  step: STEP.building,
  weight: 3,
  async run({ recording, output, parts, signal }) {
    const { draft } = output('analyse')
    const { segments, info } = output('transcript')
    const { recapLanguage, date } = recording
    if (draft) {
      const input = { draft, segments, writtenIn: recapLanguage ?? info.language, date }
      return withRejected(await parts.tasks.run('verify', input, { signal }), draft)
    }
    return emptyRecap(segments.length > 0 ? TOO_LITTLE_SUMMARY : (info.notice ?? NO_SPEECH_SUMMARY))
  },
}

/** What the analyst itself took back is withheld too. */
function withRejected(analysis: Analysis, { rejected = [] }: AnalysisDraft): Analysis {
  const withheld = rejected.map(({ list, item }) => ({
    list,
    text: item.text,
    reason: 'second_reading' as const,
    detail: null,
    segment_ids: item.segmentIds,
  }))
  return withheld.length === 0 ? analysis : { ...analysis, withheld: [...(analysis.withheld ?? []), ...withheld] }
}

/** What is shown of a recording that says nothing: one honest sentence. */
function emptyRecap(sentence: string): Analysis {
  return { title: null, summary: [{ text: sentence }], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
}
