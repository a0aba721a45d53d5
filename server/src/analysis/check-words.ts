import { around, type Call, type Claim, type Fault } from './claim.ts'
import { contentStems, stem } from './english.ts'

/** Of a claim's content words this share is said in its lines or beside them. Chosen on server/eval/calls. */
const LEAST_SUPPORT = 0.25
const FEWEST_WORDS = 2

/** Whether a claim's lines speak of what it speaks of. Names of speakers tell nothing of that. */
export function checkWords(claim: Claim, call: Call): Fault | null {
  const names = new Set([...call.speakerWords].map(stem))
  const wanted = new Set(contentStems(claim.text).filter((word) => !names.has(word)))
  if (wanted.size < FEWEST_WORDS) return null
  const said = saidStems(around(call, claim, 1).map(({ text }) => text))
  const missing = [...wanted].filter((word) => !isSaid(word, said))
  return 1 - missing.length / wanted.size < LEAST_SUPPORT ? { reason: 'unsupported', detail: missing.join(', ') } : null
}

/** Stems of what was said, and their beginnings: "integrat" meets "integration". */
export function saidStems(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(contentStems).flatMap((word) => [word, beginning(word)]))
}

export function isSaid(word: string, said: ReadonlySet<string>): boolean {
  return said.has(word) || said.has(beginning(word))
}

function beginning(word: string): string {
  return word.length > 5 ? `${word.slice(0, 5)}*` : word
}
