import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { splitSentences, type Sentence } from './sentences.ts'
import { tagWords, type Token } from './tagger.ts'

/** A sentence of the call with part-of-speech tags for its readable form. */
export interface Line extends Sentence {
  tokens: readonly Token[]
}

/** The sentences of a call in order. */
export function getLines(segments: readonly Segment[]): Line[] {
  return splitSentences(segments).map((sentence) => ({ ...sentence, tokens: tagWords(sentence.tidied) }))
}
