import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { isNamed } from './bindings.ts'
import { isHedged } from './check-certainty.ts'
import { isSaid, saidStems } from './check-words.ts'
import { around, isStep, type Call, type Claim, type Fault } from './claim.ts'
import { stancesIn } from './denials.ts'
import { contentStems, getWords } from '../language/english.ts'
import { amountsIn, quantitiesIn, type Quantity } from '../language/quantities.ts'
import { sameValue } from './same-quantity.ts'

/** An answer with at most this many words is just the number: "Thirteen.", "No, six." */
const MOST_BARE_WORDS = 4
/** Lines after a claim's line in which it may be answered. */
const REACH = 2
const LONGEST_DETAIL = 80
/** Words of a denial that the claim must hold too. */
const FEWEST_DENIED = 2
/** "No, that's fine" is not a refusal. */
const NO =
  /^(?:(?:oh|uh|um|well|yeah|ah|lord|god),? )*(?:no(?: no)*|nope|still no)\b(?=[.,!]|$| (?:i|we|not|thank)\b)(?!,? (?:problem|worries|worry|rush|that['’]s|it['’]s|i (?:get|know|see|agree|understand|mean|appreciate)|of course|absolutely|sure|you|go)\b)/i
/** "On the bottom of a keg? No." */
const ASKED_NO = /^[^.?!]{1,60}\?\s+no[.,!]/i
/** The line of a claim that may be refused. */
const OFFERS = /\b(?:(?:I|we) (?:can|could|might|would)|shall (?:I|we)|(?:what|how) about|what if)\b/i
const TURNS_DOWN =
  /\b(?:(?:take|leave|cut) (?:that|it|this|those|them)(?: one)? (?:out|off|away)|(?:scratch|strike|forget) (?:that|it)(?=[.,!]|$)|forget i said|off it is|out it comes|i won['’]t do)/i
const DENIES = /\b(?:no|not|nope)\b|n['’]t\b/i
const AGREEMENT = /\b(?:agreed|agree|decided|settled|accepted|approved|confirmed)\b/i
/** Another speaker takes over a task. */
const TAKES_OVER =
  /\b(?:(?:just )?let me do (?:it|that|this)|no,? (?:no,? )?i['’]ll do (?:it|that|this)|(?:i['’]ll|i can|let me) take (?:it|that|this)(?: one)?(?: over)?|don['’]t you (?:be doing|do|worry about) (?:it|that)|it['’]s for us to)\b/i
const GIVES_AWAY = /\byou do (?:it|that|this|them)(?: then)?\b/i
const LAUGHS = /^(?:ha\b|haha|lol\b)|\b(?:kidding|joking|don['’]t tempt me|be serious|very funny)\b|\[laugh/i

/**
 * Looks at the replies to a claim's lines: corrections, refusals, laughter, or another speaker taking the task over.
 */
export function checkAnswers(claim: Claim, call: Call): Fault | null {
  for (const place of claim.places) {
    const stale = correctedNumber(claim, place, call)
    if (stale !== null) return { reason: 'number', detail: stale.text }
  }
  const best = bestLine(claim, call)
  const after = following(best, claim, call)
  if (isStep(claim) && isTakenOver(claim, best, after)) return { reason: 'owner', detail: claim.owner }
  const refusal = turnedDown(claim, best, after, call)
  if (refusal !== null) return { reason: 'taken_back', detail: refusal.text.slice(0, LONGEST_DETAIL) }
  const denial = deniedNext(claim, best, call)
  if (denial !== null) return { reason: 'negation', detail: denial.slice(0, LONGEST_DETAIL) }
  const [next] = after
  const laugh = isStep(claim) && next !== undefined && LAUGHS.test(next.text) ? next : undefined
  return laugh === undefined ? null : { reason: 'uncertain', detail: laugh.text.slice(0, LONGEST_DETAIL) }
}

/** The claim's line that holds most of it; of several, the first. */
function bestLine({ text, lines }: Claim, call: Call): Segment | undefined {
  const words = [...new Set(contentStems(text))].filter((word) => !call.speakerStems.has(word))
  const shares = lines.map((line) => {
    const said = saidStems([line.text])
    return words.filter((word) => isSaid(word, said)).length
  })
  return lines[shares.indexOf(Math.max(...shares))]
}

/** The claim's other lines after this one, and the next lines of the call, in order. */
function following(best: Segment | undefined, claim: Claim, call: Call): Segment[] {
  const from = best === undefined ? -1 : (call.places.get(best) ?? -1)
  if (from < 0) return []
  const near = Array.from({ length: REACH }, (_, i) => from + 1 + i)
  const places = new Set([...near, ...claim.places.filter((place) => place > from)])
  return [...places].toSorted((a, b) => a - b).flatMap((place) => call.segments[place] ?? [])
}

/** Finds a number of the claim that is only in this line and that the reply corrects. */
function correctedNumber(claim: Claim, place: number, call: Call): Quantity | null {
  const { speaker, text: line = '' } = call.segments[place] ?? {}
  const answer = call.segments.slice(place + 1, place + 1 + REACH).find((next) => next.speaker !== speaker)?.text ?? ''
  const put = amountsIn(answer)
  if (put.length !== 1 || answer.includes('?')) return null
  if (getWords(answer).length > MOST_BARE_WORDS && !DENIES.test(answer)) return null
  const own = amountsIn(claim.text)
  if (own.some((number) => put[0] !== undefined && sameValue(number, put[0]))) return null
  // "It's thirty-three now. And the target?" is answered with a different number.
  const asked = /[^.?!]*\?\s*$/.exec(line)?.index ?? line.length
  const said = amountsIn(line).filter(({ from }) => asked === 0 || (from < asked && asked === line.length))
  const others = around(call, claim, 0, REACH).filter((other) => other !== call.segments[place])
  const elsewhere = others.flatMap(({ text }) => quantitiesIn(text))
  return (
    own.find(
      (number) =>
        (put[0]?.unit === null || put[0]?.unit === number.unit) &&
        said.some((other) => sameValue(number, other)) &&
        !elsewhere.some((other) => sameValue(number, other)),
    ) ?? null
  )
}

/** Finds the refusal of a step or an agreement that isn't accepted later. */
function turnedDown(claim: Claim, best: Segment | undefined, after: readonly Segment[], call: Call): Segment | null {
  if (isNegative(claim)) return null
  const words = new Set(contentStems(claim.text)).difference(call.speakerStems)
  const place = best === undefined ? -1 : (call.places.get(best) ?? -1)
  const answer = call.segments.slice(place + 1, place + 1 + REACH).find(({ speaker }) => speaker !== best?.speaker)
  // "We don't decide before that." is confirmed by a "no".
  const isDenial = DENIES.test(
    best?.text
      .trim()
      .split(/(?<=[.?!]) /)
      .at(-1) ?? '',
  )
  const isRefusable = isStep(claim) || AGREEMENT.test(claim.text) || OFFERS.test(best?.text ?? '')
  const at = after.findIndex((line) => {
    return (
      (line === answer && !isDenial && isRefusable && (NO.test(line.text) || ASKED_NO.test(line.text))) ||
      TURNS_DOWN.test(line.text)
    )
  })
  const refusal = after[at]
  if (refusal === undefined) return null
  const later = saidStems(after.slice(at).map(({ text }) => text))
  const again = [...words].filter((word) => isSaid(word, later)).length
  return again * 2 >= words.size ? null : refusal
}

/** Whether a claim itself reports a refusal or a denial. */
function isNegative({ text }: Claim): boolean {
  return stancesIn(text).some(({ negations, otherwise }) => negations > 0 || otherwise)
}

/** The reply of another speaker that denies what the claim tells: "We're not pushing it to summer." */
function deniedNext(claim: Claim, best: Segment | undefined, call: Call): string | null {
  if (isHedged(claim.text) || isNegative(claim)) return null
  const place = best === undefined ? -1 : (call.places.get(best) ?? -1)
  const answer = call.segments[place + 1]
  if (best === undefined || answer === undefined || answer.speaker === best.speaker) return null
  const words = saidStems([claim.text])
  const contrary = stancesIn(answer.text).find(
    ({ negations, denied }) =>
      negations > 0 && denied.length >= FEWEST_DENIED && denied.every((word) => isSaid(word, words)),
  )
  return contrary?.clause ?? null
}

/** Whether another speaker takes over the owner's task: "Let me do that one." "Well, you do it then." */
function isTakenOver({ owner }: Claim, best: Segment | undefined, after: readonly Segment[]): boolean {
  if (owner === null || !isNamed(owner, best?.speaker ?? '')) return false
  return after.some(({ speaker, text }) =>
    isNamed(owner, speaker ?? '') ? GIVES_AWAY.test(text) : TAKES_OVER.test(text),
  )
}
