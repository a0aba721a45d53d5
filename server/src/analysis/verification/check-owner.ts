import { bindingsIn, handsOver, isNamed, type Binding } from './bindings.ts'
import { nameWords } from '../language/call-names.ts'
import { isSaid, saidStems } from './check-words.ts'
import { around, isStep, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn } from '../language/days.ts'
import { contentStems, getWords, stem } from '../language/english.ts'
import { getPromises, type NamedPromise } from './promises.ts'

/**
 * Weight of words that "it" may refer to, relative to spoken ones. Tuned, like the others, on server/eval: calls and
 * sales/chosen-on.
 */
const MEANT = 0.25
/** How much better, in words, another person's promise in the claim's lines may fit the task than the owner's. */
const MARGIN = 0.25
/** A promise right next to the lines shows the owner when the owner's own words share none with the task. */
const CLEARLY = 2

/**
 * Checks that the owner promised the task in the claim's lines, was asked to do it there, or was assigned it by a
 * speaker there.
 */
export function checkOwner(claim: Claim, call: Call): Fault | null {
  const wrong = getPromises(claim, call).find((promise) => !isOwner(promise, claim, call))
  return wrong === undefined ? null : { reason: 'owner', detail: wrong.name }
}

function isOwner({ owner, task }: NamedPromise, claim: Claim, call: Call): boolean {
  if (!call.speakers.some((speaker) => isNamed(owner, speaker)))
    // A company that met acts by its people, who say "we".
    return (
      (!isStep(claim) && owner.split(' ').every((word) => call.parties.has(word))) ||
      around(call, claim, 1).some(({ text }) => ` ${nameWords(text).join(' ')} `.includes(` ${owner} `))
    )
  const isQuoted = contentStems(withoutDays(task)).length === 0
  const words = new Set(isQuoted ? [] : contentStems(task)).difference(call.speakerStems)
  const bound = fits(claim.places, words, call)
  // Few people are bound by some lines, but a call may have hundreds of speakers.
  const getBest = (found: ReadonlyMap<string, number>, isOwn: boolean) =>
    Math.max(
      -1,
      ...[...found]
        .filter(([who]) => isNamed(owner, who) === isOwn && call.speakers.includes(who))
        .map(([, fitting]) => fitting),
    )
  const besides = (found: ReadonlyMap<string, number>) => getBest(found, false)
  const best = getBest(bound, true)
  if (best > 0 && isOnlyTheirs(owner, getVerb(task, owner), claim, call)) return true
  if (best < 0 || besides(bound) - best > MARGIN) return false
  return (
    best > 0 ||
    besides(
      fits(
        around(call, claim, 1).map((line) => call.places.get(line) ?? -1),
        words,
        call,
      ),
    ) < CLEARLY
  )
}

/** A task begins with its verb, or with its owner's name before it. */
function getVerb(task: string, owner: string): string | undefined {
  const names = new Set(owner.split(' '))
  return getWords(task).find((word) => !names.has(word))
}

/** Whether the task's verb is in words that bind the owner, and in none that bind another speaker. */
function isOnlyTheirs(owner: string, verb: string | undefined, { places }: Claim, call: Call): boolean {
  if (verb === undefined) return false
  const says = places
    .flatMap((place) => bindingsIn(place, call))
    .filter(({ texts, weight }) => weight === 1 && texts.flatMap(getWords).some((word) => stem(word) === stem(verb)))
  return says.length > 0 && says.every(({ who }) => isNamed(owner, who))
}

/** Next to a quoted promise only a day remains: many tasks share it, so it alone doesn't show the owner. */
function withoutDays(task: string): string {
  return daysIn(task, null).reduceRight((rest, { from, to }) => `${rest.slice(0, from)} ${rest.slice(to)}`, task)
}

/** How well each speaker's commitments in some lines fit a task, in words. */
function fits(places: readonly number[], task: ReadonlySet<string>, call: Call): Map<string, number> {
  const best = new Map<string, number>()
  for (const place of places) {
    // A task that a speaker hands over is no longer theirs.
    if (handsOver(place, call)) best.delete(call.segments[place]?.speaker ?? '')
    for (const binding of bindingsIn(place, call))
      best.set(binding.who, Math.max(best.get(binding.who) ?? 0, fit(task, binding)))
  }
  return best
}

function fit(task: ReadonlySet<string>, { texts, before, weight }: Binding): number {
  const [said, meant] = [saidStems(texts), saidStems(before)]
  return weight * [...task].reduce((sum, word) => sum + (isSaid(word, said) ? 1 : isSaid(word, meant) ? MEANT : 0), 0)
}
