import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import { languageName } from '@callfolio/shared/recap-language.ts'
import { describeSource, TRANSCRIBERS } from '@callfolio/shared/engines.ts'

/** Source of a transcript's words and speakers, in a few sentences. */
export function sourceLabel({ source, notice, draft, speakers, language }: TranscriptInfo): string {
  // A draft's notice is already shown above the document.
  const words = describeSource(source, TRANSCRIBERS)
  const spoken = words === '' || language === null ? null : `The call is in ${languageName(language)}.`
  return [words, spoken, speakerLabel(speakers), draft ? null : notice].filter(Boolean).join(' ')
}

function speakerLabel(speakers: TranscriptInfo['speakers']): string | null {
  if (speakers === undefined) return null
  if (speakers.from === 'tracks') return 'Speakers come from separate audio tracks.'
  if (speakers.found === 0) return 'Speakers couldn’t be distinguished.'
  return 'Speakers were detected by voice, so some lines may be misattributed.'
}
