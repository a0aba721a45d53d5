import { nameWords } from '../language/call-names.ts'
import type { Call } from './claim.ts'
import { getClauses, type Clause } from '../language/clauses.ts'

/** Words by which a speaker promises a task, is asked to do it, or is assigned it. */
export interface Binding {
  who: string
  /** The clause, and the rest of its sentence up to the mention of another person. */
  texts: string[]
  /** Words that "it" may refer to: the preceding ones. */
  before: string[]
  /** Less than 1 if the addressee was guessed from the next speaker. */
  weight: number
}

const I_OR_WE =
  /\b(?:i|we)\b|\blet(?:['’]s| me| us)\b|\b(?:leave|give|with|on|for) (?:it |that )?(?:me|us)\b(?! [a-z]+ing)|^(?:(?:so|and|then) )*(?:from )?me\b/i
/** "I'll have Declan take it out" binds the speaker too. */
const I_HAVE_THEM = /\b(?:i|we)(?:['’]ll| will| can|['’]m going to) (?:have|get|ask|make|tell|let|check with) /i
/** Wants and opinions are not promises; a want is a request. */
const I_WANT =
  /\b(?:i|we)(?:['’](?:d|ll)| would| will)? (?:(?:really|just|only|also) )*(?:want|like|need|rather|love|prefer|expect|think|hope|mean|thought|wanted|know)\b/i
/** "You'll have it on Monday" is the speaker's promise. */
const YOU_GET =
  /\byou(?:['’]ll| will| can| would)? (?:also )?(?:have|get)\b|\b(?:be|it's|that's) with you\b|\bcoming (?:to you|your way)\b/i
/** "You have a look" and "you have Declan take it out" ask the addressee. */
const YOU_SEE_TO = /\b[Yy]ou(?:['’]ll| will)? (?:have|get) (?:a (?:look|think|word|read)\b|\p{Lu}\p{Ll}+ \p{Ll})/u
/** "You" as the subject, not as the recipient. */
const YOU_DO =
  /(?:\b(?:can|could|will|would|should|if|and|then|that|so|please|but|when|don't|maybe|perhaps|or)\s+|^)you(?:['’]ll|['’]re|\s+(?!know|see|said|say|mean|get|have|had|are|were|did|want|need|like|wrote|sent|gave|told|made|took|got|went|came|\p{L}+ed\b)\p{L}+)|\byou (?:need|have) to\b|\bif you (?:did|could|would)\b|^(?:(?:so|and|then) )*from you\b|\bplease\b|\bwould you mind\b|\bcan I (?:have|get)\b/iu
const IF_YOU = /^if you (?:did|could|would)\b/i
const DO_IT =
  /^(?:and |then |so |please |just |okay |now )*(?:send|write|get|put|ask|check|show|tell|give|take|bring|call|make|start|keep|find|talk|set|look|copy|include|do|add)\b/i
/** Accepts what was said before. */
const ACCEPTS =
  /^(?:(?:ah|oh|um|uh|well|ha|right)[,.]? )*(?:yes|(?:it['’]s |that['’]s )?eas(?:y|ily) (?:done|enough)|yeah|yep|sure|okay|ok|of course|absolutely|will do|can do|agreed|no problem|done|deal|fine|you can|i can|i could|i will|i'll|we can|perfect|good|alright|all right)\b/i
const LINES_BEFORE = 3
const GUESSED = 0.6

/** The speakers that a line commits to something. */
export function bindingsIn(place: number, call: Call): Binding[] {
  const line = call.segments[place]
  if (line === undefined) return []
  const { speaker } = line
  const clauses = getClauses(line.text)
  const others = call.speakers.filter((other) => other !== speaker)
  const called = others.filter((other) => isCalled(line.text, firstName(other)))
  const neighbour = [1, 2, -1, -2]
    .map((by) => call.segments[place + by]?.speaker ?? null)
    .find((other) => other !== null && other !== speaker)
  const addressed = called.length > 0 || typeof neighbour !== 'string' ? called : [neighbour]
  const before = call.segments.slice(Math.max(0, place - LINES_BEFORE), place).map(({ text }) => text)
  const bindings = clauses.flatMap(({ text }, i): Binding[] => {
    const given = others.filter((other) => isGiven(text, firstName(other)))
    const wanted = I_WANT.test(text)
    const asked =
      wanted ||
      YOU_DO.test(text) ||
      YOU_SEE_TO.test(text) ||
      (beginsSentence(line.text, clauses[i]) && DO_IT.test(text))
        ? addressed
        : []
    const own =
      speaker !== null &&
      (given.length === 0 || I_HAVE_THEM.test(text)) &&
      ((I_OR_WE.test(text) && !wanted) || (YOU_GET.test(text) && !YOU_SEE_TO.test(text))) &&
      // "I would, if you did me the quote" asks.
      !IF_YOU.test(clauses[i + 1]?.text ?? '')
        ? [speaker]
        : []
    return [...new Set([...own, ...given, ...asked])].map((who) => ({
      who,
      texts: sentenceFrom(clauses, i, line.text, others),
      before,
      weight: own.includes(who) || given.includes(who) || called.includes(who) ? 1 : GUESSED,
    }))
  })
  const previous = call.segments[place - 1]
  const accepts = speaker !== null && previous !== undefined && previous.speaker !== speaker && ACCEPTS.test(line.text)
  return accepts ? [...bindings, { who: speaker, texts: [], before: [previous.text], weight: 1 }] : bindings
}

/** Whether a line passes the speaker's own task to another person: "Ilze, can you do that?" */
export function handsOver(place: number, call: Call): boolean {
  const line = call.segments[place]
  return (
    line !== undefined &&
    YOU_DO.test(line.text) &&
    call.speakers.some((other) => other !== line.speaker && isCalled(line.text, firstName(other)))
  )
}

/** Whether a name means a speaker: the whole name or a part of it. */
export function isNamed(name: string, speaker: string): boolean {
  const words = new Set(nameWords(speaker))
  const given = nameWords(name)
  return given.length > 0 && given.every((word) => words.has(word))
}

/** A clause with those after it in its sentence, up to one with another subject. */
function sentenceFrom(clauses: readonly Clause[], at: number, text: string, others: readonly string[]): string[] {
  const texts = [clauses[at]?.text ?? '']
  for (let i = at + 1; i < clauses.length; i++) {
    const [clause, before] = [clauses[i], clauses[i - 1]]
    if (clause === undefined || before === undefined || /[.?!]/.test(text.slice(before.to, clause.from))) break
    if (
      /^(?:and |but |so |then |because )?(?:i|we|you|they|he|she)\b/i.test(clause.text) ||
      YOU_DO.test(clause.text) ||
      others.some((other) => isGiven(clause.text, firstName(other)))
    )
      break
    texts.push(clause.text)
  }
  return texts
}

function beginsSentence(text: string, clause: Clause | undefined): boolean {
  return /(?:^|[.?!]\s*|\p{Lu}\p{L}+,\s*)$/u.test(text.slice(0, clause?.from ?? 0))
}

/** Addressed by name: "Paulo, please write", "Could you, Denise?". */
function isCalled(text: string, name: string): boolean {
  return (
    isMentioned(text, name) &&
    nameAt(
      String.raw`(?:^|[.?!,]\s+|\b(?:and|so|okay|then|now|hey|thanks) )NAME,|,\s*NAME[.?!]|NAME,? (?:could|can|would|will|please|you)\b`,
      name,
    ).test(text)
  )
}

/** Named as the person who does it: "Jess will write", "Gwen's doing it", "ask Sunita to", "let Tomasz do". */
function isGiven(text: string, name: string): boolean {
  return (
    isMentioned(text, name) &&
    nameAt(
      String.raw`(?:^(?:(?:and|so|then|but|okay) )?|\b(?:ask|get|have|let|lets|make|tell|want|need) )NAME\b(?!,)|NAME(?:['’](?:s|ll)| (?:will|can|could|is|does|has|would|should|to|\p{L}{3,}s))\b`,
      name,
    ).test(text) &&
    !nameAt(
      String.raw`\b(?:to|for|with|from|of|by|at|and) NAME(?! (?:will|can|is|does|has|to|\p{L}{3,}s)\b|['’])`,
      name,
    ).test(text)
  )
}

/** Compiling a pattern for every speaker and clause takes seconds, and a clause names few speakers. */
function isMentioned(text: string, name: string): boolean {
  const [beginning = ''] = /^[\p{L}\p{N}]+/u.exec(name) ?? []
  return text.toLowerCase().includes(beginning.toLowerCase())
}

function nameAt(pattern: string, name: string): RegExp {
  return new RegExp(pattern.replaceAll('NAME', `\\b${name.replace(/[^\p{L}\p{N} ]/gu, '.')}`), 'iu')
}

function firstName(speaker: string): string {
  return speaker.split(/\s+/)[0] ?? speaker
}
