import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import { describeSource, TRANSCRIBERS } from '@callfolio/shared/engines.ts'

/** Where the words of a transcript and its speakers come from, in a few sentences. */
export function sourceLabel({ source, notice, draft, speakers }: TranscriptInfo): string {
  // A draft's notice stands above the document already.
  return [describeSource(source, TRANSCRIBERS), speakerLabel(speakers), draft ? null : notice].filter(Boolean).join(' ')
}

function speakerLabel(speakers: TranscriptInfo['speakers']): string | null {
  if (speakers === undefined) return null
  if (speakers.from === 'tracks') return 'Who speaks is known from the sound of each side.'
  if (speakers.found === 0) return 'The voices could not be told apart.'
  return 'Speakers are told apart by their voices alone, so some lines may be another’s.'
}
