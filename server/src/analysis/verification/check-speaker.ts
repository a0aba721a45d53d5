import { isNamed } from './bindings.ts'
import { nameWords } from '../language/call-names.ts'
import type { Call, Claim, Fault } from './claim.ts'
import { isSaid, saidStems } from './check-words.ts'
import { contentStems, stem, getWords } from '../language/english.ts'

const NAME = String.raw`\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2}`
/** Verbs of saying and deciding, which need a speaker. */
const SAYS = new RegExp(
  String.raw`(${NAME}) (?:has |had |have |also |then )?(approve[sd]?|promise[sd]?|offer(?:s|ed)?|ask(?:s|ed)? for|refuse[sd]?|reject(?:s|ed)?|confirm(?:s|ed)?|insist(?:s|ed)?|complain(?:s|ed)?|estimate[sd]?|warn(?:s|ed)?|propose[sd]?|suggest(?:s|ed)?)\b`,
  'gu',
)
/** Verbs of reporting. */
const TELLS = new RegExp(
  String.raw`(${NAME}) (?:has |had |also |then )?(?:said|says|explain(?:s|ed)|report(?:s|ed)|state[sd]|mention(?:s|ed)|describe[sd]|admit(?:s|ted)|told|tells|stress(?:es|ed)|point(?:s|ed) out)\b`,
  'gu',
)
/** A line with fewer of the reported words may be another one's. */
const FEWEST_TOLD = 2
/** Precedes "me" in a line and the matching name in a claim. */
const BEFORE_ME = new Set(['without', 'unless', 'until', 'before', 'after', 'by', 'than', 'through', 'past'])
/** Letters of a verb's stem that its forms share. */
const LONGEST_ROOT = 6
const ABOUT_ME = /^(?:me|my|mine|i|us)$/
const OF_COMPANY = new RegExp(
  String.raw`(${NAME}(?:(?:, ${NAME})*,? and ${NAME})?) (?:of|from|at) (?:the )?(${NAME})`,
  'gu',
)
const INTRODUCES = new RegExp(
  String.raw`\b(?:I['’]m|I am|[Tt]his is|[Mm]y name|I work|I run|[Ww]e['’]re)\b[^.?!]*?\b(?:at|with|from|for) (${NAME})`,
  'gu',
)

/** Checks that the person a claim quotes, and their side, match the speakers of its lines. */
export function checkSpeaker(claim: Claim, call: Call): Fault | null {
  const wrong = wrongSayer(claim, call) ?? wrongTeller(claim, call) ?? wrongMe(claim, call) ?? wrongSide(claim, call)
  return wrong === null ? null : { reason: 'owner', detail: wrong }
}

/** "Joelle approved it", for lines in which only Marcus speaks of approving. */
function wrongSayer({ text, lines }: Claim, call: Call): string | null {
  for (const [, name = '', verb = ''] of text.matchAll(SAYS)) {
    if (!call.speakers.some((speaker) => isNamed(name, speaker))) continue
    const root = stem((verb.split(' ')[0] ?? '').toLowerCase()).slice(0, LONGEST_ROOT)
    const saying = lines.filter((line) => getWords(line.text).some((word) => word.startsWith(root)))
    const isTheirs = (line: (typeof lines)[number]) =>
      isNamed(name, line.speaker ?? '') || mentions(line.text, name, call)
    const candidates = saying.length > 0 ? saying : lines
    if (!candidates.some(isTheirs)) return name
  }
  return null
}

/** "Dev said that it has a metal strip", for a line of Tomasz that holds most of it. */
function wrongTeller({ text, lines }: Claim, call: Call): string | null {
  for (const { 0: told, 1: name = '', index } of text.matchAll(TELLS)) {
    if (!call.speakers.some((speaker) => isNamed(name, speaker))) continue
    const words = [...new Set(contentStems(text.slice(index + told.length)))].filter(
      (word) => !call.speakerStems.has(word),
    )
    const held = lines.map((line) => {
      const said = saidStems([line.text])
      return { line, count: words.filter((word) => isSaid(word, said)).length }
    })
    const best = (isOwn: boolean) =>
      Math.max(0, ...held.filter(({ line }) => isNamed(name, line.speaker ?? '') === isOwn).map(({ count }) => count))
    if (best(false) >= FEWEST_TOLD && best(true) * 2 < best(false)) return name
  }
  return null
}

/** "Without Beatriz seeing it", when another speaker says "without me seeing it". */
function wrongMe({ text, lines }: Claim, call: Call): string | null {
  const words = text.match(/[\p{L}\p{M}'’-]+/gu) ?? []
  for (const speaker of call.speakers) {
    const parts = speaker.split(/\s+/)
    for (const name of [parts, parts.slice(0, 1)]) {
      const at = words.findIndex((_, i) => name.every((part, k) => words[i + k]?.replace(/['’]s$/, '') === part))
      const [before, after] = [words[at - 1]?.toLowerCase(), words[at + name.length]?.toLowerCase()]
      if (at < 1 || before === undefined || !BEFORE_ME.has(before) || after === undefined) continue
      const saying = lines.filter((line) => saysOfMe(line.text, before, after))
      if (saying.length > 0 && !saying.some((line) => line.speaker === speaker)) return speaker
    }
  }
  return null
}

function saysOfMe(text: string, before: string, after: string): boolean {
  const said = getWords(text)
  return said.some((word, i) => ABOUT_ME.test(word) && said[i - 1] === before && said[i + 1] === after)
}

/** "Beatriz of Copper Ladle", who says "I'm your manager at Larderly". */
function wrongSide({ text }: Claim, call: Call): string | null {
  for (const [, people = '', company = ''] of text.matchAll(OF_COMPANY))
    for (const person of people.split(/,? and |, /)) {
      const speaker = call.speakers.find((other) => isNamed(person, other))
      const own = speaker === undefined ? [] : getCompanies(speaker, call)
      const claimed = new Set(nameWords(company))
      if (own.length > 0 && !own.some((other) => nameWords(other).some((word) => claimed.has(word))))
        return `${person}, ${company}`
    }
  return null
}

/** The companies that a speaker names in an introduction. */
function getCompanies(speaker: string, call: Call): string[] {
  return call.segments
    .filter((line) => line.speaker === speaker)
    .flatMap(({ text }) => [...text.matchAll(INTRODUCES)].map(([, company = '']) => company))
    .filter((company) => nameWords(company).some((word) => call.parties.has(word)))
}

function mentions(text: string, name: string, call: Call): boolean {
  const said = new Set(nameWords(text))
  return nameWords(name).some((word) => call.speakerWords.has(word) && said.has(word))
}
