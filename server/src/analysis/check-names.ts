import { around, type Call, type Claim, type Fault } from './claim.ts'
import { isAlwaysCapital, SENTENCE_START } from './call-names.ts'
import { plainWords } from './spoken-words.ts'

/** Above it a heading writes all its words with capitals, or a language its nouns: they tell nothing of names. */
const CAPITALS_SHARE = 0.34
const FEW_CAPITALS = 3
/** Who is spoken to is named in a line close by. */
const NEAR = 2
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*/gu
/** A person comes before these. */
const DOES = /^(?:['’]s)?\s+(?:will|would|has|had|is|was|can|said|says|told|wants?|needs?|asked|asks|promised|agreed|offered|refused|confirmed|mentioned|explained|thinks|believes)\b/

/**
 * The names of a claim, at any place and in any case, are said in its lines, or belong to who speaks there or close by.
 */
export function checkNames(claim: Claim, call: Call): Fault | null {
  const near = around(call, claim, NEAR)
  const known = new Set([...near.map(({ text }) => text), ...near.map(({ speaker }) => speaker ?? '')].flatMap(plainWords).map(bare))
  const missing = namesIn(claim.text, call).filter((word) => !plainWords(word).every((plain) => known.has(bare(plain))))
  return missing.length > 0 ? { reason: 'name', detail: [...new Set(missing)].join(', ') } : null
}

function namesIn(text: string, call: Call): string[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index, first: SENTENCE_START.test(text.slice(0, index)) }))
  const inside = words.filter(({ first }) => !first)
  const capitals = inside.filter(({ word }) => /^\p{Lu}/u.test(word))
  const heading = capitals.length > FEW_CAPITALS && capitals.length > inside.length * CAPITALS_SHARE
  return words.flatMap(({ word, index, first }) => {
    const plain = bare(plainWords(word)[0] ?? '')
    if (call.names.has(plain)) return [word]
    if (!/^\p{Lu}/u.test(word) || isAlwaysCapital(word) || call.vocabulary.has(plain) || call.vocabulary.has(`${plain}s`)) return []
    if (first) return DOES.test(text.slice(index + word.length)) && call.english && !isGeneral(plain) ? [word] : []
    return heading || !call.sameLanguage ? [] : [word]
  })
}

/** Pronouns and the like begin sentences with a capital. */
function isGeneral(plain: string): boolean {
  return /^(?:he|she|it|they|we|you|this|that|there|everyone|everybody|nobody|both|all|one|each|neither|either|who|what|nothing|something|somebody|someone|none|another|others|these|those|which)$|(?:ing|tion|ment|ance|ence|ity|ness|ship|s)$/.test(plain)
}

/** Possessives and plurals are the name. */
function bare(plain: string): string {
  return plain.replace(/(?<=..)s$/, '')
}
