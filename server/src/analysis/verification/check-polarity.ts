import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { around, type Call, type Claim, type Fault } from './claim.ts'
import { isSaid, saidStems, withBeginnings } from './check-words.ts'
import { stancesIn, undeniedWords, type Stance } from './denials.ts'
import { contentStems, getWords } from '../language/english.ts'
import { nameWords } from '../language/call-names.ts'
import { quantitiesIn } from '../language/quantities.ts'
import { isNamed } from './bindings.ts'
import { sameValue } from './same-quantity.ts'

/** Minimum share of what one side denies that the other has to affirm. Tuned on server/eval/calls. */
const MOST = 0.6
/** A clause of the lines that shares this many words with a clause of the claim has the same subject. */
const SAME = 2
/** Shorter clauses are found in almost any sentence. */
const FEWEST_WORDS = 3
const MOST_AS_SAID = 0.85
const LEFT_OUT =
  /\b(?:without|blank\w*|separate(?:ly)?|extra|scrub\w*|exclud\w+|remov\w+|(?:take|taking|took|taken|leave|leaving|left|strip\w*) (?:\S+ ){0,5}(?:out|off))\b/i
/** A task to ask says nothing about the answer. */
const TO_FIND_OUT = /^(.*\b(?:ask|asks|find out|check|checks|clarify|look into)\b.*?) (?:whether|if)\b.*$/is
/** "If it's stood on, it isn't a fault": the condition is part of the denial. */
const CONDITION = /^(?:(?:and|but|so) )*(?:if|when|unless)\b/i
/** "I don't want both the same night" denies only that it is both. */
const QUANTIFIER = /\b(?:both|all|every\w*|always|same|each)\b/i
/** An answer that denies everything that was asked. */
const NO = /^(?:(?:oh|uh|um|well|yeah|ah),? )?(?:no|nope)(?:[.!](?:\s|$)|,? thank)/i

/** Checks that a claim affirms nothing that its lines deny, and denies nothing that they affirm. */
export function checkPolarity(claim: Claim, call: Call): Fault | null {
  const names = call.speakerStems
  const own = stancesIn(claim.text.replace(TO_FIND_OUT, '$1'))
  const near = around(call, claim, 0, 1).flatMap((line) => getStances(call.places.get(line) ?? -1, call))
  const said = claim.places.flatMap((place) => getStances(place, call))
  const wordsIn = (clause: string) => contentStems(clause).filter((word) => !names.has(word))
  const contrary =
    own.find(
      (stance) =>
        stance.negations > 0 &&
        !isDeniedByThem(stance, claim) &&
        !isLeftOutToo(stance, around(call, claim, 0, 1)) &&
        (isAffirmed(stance, near, wordsIn) || isAffirmedAsOne(stance, said, wordsIn) || isPutIn(stance, said)),
    ) ??
    said.find((stance) => isClaimed(stance, own, said, names)) ??
    leftOut(stancesIn(claim.text), said, claim.text)
  return contrary === undefined ? null : { reason: 'negation', detail: contrary.clause }
}

/** "Without hardware", for lines in which something is left out, comes apart or is removed. */
function isLeftOutToo({ clause, whole }: Stance, lines: readonly Segment[]): boolean {
  return !whole && /\bwithout\b/i.test(clause) && lines.some(({ text }) => LEFT_OUT.test(text))
}

/** A person whom the claim names denies something of it in their own lines, in other words. */
function isDeniedByThem({ clause, denied }: Stance, { text, lines }: Claim): boolean {
  const named = nameWords(text)
  const values = quantitiesIn(clause)
  return lines
    .filter(({ speaker }) => speaker !== null && named.some((name) => isNamed(name, speaker)))
    .flatMap(({ text: line }) => line.split(/(?<=[.?!])\s/))
    .filter((sentence) => stancesIn(sentence).some(({ negations }) => negations > 0))
    .some(
      (sentence) =>
        denied.filter((word) => isSaid(word, saidStems([sentence]))).length >= SAME ||
        quantitiesIn(sentence).some((said) => values.some((value) => sameValue(value, said))),
    )
}

/** A line's statements; none if it was answered with "no". */
function getStances(place: number, call: Call): Stance[] {
  const [line, next] = [call.segments[place], call.segments[place + 1]]
  if (line === undefined) return []
  const answered = next !== undefined && next.speaker !== line.speaker && NO.test(next.text)
  const stances = stancesIn(line.text)
  return stances.map((stance, i) =>
    answered || (CONDITION.test(stance.clause) && (stances[i + 1]?.negations ?? 0) > 0)
      ? { ...stance, otherwise: true }
      : stance,
  )
}

/** Affirms, in any clause, what the claim denies. */
function isAffirmed(
  { denied, otherwise, clause, whole }: Stance,
  near: readonly Stance[],
  wordsIn: (clause: string) => string[],
): boolean {
  const affirmed = saidStems(
    near.filter((stance) => stance.negations === 0 && (otherwise || !stance.otherwise)).map((stance) => stance.clause),
  )
  const against = saidStems(
    near.filter((stance) => stance.negations > 0 || (!otherwise && stance.otherwise)).map((stance) => stance.clause),
  )
  const isFound = (word: string) => isSaid(word, affirmed) || isSaid(word, against)
  const found = (whole && !denied.some(isFound) ? wordsIn(clause) : denied).filter(isFound)
  const contrary = found.filter((word) => !isSaid(word, against))
  return found[0] !== undefined && contrary.includes(found[0]) && contrary.length >= MOST * found.length
}

/** All clauses of the lines that match most of a clause of the claim lack its "not". */
function isAffirmedAsOne(
  { clause, denied, otherwise, whole }: Stance,
  said: readonly Stance[],
  wordsIn: (clause: string) => string[],
): boolean {
  const [first = ''] = denied
  if (!whole) return false
  const words = new Set(
    denied.length >= SAME ? denied.filter((word) => wordsIn(clause).includes(word)) : wordsIn(clause),
  )
  const shared = said.map((stance) => {
    const stems = saidStems([stance.clause])
    return isSaid(first, stems) ? [...words].filter((word) => isSaid(word, stems)).length : 0
  })
  const most = Math.max(0, ...shared)
  return (
    most >= SAME &&
    said.every((stance, i) => (shared[i] ?? 0) < most || (stance.negations === 0 && (otherwise || !stance.otherwise)))
  )
}

/** The lines deny, and never affirm, what the claim affirms. */
function isClaimed(
  { denied: words, whole, clause, subject }: Stance,
  own: readonly Stance[],
  said: readonly Stance[],
  names: ReadonlySet<string>,
): boolean {
  // "We can build it without the number" doesn't deny that there will be one.
  if (!whole && /\bwithout\b/i.test(clause)) return false
  const [quantifier] = QUANTIFIER.exec(clause) ?? []
  if (quantifier !== undefined && !own.some((stance) => new RegExp(`\\b${quantifier}\\b`, 'i').test(stance.clause)))
    return false
  const denied = (whole && words.length === 0 ? contentStems(clause) : words).filter((word) => !names.has(word))
  const firstNo = own.findIndex(({ negations }) => negations > 0)
  const claimed = withBeginnings(
    own.filter(({ otherwise }, i) => !otherwise && (firstNo < 0 || i < firstNo)).flatMap(({ affirmed }) => affirmed),
  )
  const elsewhere = withBeginnings(said.flatMap(({ affirmed }) => affirmed))
  const [first] = denied
  // "The twenty-ninth doesn't work" says nothing about the electrician's work.
  const isOther = subject.length > 0 && !subject.some((word) => isSaid(word, claimed) || names.has(word))
  return (
    first !== undefined &&
    !isOther &&
    isSaid(first, claimed) &&
    !isSaid(first, elsewhere) &&
    denied.filter((word) => isSaid(word, claimed)).length >= MOST * denied.length
  )
}

/** A clause of the lines, verbatim except for an added "not". */
function isPutIn({ clause }: Stance, said: readonly Stance[]): boolean {
  const words = undeniedWords(clause)
  const repeats = (other: Stance) => {
    const spoken = new Set(undeniedWords(other.clause))
    return words.filter((word) => spoken.has(word)).length >= MOST_AS_SAID * words.length
  }
  const same = said.filter(repeats)
  return words.length >= FEWEST_WORDS && same.length > 0 && same.every(({ negations }) => negations === 0)
}

/** The claim repeats a clause of its lines verbatim, except for its "not". */
function leftOut(own: readonly Stance[], said: readonly Stance[], text: string): Stance | undefined {
  const words = new Set(getWords(text))
  const repeated = said.filter(({ clause, negations }) => {
    const asked = undeniedWords(clause)
    return (
      negations > 0 &&
      asked.length >= FEWEST_WORDS &&
      asked.filter((word) => words.has(word)).length >= MOST_AS_SAID * asked.length
    )
  })
  const count = (stances: readonly Stance[]) => stances.reduce((sum, { negations }) => sum + negations, 0)
  return count(own) < count(repeated) ? repeated[0] : undefined
}
