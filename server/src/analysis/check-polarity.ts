import { around, type Call, type Claim, type Fault } from './claim.ts'
import { isSaid, saidStems } from './check-words.ts'
import { stancesIn, undeniedWords, type Stance } from './denials.ts'
import { contentStems, stem, wordsOf } from './english.ts'

/** Of what one side denies this share has to be affirmed by the other. Chosen on server/eval/calls. */
const MOST = 0.6
/** A clause with fewer words is found in almost any sentence. */
const FEWEST_WORDS = 3
const MOST_AS_SAID = 0.85

/** What a claim denies is not affirmed in its lines, and what is denied there the claim doesn't affirm. */
export function checkPolarity(claim: Claim, call: Call): Fault | null {
  const names = new Set([...call.speakerWords].map(stem))
  const withoutNames = (stance: Stance): Stance => ({ ...stance, denied: stance.denied.filter((word) => !names.has(word)) })
  const own = stancesIn(claim.text).map(withoutNames)
  const near = around(call, claim, 0, 1).flatMap(({ text }) => stancesIn(text))
  const said = claim.lines.flatMap(({ text }) => stancesIn(text)).map(withoutNames)
  const contrary = own.find((stance) => isDeniedAlone(stance, near, names)) ?? said.find((stance) => isAffirmedAgainst(stance, own, near)) ?? leftOut(own, said, claim.text)
  return contrary === undefined ? null : { reason: 'negation', detail: contrary.clause }
}

/** The claim denies what its lines affirm. */
function isDeniedAlone({ denied, otherwise, clause, negations }: Stance, near: readonly Stance[], names: ReadonlySet<string>): boolean {
  if (negations === 0) return false
  const affirmed = saidStems(near.filter((stance) => stance.negations === 0 && (otherwise || !stance.otherwise)).map(({ clause }) => clause))
  const against = saidStems(near.filter((stance) => stance.negations > 0 || (!otherwise && stance.otherwise)).map(({ clause }) => clause))
  const isFound = (word: string) => isSaid(word, affirmed) || isSaid(word, against)
  const all = contentStems(clause).filter((word) => !names.has(word))
  const found = (denied.some(isFound) ? denied : all).filter(isFound)
  const contrary = found.filter((word) => !isSaid(word, against))
  return found.length > 0 && contrary.length >= MOST * found.length
}

/** The lines deny, and nowhere affirm, what the claim affirms. */
function isAffirmedAgainst({ denied }: Stance, own: readonly Stance[], near: readonly Stance[]): boolean {
  const claimed = new Set(own.filter(({ otherwise }) => !otherwise).flatMap(({ affirmed }) => affirmed))
  const elsewhere = new Set(near.flatMap(({ affirmed }) => affirmed))
  const found = denied.filter((word) => claimed.has(word))
  return found.length > 0 && found.length >= MOST * denied.length && found.every((word) => !elsewhere.has(word))
}

/** The claim says a clause of its lines word for word, but for its "not". */
function leftOut(own: readonly Stance[], said: readonly Stance[], text: string): Stance | undefined {
  const words = new Set(wordsOf(text))
  const repeated = said.filter(({ clause, negations }) => {
    const asked = undeniedWords(clause)
    return negations > 0 && asked.length >= FEWEST_WORDS && asked.filter((word) => words.has(word)).length >= MOST_AS_SAID * asked.length
  })
  const count = (stances: readonly Stance[]) => stances.reduce((sum, { negations }) => sum + negations, 0)
  return count(own) < count(repeated) ? repeated[0] : undefined
}
