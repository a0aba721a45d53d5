import { nameWords } from './call-names.ts'
import type { Call } from './claim.ts'
import { clausesOf, type Clause } from './clauses.ts'

/** Words by which somebody promises something, is asked for it, or is given it. */
export interface Binding {
  who: string
  /** The clause, and the rest of its sentence as far as nobody else comes into it. */
  texts: string[]
}

const I_OR_WE = /\b(?:i|we)\b|\blet(?:['’]s| me| us)\b|\b(?:leave|give|with|on|for) (?:it |that )?(?:me|us)\b(?! [a-z]+ing)/i
/** "You" as who does it, not as who is given something. */
const YOU_DO = /(?:\b(?:can|could|will|would|should|if|and|then|that|so|please|but|when|don't|maybe|perhaps|or)\s+|^)you(?:['’]ll|['’]re|\s+(?!know|see|said|say|mean|get|have|are|were|asked|want|need|like)\p{L}+)|\byou (?:need|have) to\b|\bplease\b|\bwould you mind\b/iu
const DO_IT = /^(?:and |then |so |please |just |okay |now )*(?:send|write|get|put|ask|check|show|tell|give|take|bring|call|make|start|keep|find|talk|set|look|copy|include|do|add)\b/i

/** Who is bound to do something by a line. */
export function bindingsIn(place: number, call: Call): Binding[] {
  const line = call.segments[place]
  if (line === undefined) return []
  const clauses = clausesOf(line.text)
  const others = call.speakers.filter((speaker) => speaker !== line.speaker)
  const called = others.filter((speaker) => isCalled(line.text, firstName(speaker)))
  const heard = [1, 2, -1, -2].map((by) => call.segments[place + by]?.speaker ?? null).find((speaker) => speaker !== null && speaker !== line.speaker)
  const addressed = called.length > 0 || typeof heard !== 'string' ? called : [heard]
  return clauses.flatMap((clause, i) => {
    const texts = sentenceFrom(clauses, i, line.text, others)
    const given = others.filter((speaker) => isGiven(clause.text, firstName(speaker)))
    const asked = YOU_DO.test(clause.text) || (beginsSentence(line.text, clause) && DO_IT.test(clause.text)) ? addressed : []
    const own = line.speaker !== null && I_OR_WE.test(clause.text) && given.length === 0 ? [line.speaker] : []
    return [...new Set([...own, ...given, ...asked])].map((who) => ({ who, texts }))
  })
}

/** Whether a speaker is who is named: by the whole name or a part of it. */
export function isNamed(name: string, speaker: string): boolean {
  const words = new Set(nameWords(speaker))
  const given = nameWords(name)
  return given.length > 0 && given.every((word) => words.has(word))
}

/** A clause with those after it in its sentence, up to one in which somebody else does something. */
function sentenceFrom(clauses: readonly Clause[], at: number, text: string, others: readonly string[]): string[] {
  const texts = [clauses[at]?.text ?? '']
  for (let i = at + 1; i < clauses.length; i++) {
    const [clause, before] = [clauses[i], clauses[i - 1]]
    if (clause === undefined || before === undefined || /[.?!]/.test(text.slice(before.to, clause.from))) break
    if (/^(?:and |but |so |then |because )?(?:i|we|you|they|he|she)\b/i.test(clause.text) || others.some((speaker) => isGiven(clause.text, firstName(speaker)))) break
    texts.push(clause.text)
  }
  return texts
}

function beginsSentence(text: string, { from }: Clause): boolean {
  return /(?:^|[.?!]\s*|\p{Lu}\p{L}+,\s*)$/u.test(text.slice(0, from))
}

/** Spoken to by name: "Paulo, please write", "Could you, Denise?". */
function isCalled(text: string, name: string): boolean {
  return nameAt(String.raw`(?:^|[.?!,]\s+|\b(?:and|so|okay|then|now|hey|thanks) )NAME,|,\s*NAME[.?!]|NAME,? (?:could|can|would|will|please|you)\b`, name).test(text)
}

/** Named as who does it: "Jess will write", "Gwen's doing it", "ask Sunita to", "let Tomasz do". */
function isGiven(text: string, name: string): boolean {
  return nameAt(String.raw`(?:^(?:(?:and|so|then|but|okay) )?|\b(?:ask|get|have|let|lets|make|tell|want|need) )NAME\b(?!,)|NAME(?:['’](?:s|ll)| (?:will|can|could|is|does|has|would|should|to|gets|sends|shows))\b`, name).test(text) && !nameAt(String.raw`\b(?:to|for|with|from|of|by|at|and) NAME(?! (?:will|can|is|does|has|to)|['’])`, name).test(text)
}

function nameAt(pattern: string, name: string): RegExp {
  return new RegExp(pattern.replaceAll('NAME', `\\b${name.replace(/[^\p{L}\p{N} ]/gu, '.')}`), 'iu')
}

function firstName(speaker: string): string {
  return speaker.split(/\s+/)[0] ?? speaker
}
