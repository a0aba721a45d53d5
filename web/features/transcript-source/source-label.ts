import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'

const LABELS: Record<TranscriptInfo['source'], string> = {
  captions: 'From the captions that came with the recording.',
  given: 'From a transcript that was added later.',
  openai: 'Made from the recording by an AI speech model.',
  sphinx: 'A rough draft made from the recording by a simple speech engine.',
  none: '',
}

/** Where the words of a transcript come from, in a sentence or two. */
export function sourceLabel({ source, notice, draft }: TranscriptInfo): string {
  // A draft's notice stands above the document already.
  return notice === null || draft ? LABELS[source] : `${LABELS[source]} ${notice}`.trim()
}
