import { around, type Call, type Claim, type Fault } from './claim.ts'
import { bareName, isAlwaysCapital, nameWords, SENTENCE_START } from '../language/call-names.ts'

/** Above this share a heading capitalizes all its words, or a language its nouns: capitals don't indicate names. */
const CAPITALS_SHARE = 0.34
const FEW_CAPITALS = 3
/** Nearby lines name the person addressed. */
const NEAR = 2
const SHORTEST_COMPOUND = 6
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*/gu
/** A person's name follows one of these. */
const DOES =
  /^(?:['’]s)?\s+(?:will|would|has|had|is|was|can|said|says|told|wants?|needs?|asked|asks|promised|agreed|offered|refused|refuses|confirmed|mentioned|explained|thinks|believes)\b/
const GENERAL =
  /^(?:he|she|it|they|we|you|this|that|there|everyone|everybody|nobody|both|all|one|each|neither|either|who|what|nothing|something|somebody|someone|none|another|others|these|those|which)$|(?:ing|tion|ment|ance|ence|ity|ness|ship|s)$/

/** "VAT" is not a name. */
const ACRONYM = /^\p{Lu}{2,5}$/u

interface Name {
  word: string
  /** Lower case, without a possessive s. */
  plain: string
  /** The word right before it, in `plain` form. */
  beside: string
}

/**
 * Checks that the names of a claim, in any position and case, are said in its lines, or belong to a speaker in or near
 * them. A name said elsewhere in the call may be added ("Rostera's counsel"), but not replace a name in its lines.
 */
export function checkNames(claim: Claim, call: Call): Fault | null {
  const near = around(call, claim, NEAR)
  const known = new Set(near.flatMap(({ text, speaker }) => nameWords(`${text} ${speaker ?? ''}`)))
  const names = namesIn(claim.text, call)
  const together = near.map(({ text }) => nameWords(text).join('')).join(' ')
  // "Chrome books" for Chromebooks, "Pay Sprout" for Paysprout.
  const missing = names.filter(
    ({ plain }) => !known.has(plain) && !(plain.length >= SHORTEST_COMPOUND && together.includes(plain)),
  )
  if (missing.length === 0) return null
  const own = new Set(names.map(({ plain }) => plain))
  const replaced = around(call, claim, 1)
    .flatMap(({ text }) => nameWords(text))
    .some((word) => call.names.has(word) && !call.speakerWords.has(word) && !own.has(word))
  // "Leszek Wolny", for lines that only say Leszek.
  const isOfSpeaker = (plain: string) =>
    call.speakers.some((speaker) => {
      const words = nameWords(speaker)
      return words.includes(plain) && words.some((word) => known.has(word) && own.has(word))
    })
  const belongs = ({ word, plain, beside }: Name) =>
    isOfSpeaker(plain) ||
    (call.names.has(plain) &&
      !call.speakerWords.has(plain) &&
      (!replaced ||
        ACRONYM.test(word) ||
        call.parties.has(plain) ||
        (call.names.has(beside) && known.has(beside) && call.spokenNames().includes(` ${beside} ${plain} `))))
  const wrong = missing.filter((name) => !belongs(name))
  if (wrong.length === 0) return null
  const isInvented = wrong.some(({ plain }) => !call.vocabulary.has(plain) && !call.speakerWords.has(plain))
  return { reason: 'name', detail: [...new Set(wrong.map(({ word }) => word))].join(', '), isHard: isInvented }
}

function namesIn(text: string, call: Call): Name[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    index,
    plain: bareName(word),
    first: SENTENCE_START.test(text.slice(0, index)),
  }))
  const inside = words.filter(({ first }) => !first)
  const capitals = inside.filter(({ word }) => /^\p{Lu}/u.test(word))
  const heading = capitals.length > FEW_CAPITALS && capitals.length > inside.length * CAPITALS_SHARE
  const isName = ({ word, plain, index, first }: (typeof words)[number]) => {
    if (call.names.has(plain)) return true
    if (!/^\p{Lu}/u.test(word) || isAlwaysCapital(word) || call.vocabulary.has(plain)) return false
    if (ACRONYM.test(word)) return false
    return first
      ? DOES.test(text.slice(index + word.length)) && call.english && !GENERAL.test(word.toLowerCase())
      : !heading && call.sameLanguage
  }
  return words.flatMap((word, i) =>
    isName(word) ? [{ word: word.word, plain: word.plain, beside: words[i - 1]?.plain ?? '' }] : [],
  )
}
