import { numbersIn } from './numbers.ts'
import { tokens } from './tokens.ts'

/** Function words. The measures have their own list, because one shared with the analyst would change with it. */
const GRAMMAR: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does done down each else
  for from had has have having he her here hers him his how i if in into is it its just let may me might mine more most must my
  no nor not of off on one only or other our ours out over own per shall she should so some such than that the their theirs them
  then there these they this those through to too until up us very was we were what when where which while who whom whose why
  will with would yes you your yours nd rd st th ll re ve`.split(/\s+/),
)

/**
 * The content words of a text, each once: stems without endings, numbers as digits ("a hundred and forty calls":
 * call, 140).
 */
export function contentWords(text: string): Set<string> {
  const numbers = numbersIn(text)
  const spelled = new Set(numbers.flatMap((number) => number.text.split(/[\s-]+/)))
  const words = tokens(text).filter((word) => !spelled.has(word) && !/^\d/.test(word))
  const stems = words
    .map((word) => word.replace(/'.*$/, ''))
    .filter((word) => word.length > 1 && !GRAMMAR.has(word))
    .map(stem)
  // "One" is a pronoun more often than a number.
  const values = numbers.map(({ readings }) => [...readings].at(-1) ?? '').filter((value) => value !== '1')
  return new Set([...stems, ...values])
}

/** The share of the given words found among others; 0 for no words. */
export function shareIn(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : words.intersection(others).size / words.size
}

/** Strips endings of number and tense. */
function stem(word: string): string {
  if (word.length < 4) return word
  const single = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
  const base = single.replace(/([a-z]{3,})(?:ing|ed)$/, '$1').replace(/([bdgmnprt])\1$/, '$1')
  return base.length > 3 ? base.replace(/e$/, '') : base
}
