import { bindingsIn, isNamed } from './bindings.ts'
import { nameWords } from './call-names.ts'
import { isSaid, saidStems } from './check-words.ts'
import { around, type Call, type Claim, type Fault } from './claim.ts'
import { contentStems } from './english.ts'
import { promisesOf, type NamedPromise } from './promises.ts'

/** Somebody else's promise in the claim's lines may share so many more words with the task than the owner's. Chosen on server/eval/calls. */
const MARGIN = 0
/** One right beside the lines shows whose task it is when the owner's own words share none with it. */
const CLEARLY = 2

/** Who is said to do something promised it in the claim's lines, was asked to there, or was given it by who speaks there. */
export function checkOwner(claim: Claim, call: Call): Fault | null {
  const wrong = promisesOf(claim, call).find((promise) => !isOwner(promise, claim, call))
  return wrong === undefined ? null : { reason: 'owner', detail: wrong.owner }
}

function isOwner({ owner, task }: NamedPromise, claim: Claim, call: Call): boolean {
  const own = call.speakers.filter((speaker) => isNamed(owner, speaker))
  if (own.length === 0) return around(call, claim, 1).some(({ text }) => ` ${nameWords(text).join(' ')} `.includes(` ${owner} `))
  const words = new Set(contentStems(task))
  const fits = (places: readonly number[]) => {
    const best = new Map<string, number>()
    for (const { who, texts } of places.flatMap((place) => bindingsIn(place, call))) best.set(who, Math.max(best.get(who) ?? 0, shared(words, texts)))
    return best
  }
  const bound = fits(claim.places)
  const best = Math.max(-1, ...own.map((speaker) => bound.get(speaker) ?? -1))
  const besides = (found: ReadonlyMap<string, number>) => Math.max(-1, ...call.speakers.filter((speaker) => !own.includes(speaker)).map((speaker) => found.get(speaker) ?? -1))
  if (best < 0 || besides(bound) - best > MARGIN) return false
  return best > 0 || besides(fits(around(call, claim, 1).map((line) => call.places.get(line) ?? -1))) < CLEARLY
}

function shared(task: ReadonlySet<string>, texts: readonly string[]): number {
  const said = saidStems(texts)
  return [...task].filter((word) => isSaid(word, said)).length
}
