import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'

const LABELS: Record<TranscriptInfo['source'], string> = {
  captions: 'From the captions that came with the recording.',
  given: 'From a transcript that was added later.',
  openai: 'Made from the recording by an AI speech model.',
  sherpa: 'Made from the recording by a speech model on this server.',
  sphinx: 'A rough draft made from the recording by a simple speech engine.',
  none: '',
}

/** Where the words of a transcript and its speakers come from, in a few sentences. */
export function sourceLabel({ source, notice, draft, speakers }: TranscriptInfo): string {
  // A draft's notice stands above the document already.
  return [LABELS[source], speakerLabel(speakers), draft ? null : notice].filter(Boolean).join(' ')
}

function speakerLabel(speakers: TranscriptInfo['speakers']): string | null {
  if (speakers === undefined) return null
  if (speakers.from === 'tracks') return 'Who speaks is known from the sound of each side.'
  if (speakers.found === 0) return 'The voices could not be told apart.'
  return 'Speakers are told apart by their voices alone, so some lines may be another’s.'
}
