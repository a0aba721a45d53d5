const UNITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const ORDINALS = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth']
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = new Map([['hundred', 100], ['thousand', 1000], ['grand', 1000], ['million', 1_000_000], ['billion', 1_000_000_000]])
const SMALL = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, i) => [[word, (i + 2) * 10] as const, [word.replace(/y$/, 'ieth'), (i + 2) * 10] as const]),
  ['dozen', 12] as const,
])

/** A number in a text. */
export interface FoundNumber {
  text: string
  /** What it says: by the rules of number words, and read sign by sign ("ten thirty": 40, 1030). */
  readings: Set<string>
  /** The readings and their parts ("two hundred and five": 205, 200, 2, 5). */
  parts: Set<string>
}

const TOKEN = /\d(?:[\d.,:]*\d)?(?:[km](?!\p{L}))?|\p{L}+/giu
/** Words beside each other are one number; what is set apart is another. */
const GAP = /^[\s-]*$/

/** The numbers of an English text, in digits and in words. */
export function findNumbers(text: string): FoundNumber[] {
  const runs: string[][] = []
  let end = 0
  let open = false
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const token = found.toLowerCase()
    const last = runs.at(-1)
    const isNumber = /^\d/.test(token) || SMALL.has(token) || SCALES.has(token)
    const joins = isNumber || (token === 'and' && SCALES.has(last?.at(-1) ?? ''))
    const goesOn: boolean = open && !/^\d/.test(token) && GAP.test(text.slice(end, index))
    if (joins && goesOn) last?.push(token)
    else if (isNumber) runs.push([token])
    open = joins && (goesOn || isNumber)
    end = index + found.length
  }
  return runs.filter((run) => run.some((word) => !SCALES.has(word) && word !== 'and')).map(readNumber)
}

function readNumber(words: readonly string[]): FoundNumber {
  const parts = new Set<string>()
  let whole = 0
  let part = 0
  const spelled: string[] = []
  for (const word of words) {
    const scale = SCALES.get(word)
    const value = scale === undefined ? (SMALL.get(word) ?? plainNumber(word)) : null
    if (value !== null) {
      parts.add(String(value))
      const tens = Number(spelled.at(-1) ?? 0)
      if (tens >= 20 && tens < 100 && tens % 10 === 0 && Number(value) < 10) spelled[spelled.length - 1] = String(tens + Number(value))
      else spelled.push(String(value))
      part += Number(value)
    } else if (scale === 100) part = (part || 1) * 100
    else if (scale !== undefined) {
      whole += (part || 1) * scale
      part = 0
    }
    parts.add(String(part)).add(String(whole + part))
  }
  const readings = new Set([String(whole + part), ...(words.some((word) => SCALES.has(word)) ? [] : [spelled.join('')])])
  return { text: words.join(' '), readings, parts: parts.union(readings) }
}

/** "4,000" and "4000", "10:30" and "1030", "9.50" and "9.5", "5k" and "5000" are the same. */
function plainNumber(digits: string): string {
  const factor = digits.endsWith('k') ? 1000 : digits.endsWith('m') ? 1_000_000 : 1
  const plain = digits.replace(/[,:](?=\d)|[km]$/g, '')
  return factor > 1 || /^\d+\.\d+$/.test(plain) ? String(Number(plain) * factor) : plain
}
