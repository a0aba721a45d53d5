import { memoize } from './memoize.ts'

const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const ORDINALS = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['grand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const SMALL = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, i) => [[word, (i + 2) * 10] as const, [word.replace(/y$/, 'ieth'), (i + 2) * 10] as const]),
  ['dozen', 12] as const,
  ['couple', 2] as const,
])

/** A number in a text. */
export interface FoundNumber {
  text: string
  /** Start and end offset, end exclusive. */
  from: number
  to: number
  /**
   * Possible values as a whole: by the rules of number words, digit by digit, as a price or a time of day ("ten
   * thirty": 40, 1030).
   */
  readings: Set<string>
}

const TOKEN = /(?<![\p{L}\p{N}])\d(?:[\d.,:]*\d)?(?:(?:[km]|bn|st|nd|rd|th)(?!\p{L}))?|(?<![\p{L}\p{N}])\p{L}+/giu
/** Adjacent words form one number; separated ones form several. */
const GAP = /^[\s-]*$/
/** "half past two" and the British "half two". */
const CLOCK =
  /\b(half|quarter)(?: (past|to))? (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b(?! (?:of|percent|per|hours?|days?|weeks?))/giu

/** An hour or a day can be said in many ways. */
const HALF = /\bhalf an?(?= (?:per ?cent|percent|dollar|cent|tonne|ton|metre|meter))/gi

interface Token {
  word: string
  from: number
  to: number
}

/** The numbers of an English text, in digits and in words, in order. */
export const findNumbers = memoize((text: string): readonly FoundNumber[] => {
  const clock = [...text.matchAll(CLOCK)].flatMap(([shown, part, side, hour], i, all) =>
    clockTime({ text: shown, from: all[i]?.index ?? 0 }, part ?? '', side, hour ?? ''),
  )
  const inClock = ({ from }: Token) => clock.some((time) => from >= time.from && from < time.to)
  const tokens = [...text.matchAll(TOKEN)]
    .map((found) => ({ word: found[0].toLowerCase(), from: found.index, to: found.index + found[0].length }))
    .filter((token) => !inClock(token))
  const runs: Token[][] = []
  for (const [i, token] of tokens.entries()) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      before === tokens[i - 1] &&
      GAP.test(text.slice(before.to, token.from)) &&
      !beginsCompound(text, before, token)
    if (goesOn && joins(last, token.word, tokens[i + 1]?.word ?? '', tokens[i + 2]?.word ?? '')) last.push(token)
    else if (startsNumber(token.word, tokens[i + 1]?.word ?? '', tokens[i + 2]?.word ?? '')) runs.push([token])
  }
  const found = runs.map((run) => readNumber(run, text))
  const halves = [...text.matchAll(HALF)].map(({ 0: shown, index }) => ({
    text: shown,
    from: index,
    to: index + shown.length,
    readings: new Set(['0.5']),
  }))
  return [...withCents(found, text), ...clock, ...halves].toSorted((a, b) => a.from - b.from)
})

/** "Seven ten-inch tablets" counts seven, and "two two-hour sessions" two. */
function beginsCompound(text: string, before: Token, { word, to }: Token): boolean {
  const behind = /^-(\p{L}+)/u.exec(text.slice(to))?.[1]?.toLowerCase() ?? ''
  return (
    behind !== '' && text.charAt(before.to) !== '-' && !SMALL.has(behind) && !SCALES.has(behind) && !SCALES.has(word)
  )
}

/** "Three pounds forty" can be 3.40. */
function withCents(found: readonly FoundNumber[], text: string): FoundNumber[] {
  return found.map((number, i) => {
    const next = found[i + 1]
    const [cents = ''] = next?.readings ?? []
    if (
      next === undefined ||
      !/^ (?:dollars?|pounds?|euros?) $/i.test(text.slice(number.to, next.from)) ||
      !/^\d\d$/.test(cents)
    )
      return number
    const values = [...number.readings]
    return { ...number, readings: new Set([...values, ...values.map((value) => rounded(Number(`${value}.${cents}`)))]) }
  })
}

const isDigits = (word: string) => /^\d/.test(word)

function startsNumber(word: string, next: string, afterNext: string): boolean {
  return (
    isDigits(word) ||
    SMALL.has(word) ||
    (word === 'a' && SCALES.has(next)) ||
    (word === 'half' && next === 'a' && SCALES.has(afterNext)) ||
    (SCALES.has(word) && word !== 'grand')
  )
}

function joins(run: readonly Token[], word: string, next: string, afterNext: string): boolean {
  const last = run.at(-1)?.word ?? ''
  if (SCALES.has(word)) return true
  if (isDigits(word)) return false
  // A number in digits is complete except for its scale ("4.5 thousand") and its half.
  const digitsOnly = run.every((token) => isDigits(token.word))
  if (word === 'and')
    return (next === 'a' && afterNext === 'half') || (SCALES.has(last) && (SMALL.has(next) || isDigits(next)))
  if (word === 'a') return (last === 'and' && next === 'half') || (last === 'half' && SCALES.has(next))
  if (word === 'half') return last === 'a'
  if (word === 'point') return SMALL.has(last) && SMALL.has(next)
  // "one oh four"
  if (word === 'oh') return SMALL.has(last) && SMALL.has(next)
  if (last === 'oh') return SMALL.has(word)
  return SMALL.has(word) && !digitsOnly && !ORDINALS.includes(last) && word !== 'couple'
}

function clockTime(
  { text, from }: { text: string; from: number },
  part: string,
  side: string | undefined,
  hour: string,
): FoundNumber[] {
  const at = SMALL.get(hour.toLowerCase()) ?? Number(hour)
  if (part.toLowerCase() === 'quarter' && side === undefined) return []
  const minutes = part.toLowerCase() === 'half' ? '30' : side?.toLowerCase() === 'to' ? '45' : '15'
  const hours = side?.toLowerCase() === 'to' ? (at === 1 ? 12 : at - 1) : at
  return [{ text, from, to: from + text.length, readings: new Set([`${hours}${minutes}`]) }]
}

function readNumber(run: readonly Token[], source: string): FoundNumber {
  const [from, to] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0]
  const words = run.map(({ word }) => word)
  const point = words.indexOf('point')
  const readings = point > 0 ? decimal(words, point) : readWhole(words)
  return { text: source.slice(from, to), from, to, readings }
}

/** "ninety nine point nine five" is 99.95, "one point two million" 1,200,000. */
function decimal(words: readonly string[], point: number): Set<string> {
  const tail = words.slice(point + 1)
  const digits = tail
    .filter((word) => !SCALES.has(word))
    .map((word) => SMALL.get(word) ?? word)
    .join('')
  const scale = tail.reduce((product, word) => product * (SCALES.get(word) ?? 1), 1)
  return new Set([...readWhole(words.slice(0, point))].map((whole) => rounded(Number(`${whole}.${digits}`) * scale)))
}

function readWhole(words: readonly string[]): Set<string> {
  let whole = 0
  let part: number | null = null
  const spelled: string[] = []
  /** The value since the last thousand. */
  let behind: string[] = []
  for (const word of words) {
    const scale = SCALES.get(word)
    const value =
      scale === undefined
        ? (SMALL.get(word) ??
          (word === 'oh' ? 0 : word === 'half' ? 0.5 : isDigits(word) ? Number(plainNumber(word)) : null))
        : null
    if (value !== null) {
      const tens = Number(spelled.at(-1) ?? 0)
      const joined = tens >= 20 && tens < 100 && tens % 10 === 0 && value < 10 && word !== 'oh'
      if (joined) spelled[spelled.length - 1] = String(tens + value)
      else spelled.push(isDigits(word) ? plainNumber(word) : String(value))
      behind = [...behind.slice(0, joined ? -1 : undefined), spelled.at(-1) ?? '']
      part = (part ?? 0) + value
    } else if (scale === 100) {
      part = (part ?? 1) * 100
      behind = []
    } else if (scale !== undefined) {
      whole += (part ?? 1) * scale
      part = null
      behind = []
    }
  }
  const scaled = words.some((word) => SCALES.has(word) || word === 'half')
  const sum = rounded(whole + (part ?? 0))
  // "three and a half" may count thousands.
  if (scaled && part !== null && behind.length > 1 && !words.includes('half'))
    // "eighty-seven thousand seven fifty"
    return new Set([sum, rounded(whole + Number(behind.join('')))])
  if (scaled)
    return new Set(words.at(-1) === 'half' && words.includes('and') ? [sum, rounded(Number(sum) * 1000)] : [sum])
  const [first = '', second = ''] = spelled
  // Insiders call a price of 2,400 "two four", and one of 192,500 "one ninety-two five".
  const [front, last] = [Number(spelled.slice(0, -1).join('')), Number(spelled.at(-1))]
  const thousands = spelled.length > 1 && front < 1000 && last < 10 ? [String((front * 10 + last) * 100)] : []
  // "six fifty" can be a price of 6.50, "six one" a version 6.1.
  const cents = spelled.length === 2 && second.length <= 2 ? [rounded(Number(`${first}.${second}`))] : []
  return new Set([spelled.join(''), ...thousands, ...cents])
}

/** "4,000" and "4000", "10:30" and "1030", "9.50" and "9.5", "5k" and "5000", "3rd" and "3" are the same. */
function plainNumber(digits: string): string {
  const factor = digits.endsWith('k')
    ? 1000
    : digits.endsWith('bn')
      ? 1_000_000_000
      : digits.endsWith('m')
        ? 1_000_000
        : 1
  const plain = digits.replace(/(?:[km]|bn|st|nd|rd|th)$/, '').replace(/[,:](?=\d)/g, '')
  return factor > 1 || /^\d+\.\d+$/.test(plain) ? rounded(Number(plain) * factor) : plain.replace(/^0+(?=\d)/, '')
}

function rounded(value: number): string {
  return String(Number(value.toFixed(6)))
}
