import { oneOf } from './phrases.ts'
import { shortName } from './speakers.ts'

const OTHER_PRONOUN = /\b(?:we|us|our|ours|ourselves|you|your|yours|yourself|let's|(?:we|you)'\w+)\b/i
const ADVERB = `(?:${oneOf(`also, just, really, still, already, usually, always, never, often, actually, only, then, now, mostly,
  probably, definitely, certainly`)}\\s+)*`
const BEFORE_SUBJECT = oneOf('if, when, that, because, so, and, but, then, once, until, before, after, as, while')
const SUBJECT = new RegExp(String.raw`(^|,\s|\b${BEFORE_SUBJECT}\s)I('(?:m|ll|ve|d))?\s+(${ADVERB})([a-z']+)`, 'i')
const CONTRACTED: Readonly<Record<string, string>> = { "'m": ' is', "'ll": ' will', "'ve": ' has', "'d": ' would' }
const IRREGULAR: Readonly<Record<string, string>> = { am: 'is', have: 'has', do: 'does', "don't": "doesn't", "haven't": "hasn't", go: 'goes' }
const UNCHANGED = new Set(
  `will would can could should must may might had was did got went made took came gave saw found told sent set said thought knew met
  spoke wrote bought paid ran built kept left lost put read cut felt heard held won't can't couldn't wouldn't didn't wasn't hadn't
  shouldn't cannot`.split(/\s+/),
)
const PRESENT = new Set(
  `need want think look run use work see know like love hope expect believe understand suggest propose manage lead own handle
  spend sell buy plan prefer recommend agree mean feel start keep get take make give send talk speak live wonder remember care
  report worry require offer support build help ask promise commit write read call own cover`.split(/\s+/),
)

/**
 * Retells a first-person sentence about its speaker ("I will send it" → "Dana will send it").
 * @returns null where that is not safe: several people are meant, or the verb cannot be bent with certainty.
 */
export function thirdPerson(text: string, speaker: string): string | null {
  if ((text.match(/\bI\b/g) ?? []).length !== 1 || OTHER_PRONOUN.test(text) || text.endsWith('?')) return null
  const found = SUBJECT.exec(text)
  if (found === null) return null
  const [whole, before = '', contracted = '', adverbs = '', verb = ''] = found
  const bent = contracted === '' ? bend(verb, text) : verb
  if (bent === null) return null
  const head = `${before}${shortName(speaker)}${CONTRACTED[contracted.toLowerCase()] ?? ''} ${adverbs}${bent}`
  return about(text.slice(0, found.index) + head + text.slice(found.index + whole.length), 'their', 'them')
}

/** Puts what belongs to the speaker into the words given: "my" → `owner`, "me" → `person`. */
function about(text: string, owner: string, person: string): string {
  return text.replace(/\bmy\b/g, owner).replace(/\bMy\b/g, capitalised(owner)).replace(/\bmyself\b/g, person).replace(/\bme\b/g, person)
}

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function bend(verb: string, text: string): string | null {
  const plain = verb.toLowerCase()
  if (UNCHANGED.has(plain) || (plain.endsWith('ed') && !PRESENT.has(plain))) return verb
  const irregular = IRREGULAR[plain]
  if (irregular !== undefined) return irregular
  // A second verb after "and" would have to be bent too.
  const second = text.match(/\b(?:and|or)\s+([a-z]+)\b/i)?.[1]
  if (!PRESENT.has(plain) || (second !== undefined && PRESENT.has(second.toLowerCase()))) return null
  return plain.endsWith('y') && !/[aeo]y$/.test(plain) ? `${plain.slice(0, -1)}ies` : `${plain}s`
}
