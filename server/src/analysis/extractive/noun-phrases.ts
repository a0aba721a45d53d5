import { isConfidential } from './acts.ts'
import type { Line } from './lines.ts'
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

/** The noun phrases of a sentence in order; empty heads ("thing", days, "somebody") are left out. */
export function nounPhrases(line: Line): NounPhrase[] {
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
    if (token.pos === 'DET' && i > from && tokens[i - 1]?.pos !== 'DET') break
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || isDocument) nounAt = i + 1
  }
  return nounAt
}

/** How far back a pronoun's noun is looked for, sentences. */
const REACH = 7
const MOST_LINES_BACK = 16
const VERBS_OF_SENDING = new Set([
  'send',
  'email',
  'mail',
  'forward',
  'share',
  'get',
  'give',
  'write',
  'make',
  'build',
  'draft',
  'prepare',
  'put',
  'attach',
  'circulate',
  'redo',
  'revise',
  'update',
  'print',
  'post',
  'bring',
])

/**
 * The noun phrase that a pronoun most likely stands for; null: nothing is likely enough.
 * @param before offset in the sentence at `at`: only what stands before it counts there.
 */
export function antecedent(
  lines: readonly Line[],
  at: number,
  before: number,
  options: { plural: boolean; verb: string },
): NounPhrase | null {
  let best: { phrase: NounPhrase; score: number } | null = null
  for (let index = at; index >= 0 && at - index <= MOST_LINES_BACK; index--) {
    const line = lines[index]
    const back = (lines[at]?.depth ?? 0) - (line?.depth ?? 0)
    if (line === undefined || back > REACH) break
    for (const phrase of line.phrases) {
      if (
        (index === at && phrase.end > before) ||
        /^(?:no|not)\b/i.test(phrase.text) ||
        (index < at && (NEGATED.test(line.tidied) || isConfidential(line.text)))
      )
        continue
      const score =
        (DOCUMENTS.has(phrase.head) ? (VERBS_OF_SENDING.has(options.verb) ? 3 : 1.5) : 0) +
        (phrase.plural === options.plural ? 0.6 : -1.2) +
        (/^(?:an?|some|that|this|the|another|your|my|our)\b/i.test(phrase.text) ? 0.5 : 0) +
        (phrase.text.includes(' ') ? 0.4 : 0) +
        (line.speaker !== lines[at]?.speaker && ASKS_FOR_IT.test(line.text) ? 0.8 : 0) +
        (phrase.start < TOPIC_PLACE ? 0.4 : 0) -
        (phrase.proper ? 1.5 : 0) -
        back * 0.45
      if (best === null || score > best.score) best = { phrase, score }
    }
  }
  return best !== null && best.score >= LEAST_LIKELY ? best.phrase : null
}

const LEAST_LIKELY = 2.6
const ASKS_FOR_IT = /\?$|\b(?:need|want|like|could you|can you|do you have|have you got|send)\b/i
/** Characters: what a sentence begins with it is about. */
const TOPIC_PLACE = 5
/** What somebody doesn't want is not what is sent. */
const NEGATED = /\b(?:not|never|no|don't|doesn't|won't|can't|isn't|without)\b/i

/** A phrase as a later sentence can name it: "a plan of the building" is "the plan of the building" then. */
export function asKnown(phrase: string): string {
  const bare = phrase.replace(
    /^(?:an?|some|my|our|your|his|her|their|its|this|that|these|those|another|any|no|the)\s+/i,
    '',
  )
  return `the ${bare}`
}
