import winkNLP, { type ItsFunction } from 'wink-nlp'
import model from 'wink-eng-lite-web-model'

/** A word or punctuation mark of a text with its part of speech (Universal Dependencies tags). */
export interface Token {
  text: string
  lower: string
  /** Base form, lower case. */
  lemma: string
  pos: string
  /** Offsets in the text. */
  start: number
  end: number
}

const wink = winkNLP(model, ['sbd', 'pos'])
/** The library compares its helpers by identity, so they are returned unchanged. */
const helpers: Record<'pos' | 'lemma', unknown> = wink.its
const posOf = helpers.pos as ItsFunction<string>
const lemmaOf = helpers.lemma as ItsFunction<string>

/** Tags an English text. What the tagger takes for one word ("I'm") is one token. */
export function tagWords(text: string): Token[] {
  const tokens = wink.readDoc(text).tokens()
  const texts = tokens.out()
  const kinds = tokens.out(posOf)
  const lemmas = tokens.out(lemmaOf)
  let at = 0
  return texts.map((word, i) => {
    const start = Math.max(at, text.indexOf(word, at))
    at = start + word.length
    return {
      text: word,
      lower: word.toLowerCase(),
      lemma: (lemmas[i] ?? word).toLowerCase(),
      pos: isCosting(word, kinds[i + 1]) ? 'VERB' : (kinds[i] ?? 'X'),
      start,
      end: at,
    }
  })
}

/** The model tags "costs" as a noun in "the licence costs twelve euros". */
function isCosting(word: string, next: string | undefined): boolean {
  return /^costs?$/i.test(word) && (next === 'NUM' || next === 'SYM')
}
