import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Analysis } from '../../analysis/analyst.ts'
import { NOTICES, TOO_LITTLE_SUMMARY, UNSURE_SUMMARY } from '../notices.ts'
import type { Stage } from '../stage.ts'
import { isTooUnsure, getSpoken } from './analyse.ts'

/** Keeps the parts of the analyst's recap that the transcript supports. */
export const verify: Stage<'verify'> = {
  name: 'verify',
  step: STEP.building,
  weight: 3,
  async run({ recording, output, parts, signal }) {
    const { draft, analyst } = output('analyse')
    const { segments, info } = getSpoken(output('transcript'))
    const { recapLanguage, date } = recording
    if (draft) {
      const model = draft.use && parts.modelBehind ? await parts.modelBehind(analyst, draft.use.model) : null
      const input = { draft, segments, writtenIn: recapLanguage ?? info.language, date, model }
      const analysis = await parts.tasks.run('verify', input, { signal })
      return info.draft ? withWordsWaiting(analysis) : analysis
    }
    if (segments.length === 0) return emptyRecap(info.notice ?? NOTICES.noSpeech)
    return emptyRecap(isTooUnsure({ segments, info }) ? UNSURE_SUMMARY : TOO_LITTLE_SUMMARY)
  },
}

/** In a draft transcript, quotes and next steps wait for their owner, as a wrong word would look like it was said. */
function withWordsWaiting(analysis: Analysis): Analysis {
  const waiting = (items: readonly EvidenceItem[]) => items.map((item) => ({ ...item, unconfirmed: true }))
  const { quotes, actionPoints, todoList } = analysis
  return { ...analysis, quotes: waiting(quotes), actionPoints: waiting(actionPoints), todoList: waiting(todoList) }
}

/** The recap of a recording without speech: one honest sentence. */
function emptyRecap(sentence: string): Analysis {
  return { title: null, summary: [{ text: sentence }], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
}
