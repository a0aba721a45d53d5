import type { Call, Claim } from './claim.ts'
import { nameWords } from './call-names.ts'

/** Who is said to do what. */
export interface NamedPromise {
  owner: string
  task: string
}

const MORE = String.raw`(?: \p{Lu}[\p{L}\p{M}-]*){0,2}`
const NAMES = String.raw`\p{L}[\p{L}\p{M}-]*${MORE}(?:(?:, \p{Lu}[\p{L}\p{M}-]*${MORE})*,? (?:and|&) \p{Lu}[\p{L}\p{M}-]*${MORE})?`
const QUOTED = /["“][^"”]*["”]/g
const LED = new RegExp(String.raw`^(${NAMES}):\s+(.*)$`, 'su')
const PLEDGE = String.raw`(?:will|shall|['’]ll|(?:is|are|was|were) going to|has to|have to|promise[sd]? to|agree[sd]? to|offer(?:s|ed)? to|committed to|commits to|undertakes to|undertook to|volunteer(?:s|ed) to|is to|are to)`
const PROMISED = new RegExp(String.raw`(?<![\p{L}\p{N}])(${NAMES})(?: (?:also|then|both|still|only))?(?: ?['’]ll| ${PLEDGE}) (.*?)(?=$|[.;!?](?:\s|$)|,? (?:and|while|but) \p{Lu}[\p{L}'’-]* (?:will|is|has)\b)`, 'gsu')
const TO_DO = new RegExp(String.raw`(?:^|(?:ask|want|need|remind|tell)(?:s|ed)? )(${NAMES}) to (.*)$`, 'su')
const BEGINS = new RegExp(String.raw`^(${NAMES}) (.*)$`, 'su')

/** Whom a claim says to do something: "Dana: send it", "Dana will send it", in a list of tasks "Dana sends it". Only who is named in the call. */
export function promisesOf({ text: whole, owner, list }: Pick<Claim, 'text' | 'owner' | 'list'>, call: Call): NamedPromise[] {
  const text = whole.replace(QUOTED, '')
  const isTask = list === 'action_points' || list === 'todo_list'
  const found = owner === null ? [] : named(owner, text, call)
  const [, leading = '', task = ''] = LED.exec(text) ?? []
  if (isTask) found.push(...named(leading, task, call))
  for (const [, names = '', rest = ''] of text.matchAll(PROMISED)) found.push(...named(names, rest, call))
  if (!isTask) return found
  const [, asked = '', wanted = ''] = TO_DO.exec(text) ?? []
  found.push(...named(asked, wanted, call))
  if (found.length > 0) return found
  const [, names = '', rest = ''] = BEGINS.exec(text) ?? []
  return named(names, rest, call)
}

/** Each of "Dana and Marcus Lee" who is named in the call. */
function named(names: string, task: string, call: Call): NamedPromise[] {
  return names
    .split(/,? (?:and|&) |, /)
    .map((name) => nameWords(name.replace(/['’]s$/, '')).filter((word) => call.names.has(word)).join(' '))
    .filter((name) => name !== '')
    .map((owner) => ({ owner, task }))
}
