import { stem, getWords } from '../language/english.ts'

/** Words that carry grammar or small talk, not content. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across actually after again ago all almost alright also although always am among an and another any anybody
  anyone anything anyway are around as at away back basically be because been before being below between both but by bye can
  cannot certainly could course did do does doing done down during each either else enough er even ever every everybody
  everyone everything exactly far few fine first for from further gave get gets getting give given gives go goes going gone gonna
  good goodbye got great guess guys had has have having he hello her here hers herself hey hi him himself his honestly how
  however i if in indeed instead into is it its itself just keep kind knew know knows last least less let like likely little
  long look looking looks lot lots made make makes making many may maybe me mean means might mine more most mostly much must my
  myself need needs neither never nice no nobody none nor not nothing now obviously of off often oh ok okay on once one ones
  only onto or other others otherwise ought our ours ourselves out over own per perhaps please pretty probably put quite
  rather real really right said same saw say saying says see seem seems seen shall she should simply since so some somebody
  someone something sometimes somewhat soon sorry sort still stuff such sure take taken takes taking talk talked talking
  tell than thank thanks that the their theirs them themselves then there therefore these they thing things think thinking
  this those though thought through thus to together told too took toward towards tried try trying two under unless until up
  upon us use used useful usually very wanna want wanted wants was way ways we welcome well went were what whatever when
  where whether which while who whole whom whose why will with within without wonder would yeah yep yes yet you your
  yours yourself yourselves um uh uhm erm hmm hm mm mhm ah eh huh cause cos point bit happen happens happened come comes coming came
  start started end whatever question questions people person time day today ask asked work works working able actually anymore
  mm-hm mm-hmm mmm mm-mm uh-huh uh-uh hm-mm cuz dunno wow kay nah oops anyways minutes minute kinda sorta gotta bye-bye`.split(
    /\s+/,
  ),
)

/**
 * In English speech more than half of the words carry grammar or small talk; in other languages few look like these.
 */
const LEAST_ENGLISH = 0.3

/** True for a text whose words are mostly English. */
export function isEnglish(text: string): boolean {
  const words = getWords(text)
  return words.filter((word) => STOP_WORDS.has(word)).length >= LEAST_ENGLISH * words.length
}

/** Content words of a text in order, reduced to a common stem so that "reports" matches "report". */
export function contentStems(text: string): string[] {
  return getWords(text).filter(isContent).map(stem)
}

/** True for a content word: not a stop word, not a single letter. */
function isContent(word: string): boolean {
  const base = word.replace(/'(s|d|ll|re|ve|m|t)$/, '')
  if (STOP_WORDS.has(base) || word.endsWith("n't")) return false
  return base.length > 2 || /\d/.test(base)
}

/** "Twenty", "thirty" and on, as a part of patterns that ignore case. */
export const TENS = '(?:twen|thir|for|fif|six|seven|eigh|nine)ty'
