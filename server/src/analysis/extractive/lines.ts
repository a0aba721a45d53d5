import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { nounPhrases, type NounPhrase } from './noun-phrases.ts'
import { splitSentences, type Sentence } from './sentences.ts'
import { tagWords, type Token } from './tagger.ts'

/** A sentence of the call with its words tagged (those of its readable form). */
export interface Line extends Sentence {
  tokens: readonly Token[]
  phrases: readonly NounPhrase[]
  /** How many sentences with something in them come before it: "Yeah." and "Okay." don't part a question from its answer. */
  depth: number
}

/** The sentences of a call in order. */
export function linesOf(segments: readonly Segment[]): Line[] {
  let depth = 0
  return splitSentences(segments).map((sentence) => {
    const line = { ...sentence, tokens: tagWords(sentence.tidied), phrases: [], depth }
    if (sentence.stems.length >= SUBSTANTIAL) depth++
    return { ...line, phrases: nounPhrases(line) }
  })
}

/** Content words. */
const SUBSTANTIAL = 2
