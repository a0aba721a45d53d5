import type { AnalysisDraft, DraftItem } from '../src/analysis/analyst.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { verifyDraft } from '../src/analysis/verify.ts'
import { mergeCues } from '../src/transcription/captions.ts'
import { readCalls } from './calls.ts'
import { tokens } from './rouge.ts'

export interface HostileResult {
  cases: number
  /** Quotes that came through verification. */
  shown: number
  /** Of these, quotes that nobody said, or not the speaker, or not at the lines named. */
  unsupported: number
}

/** Proposes drafts that invent, mix, shift, repeat, swell and break, over the repository's calls, and checks what is shown of them. */
export async function hostileAnalyst(cases: number): Promise<HostileResult> {
  const calls = (await readCalls()).map(({ cues }) => mergeCues(cues))
  const random = seeded(7)
  const result = { cases, shown: 0, unsupported: 0 }
  for (let i = 0; i < cases; i++) {
    const segments = calls[i % calls.length] ?? []
    const { quotes } = verifyDraft(hostileDraft(segments, random), segments)
    result.shown += quotes.length
    result.unsupported += quotes.filter((quote) => !isSaid(quote.text, quote.speaker ?? null, quote.segment_ids ?? [], segments)).length
  }
  return result
}

function isSaid(text: string, speaker: string | null, ids: readonly string[], segments: readonly Segment[]): boolean {
  const lines = segments.filter(({ id }) => ids.includes(id))
  const said = ` ${tokens(lines.map((line) => line.text).join(' ')).join(' ')} `
  return lines.length > 0 && lines.length === ids.length && lines.every((line) => line.speaker === speaker) && said.includes(` ${tokens(text).join(' ')} `)
}

type Random = () => number

function hostileDraft(segments: readonly Segment[], random: Random): AnalysisDraft {
  const list = () => Array.from({ length: Math.floor(random() * 4) }, () => hostileItem(segments, random))
  const quotes = [...list(), hostileItem(segments, random)]
  return { title: random() < 0.5 ? null : 'x'.repeat(random() * 1000), summary: list(), quotes: [...quotes, ...quotes], actionPoints: list(), importantPoints: list(), todoList: list() }
}

function hostileItem(segments: readonly Segment[], random: Random): DraftItem {
  const at = Math.floor(random() * segments.length)
  const [here, next, far] = [segments[at], segments[at + 1], segments[Math.floor(random() * segments.length)]]
  const own = here?.text ?? ''
  const words = own.split(' ')
  const ids = [here?.id ?? '', ...(random() < 0.3 ? [next?.id ?? 's0'] : [])]
  const tricks: (() => DraftItem)[] = [
    () => ({ text: own, segmentIds: ids }),
    () => ({ text: own, segmentIds: [far?.id ?? ''] }),
    () => ({ text: `${own} ${far?.text ?? ''}`, segmentIds: [...ids, far?.id ?? ''] }),
    () => ({ text: words.with(Math.floor(random() * words.length), 'never').join(' '), segmentIds: ids }),
    () => ({ text: words.toReversed().join(' '), segmentIds: ids }),
    () => ({ text: own.replace(/\bnot\b|n't\b/g, ''), segmentIds: ids }),
    () => ({ text: own.replace(/\b(?:five|ten|twenty|hundred|thousand)\b/, 'ninety'), segmentIds: ids }),
    () => ({ text: words.slice(2).join(' ').toUpperCase(), segmentIds: segments.map(({ id }) => id) }),
    () => ({ text: own.repeat(200), segmentIds: ids }),
    () => ({ text: '\u0000\u{1F600}"}]', segmentIds: ['', 's-1', 'nobody'] }),
    () => ({ text: 'Everybody agreed to buy a thousand seats at once.', segmentIds: ids }),
  ]
  const trick = tricks[Math.floor(random() * tricks.length)]
  return trick === undefined ? { text: '', segmentIds: [] } : trick()
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
