import { nameWords } from '../language/call-names.ts'
import { isStep, type Call, type Claim } from './claim.ts'

/** A person and the task that a claim gives them. */
export interface NamedPromise {
  /** As written. */
  name: string
  /** The words as `nameWords`, without those that aren't names in the call. */
  owner: string
  task: string
}

const WORD = String.raw`\p{Lu}[\p{L}\p{M}-]*`
const NAMES = String.raw`\p{L}[\p{L}\p{M}-]*(?: ${WORD}){0,2}(?:(?:, ${WORD}(?: ${WORD}){0,2})*,? (?:and|&) ${WORD}(?: ${WORD}){0,2})?`
const WILL = String.raw`(?:will|shall|(?:is|are|was|were) going to|has to|have to|promise[sd]? to|agree[sd]? to|offer(?:s|ed)? to|committed to|commits to|undertakes to|undertook to|volunteer(?:s|ed) to|is to|are to|refuse[sd]? to|cannot|can)`
/** Passive and descriptive phrases, which promise nothing. */
const DOING = String.raw`(?!(?:not )?(?:be|have been|get|cost|take (?:place|\d))\b)`
const LED = new RegExp(`^(${NAMES}):\\s+(.*)$`, 'su')
const PROMISED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<!\b(?:[Tt]he|[Aa]n?|[Oo]ur|[Tt]heir|[Hh]is|[Hh]er|[Yy]our|[Nn]o|[Ee]ach|[Ee]very) )(${NAMES})(?: (?:also|then|both|still|only))?(?:['’]ll| ${WILL}) ${DOING}(.*?)(?=$|[.;!?](?:\s|$)|,? (?:and|while|but) ${WORD} (?:will|is|has)\b)`,
  'gsu',
)
const TO_DO = new RegExp(`(?:^|(?:ask|want|need|remind|tell)(?:s|ed)? )(${NAMES}) to (.*)$`, 'su')
const BEGINS = new RegExp(`^(${NAMES}) (.*)$`, 'su')
const QUOTED = /["“][^"”]*["”]/g

/**
 * The people to whom a claim gives a task: "Dana: send it", "Dana will send it", in a task list "Dana sends it". Only
 * names said in the call.
 */
export function getPromises(
  { text: whole, owner, list }: Pick<Claim, 'text' | 'owner' | 'list'>,
  call: Call,
): NamedPromise[] {
  const text = whole.replace(QUOTED, '')
  const isTask = isStep({ list })
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

/** Each of "Dana and Marcus Lee" who is named in the call; in lower case only speakers. */
function named(names: string, task: string, call: Call): NamedPromise[] {
  return names.split(/,? (?:and|&) |, /).flatMap((name) => {
    const known = /^\p{Lu}/u.test(name) ? call.names : call.speakerWords
    const owner = nameWords(name.replace(/['’]s$/, ''))
      .filter((word) => known.has(word))
      .join(' ')
    return owner === '' ? [] : [{ name: name.trim(), owner, task }]
  })
}
