/** Words of numbers, in small letters without accents, by value. Hundred, thousand and more multiply what stands before them. */
const GERMAN = `null ein|eins|eine|einen|einem|einer|eines zwei|zwo drei vier funf|fuenf sechs sieben acht neun zehn elf zwolf|zwoelf
  dreizehn vierzehn funfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn`
const GERMAN_TENS = 'zwanzig dreissig vierzig funfzig|fuenfzig sechzig siebzig achtzig neunzig'
const FRENCH = `zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize`
const FRENCH_TENS = 'vingt|vingts trente quarante cinquante soixante septante huitante|octante nonante'
const SPANISH = `cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis
  diecisiete dieciocho diecinueve veinte veintiuno|veintiun|veintiuna veintidos veintitres veinticuatro veinticinco
  veintiseis veintisiete veintiocho veintinueve`
const SPANISH_TENS = '- treinta cuarenta cincuenta sesenta setenta ochenta noventa'
const SPANISH_HUNDREDS = `doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas
  seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas`

interface Language {
  values: ReadonlyMap<string, number>
  /** What stands between two words of one number. */
  and: string
  /** Whether numbers are written as one word. */
  joins: boolean
}

const valuesOf = (text: string, value: (place: number) => number): [string, number][] =>
  text.split(/\s+/).flatMap((words, place) => words.split('|').map((word): [string, number] => [word, value(place)]))
const tens = (place: number) => (place + 2) * 10
const scales = (hundred: string, thousand: string, million: string, milliard: string): [string, number][] => [
  ...valuesOf(hundred, () => 100),
  ...valuesOf(thousand, () => 1000),
  ...valuesOf(million, () => 1_000_000),
  ...valuesOf(milliard, () => 1_000_000_000),
]

const LANGUAGES: readonly Language[] = [
  {
    values: new Map([
      ...valuesOf(GERMAN, (value) => value),
      ...valuesOf(GERMAN_TENS, tens),
      ...scales('hundert', 'tausend', 'million|millionen', 'milliarde|milliarden'),
    ]),
    and: 'und',
    joins: true,
  },
  {
    values: new Map([
      ...valuesOf(FRENCH, (value) => value),
      ...valuesOf(FRENCH_TENS, tens),
      ...scales('cent|cents', 'mille', 'million|millions', 'milliard|milliards'),
    ]),
    and: 'et',
    joins: false,
  },
  {
    values: new Map([
      ...valuesOf(SPANISH, (value) => value),
      ...valuesOf(SPANISH_TENS, tens),
      ...valuesOf(SPANISH_HUNDREDS, (place) => (place + 2) * 100),
      ...scales('cien|ciento', 'mil', 'millon|millones', 'millardo|millardos'),
    ]),
    and: 'y',
    joins: false,
  },
]

const ACCENTS = /[\u0300-\u036F]/gu
/** Words, digits with what sets thousands apart, and whatever ends a number. */
const TOKENS = /\d{1,3}(?:[.'’\u00A0\u202F ]\d{3})+(?![\d.,])|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[^\s\p{L}\d-]/gu
const DIGITS = /^\d+$/
/** No number has a longer word; letters. */
const LONGEST = 100
const LONGEST_PART = Math.max(...LANGUAGES.flatMap(({ values }) => [...values.keys()].map(({ length }) => length)))

/**
 * What number words of German, French and Spanish say, in digits, whichever of these a text is in; digits before such a
 * word too ("20 mille"). A word for one that stands alone is an article.
 */
export function foreignNumbers(text: string): Set<string> {
  const plain = text.toLowerCase().normalize('NFD').replaceAll(ACCENTS, '').replaceAll('ß', 'ss')
  const tokens = (plain.match(TOKENS) ?? []).map((token) =>
    /^\d/.test(token) ? token.replaceAll(/\D(?=\d{3})/g, '') : token,
  )
  return new Set(LANGUAGES.flatMap((language) => runsOf(tokens, language).map(String)))
}

function runsOf(tokens: readonly string[], language: Language): number[] {
  const runs: number[][] = [[]]
  let hasWord = false
  const end = () => {
    if (!hasWord) runs.pop()
    runs.push([])
    hasWord = false
  }
  for (const token of tokens) {
    const parts = DIGITS.test(token) ? [Number(token)] : partsOf(token, language)
    if (parts.length === 0 && token !== language.and) end()
    hasWord ||= parts.length > 0 && !DIGITS.test(token)
    runs.at(-1)?.push(...parts)
  }
  end()
  return runs
    .filter(({ length }) => length > 0)
    .map(valueOf)
    .filter((value) => value !== 1)
}

/** The values of a word, which may be several of a number written as one. */
function partsOf(word: string, { values, and, joins }: Language): number[] {
  const value = values.get(word)
  if (value !== undefined) return [value]
  if (!joins || word.length > LONGEST) return []
  for (let length = Math.min(word.length - 1, LONGEST_PART); length > 1; length -= 1) {
    const first = values.get(word.slice(0, length))
    if (first === undefined) continue
    const rest = word.slice(length)
    const others = partsOf(rest, { values, and, joins })
    if (others.length > 0) return [first, ...others]
    if (!rest.startsWith(and)) continue
    const joined = partsOf(rest.slice(and.length), { values, and, joins })
    if (joined.length > 0) return [first, ...joined]
  }
  return []
}

function valueOf(parts: readonly number[]): number {
  let [total, open] = [0, 0]
  for (const part of parts) {
    if (part >= 1000) [total, open] = [total + Math.max(1, open) * part, 0]
    else if (part === 100) open = Math.max(1, open) * 100
    // "quatre-vingt"
    else if (part === 20 && open % 100 === 4) open += 76
    else open += part
  }
  return total + open
}
