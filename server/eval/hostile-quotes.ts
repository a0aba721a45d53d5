import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import { pick, type Trick } from './false-claims.ts'
import type { CallWithItems } from './honest-claims.ts'
import { tokens } from './rouge.ts'

const NO = /\b(?:not|never|cannot|no|nobody|nothing)\b|n['’]t\b/i
const FEWEST_WORDS = 3

/** Ways of quoting what nobody said, or not so. */
export const hostileQuotes: Record<string, Trick> = {
  'quote cut after its "not"': ({ item }) => {
    const found = NO.exec(item.text)
    return found === null ? null : { ...item, text: item.text.slice(found.index + found[0].length) }
  },
  'quote cut at any word': ({ item }, _, random) => {
    const words = item.text.split(' ')
    const from = Math.floor(random() * Math.max(1, words.length - FEWEST_WORDS))
    return { ...item, text: words.slice(from, from + FEWEST_WORDS + Math.floor(random() * words.length)).join(' ') }
  },
  'quote from another line': ({ item }, { segments }, random) => ({
    ...item,
    segmentIds: [pick(segments, random)?.id ?? ''],
  }),
  'quote of two speakers': ({ item }, { segments }) => {
    const place = segments.findIndex(({ id }) => id === item.segmentIds[0])
    const next = segments[place + 1]
    return next === undefined
      ? null
      : { text: `${segments[place]?.text} ${next.text}`, segmentIds: [...item.segmentIds, next.id] }
  },
  'quote with another word': ({ item }, _, random) => {
    const words = item.text.split(' ')
    return {
      ...item,
      text: words
        .with(Math.floor(random() * words.length), pick(['never', 'ninety', 'Globex', 'refuse'], random) ?? '')
        .join(' '),
    }
  },
  'quote turned round': ({ item }) => ({ ...item, text: item.text.split(' ').toReversed().join(' ') }),
  'quote without its "not"': ({ item }) => ({ ...item, text: item.text.replace(/\bnot\b |n['’]t\b/g, '') }),
  'quote said many times': ({ item }) => ({ ...item, text: `${item.text} `.repeat(200) }),
}

/** A shown quote that nobody said, or not its speaker, or not in its lines, or that leaves out the "not" of its sentence. */
export function isFalseQuote(
  { text, speaker = null, segment_ids: ids = [] }: EvidenceItem,
  { segments }: Pick<CallWithItems, 'segments'>,
): boolean {
  const lines = segments.filter(({ id }) => ids.includes(id))
  const whole = lines.map((line) => line.text).join(' ')
  const said = ` ${tokens(whole).join(' ')} `.includes(` ${tokens(text).join(' ')} `)
  if (lines.length === 0 || lines.length !== ids.length || lines.some((line) => line.speaker !== speaker) || !said)
    return true
  const [before = ''] = /[^.?!…]*$/.exec(whole.slice(0, Math.max(0, whole.indexOf(text)))) ?? []
  return NO.test(before)
}
