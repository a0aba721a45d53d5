import { memoize } from './memoize.ts'

/** Words that carry grammar or small talk, not content. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across actually after again ago all almost already also although always am among an and another any anybody
  anyone anything are as at away be because been before being below between both but by can cannot could did do does doing done
  down during each either else enough er even ever every everybody everyone everything for from further get gets getting give
  given gives go goes going gone gonna got had has have having he her here hers herself hey hi him himself his how however i if in
  indeed instead into is it its itself just kind know knows let like lot lots made make makes making many may maybe me mean means
  might mine more most much must my myself need needs neither never no nobody none nor not nothing now of off often oh ok okay on
  once one ones only onto or other others otherwise ought our ours out over own per perhaps please pretty probably put quite
  rather really right said same say says see seem seems shall she should since so some somebody someone something sometimes soon
  sort still such sure take takes taking tell tells than thank thanks that the their theirs them themselves then there therefore
  these they thing things think this those though through thus to together told too toward towards two under unless until up upon
  us very wanna want wanted wants was way we well went were what whatever when where whether which while who whole whom whose why
  will with within without would yeah yes yet you your yours yourself um uh uhm erm hmm hm mm mhm ah eh cause cos gotta bit
  come comes came spoke spoken speak speaks met meet meets talked talks discussed discuss discusses explained explains mentioned mentions asked ask asks speaker speakers call agreed promised offered decided whatever goes`.split(
    /\s+/,
  ),
)
/** Only English has these among its commonest words. */
const ENGLISH = new Set(
  'the and of to you that is it for with will we have this they are was be not what your can from would which their'.split(
    ' ',
  ),
)
const LEAST_ENGLISH = 0.12
/** Characters; enough to detect a language, so the rest is skipped. */
const SAMPLE_WORDS = 3000
/** With fewer words the language can't be detected. */
const FEWEST_WORDS = 25
const WORD = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu

/** Lower-case words of a text in order, apostrophes and hyphens kept inside. */
export function getWords(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(WORD) ?? []
}

/** True when the commonest words are English; with too few words, when the letters are. */
export function looksEnglish(texts: readonly string[]): boolean {
  const words: string[] = []
  for (const text of texts) {
    if (words.length > SAMPLE_WORDS) break
    words.push(...getWords(text))
  }
  if (words.length < FEWEST_WORDS)
    return words.every((word) => /^[a-z0-9'-]+$/.test(word)) || words.some((word) => ENGLISH.has(word))
  return (
    words.filter((word) => ENGLISH.has(word) || /'(?:ll|re|ve|t)$/.test(word)).length >= LEAST_ENGLISH * words.length
  )
}

/**
 * Content words of an English text in order, by their stems: "reports" matches "report", "sign-on" matches "sign on".
 */
export function contentStems(text: string): string[] {
  return getWords(text)
    .flatMap((word) => word.split('-'))
    .filter(isContent)
    .map(stem)
}

function isContent(word: string): boolean {
  const base = word.replace(/'(?:s|d|ll|re|ve|m|t)$/, '')
  return base.length > 1 && !STOP_WORDS.has(base) && !word.endsWith("n't")
}

/** A light stemmer: removes only endings of number, tense and word class. */
export const stem = memoize((word: string): string => {
  let base = word.replace(/'(?:s|d|ll|re|ve|m|t)?$/, '')
  if (base.length > 3)
    base = base
      .replace(/ies$/, 'y')
      .replace(/([sxz]|ch|sh)es$/, '$1')
      .replace(/([^su])s$/, '$1')
  if (base.length > 5) base = base.replace(/(?:ations?|ings?|edly|ed|ment|ly)$/, '').replace(/([bdgmnprt])\1$/, '$1')
  return base.length > 3 ? base.replace(/[ey]$/, '') : base
})
