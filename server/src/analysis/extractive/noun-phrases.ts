import type { Sentence } from './sentences.ts'
import type { Token } from './tagger.ts'

/** A noun with what stands before it, and an "of" after it. */
export interface NounPhrase {
  text: string
  /** Base form of its main noun, lower case. */
  head: string
  plural: boolean
  /** A name: of a person, a product, a company. */
  proper: boolean
  line: number
  start: number
  end: number
}

/** Nouns that name no thing one could send, make or ask for. */
const EMPTY_HEADS = new Set(
  `thing stuff bit sort kind way lot point time day week month year hour minute moment second morning afternoon evening night today tomorrow tonight yesterday weekend half quarter end
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  one ones something anything nothing somebody someone anybody anyone everybody everyone people person guy guys man woman folk kid side place case reason fact sense idea question problem issue mind course matter luck love god lord
  yeah yes no okay please thanks thank sorry morning hello hi bye hell gosh sir madam mate call chat meeting word couple bunch rest part top front back middle beginning chance deal fun joke favour favor hand head mess
  kidding touch hold care look go try use second sec mm hmm uh um er`.split(/\s+/),
)
/** What is sent, written or shown after calls. */
export const DOCUMENTS = new Set(
  `quote quotation proposal offer plan list recording video clip invoice contract agreement certificate report deck slide slides document doc spreadsheet sheet export file data photo picture image screenshot link invite invitation drawing
  letter redline template sample draft brochure leaflet one-pager pager pdf summary figures numbers pricing price estimate breakdown statement schedule timeline calendar agenda policy form questionnaire answer answers clause paragraph note notes manual guide
  spec specification design layout mock-up mockup floorplan log csv excel case study reference contact address email details detail info copy order login trial sandbox account presentation write-up writeup checklist diagram menu catalogue catalog credit refund kit device demo licence license `.split(
    /\s+/,
  ),
)
const MODIFIERS = new Set(['DET', 'ADJ', 'NUM', 'NOUN', 'PROPN'])
const POSSESSIVES = new Set(['my', 'our', 'your', 'his', 'her', 'their', 'its'])

interface TaggedSentence extends Pick<Sentence, 'tidied' | 'index'> {
  tokens: readonly Token[]
}

/** The noun phrases of a sentence in order; empty heads ("thing", days, "somebody") are left out. */
export function nounPhrases(line: TaggedSentence): NounPhrase[] {
  const { tokens, tidied, index } = line
  const found: NounPhrase[] = []
  let i = 0
  while (i < tokens.length) {
    const end = runEnd(tokens, i)
    if (end === null) {
      i++
      continue
    }
    const last = tokens[end - 1]
    const first = tokens[i]
    if (last !== undefined && first !== undefined) {
      const stopAt = withAttributes(tokens, end)
      const stop = tokens[stopAt - 1] ?? last
      const head = DOCUMENTS.has(last.lower) ? last.lower : last.lemma
      const isInterjection = i === 0 && (stopAt - i === 1 || PRAISE.test(first.text))
      if (!isInterjection && !EMPTY_HEADS.has(head) && !EMPTY_HEADS.has(last.lower) && /\p{L}{2}/u.test(head)) {
        found.push({
          text: tidied.slice(first.start, stop.end),
          head,
          plural: last.pos === 'NOUN' && last.lemma !== last.lower && last.lower.endsWith('s'),
          proper: last.pos === 'PROPN' && !DOCUMENTS.has(last.lower),
          line: index,
          start: first.start,
          end: stop.end,
        })
      }
      i = stopAt
    }
  }
  return found
}

/** "Good answer." names nothing, nor does "Copy him". */
const PRAISE = /^(?:good|great|nice|fair|perfect|high|brilliant|lovely)$/i
const ATTRIBUTIVE = new Set(['of', 'for', 'from', 'with', 'on', 'about', 'per', 'in'])
const MOST_ATTRIBUTES = 2

/** Where a noun phrase ends with its attributes: "an export of the Dundee club". Days are none. */
function withAttributes(tokens: readonly Token[], end: number): number {
  let stop = end
  for (let i = 0; i < MOST_ATTRIBUTES; i++) {
    const next = ATTRIBUTIVE.has(tokens[stop]?.lower ?? '') ? runEnd(tokens, stop + 1) : null
    const head = next === null ? undefined : tokens[next - 1]
    if (next === null || head === undefined || (tokens[stop]?.lower !== 'of' && EMPTY_HEADS.has(head.lemma))) break
    stop = next
  }
  return stop
}

const TIME_WORD = /^(?:tomorrow|tonight|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/

/** Where a run of words that ends with a noun ends; null: none begins here. */
function runEnd(tokens: readonly Token[], from: number): number | null {
  let nounAt: number | null = null
  let i = from
  for (; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === undefined) break
    const next = tokens[i + 1]
    const isHyphen = token.text === '-' && i > from && next !== undefined
    const isParticiple =
      token.pos === 'VERB' &&
      /(?:ed|ing)$/.test(token.lower) &&
      i > from &&
      next !== undefined &&
      (next.pos === 'NOUN' || next.pos === 'PROPN')
    const isPossessive = POSSESSIVES.has(token.lower) && i === from
    // The tagger takes "the CAD drawing" and "the redline" for verbs.
    const before = tokens[i - 1]
    const isDocument =
      token.pos === 'VERB' &&
      DOCUMENTS.has(token.lower) &&
      i > from &&
      before !== undefined &&
      (MODIFIERS.has(before.pos) || POSSESSIVES.has(before.lower))
    const isGenitive =
      token.lower === "'s" && token.pos === 'PART' && nounAt !== null && next !== undefined && MODIFIERS.has(next.pos)
    if (!(MODIFIERS.has(token.pos) || isHyphen || isParticiple || isPossessive || isGenitive || isDocument)) break
    // "The security report tomorrow morning" names a report.
    if (nounAt !== null && TIME_WORD.test(token.lower)) break
    if (token.pos === 'DET' && i > from && tokens[i - 1]?.pos !== 'DET') break
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || isDocument) nounAt = i + 1
  }
  return nounAt
}
