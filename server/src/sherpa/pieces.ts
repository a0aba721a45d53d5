import { z } from 'zod'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { PieceCache } from '../transcription/transcriber.ts'
import { heardSegmentSchema } from './jobs.ts'

type Heard = Omit<Segment, 'id'>

/** What an ended process has to do again at most, where somebody pauses. */
const PIECE_MS = 60_000
/** A pause is known for one once it has lasted so long; who goes on there may have begun to speak within it. */
const PAUSE_MS = 250

const pieceSchema = z.object({
  model: z.string(),
  fromMs: z.number(),
  untilMs: z.number(),
  heard: z.array(heardSegmentSchema),
})

/** What a model has transcribed of a recording, kept piece by piece so that a later run goes on behind the last one. */
interface Pieces {
  /** All of it, in order. */
  heard: readonly Heard[]
  /** Where to go on, ms. */
  resumeMs: number
  add(segment: Heard): void
  /** All up to that pause was added. */
  keepUntil(ms: number): void
  /** Settles when all pieces are kept. @throws what keeping them throws. */
  kept(): Promise<void>
}

/** @returns the pieces that a run with the same model has left. */
export async function recallPieces(memory: PieceCache, model: string): Promise<Pieces> {
  const heard: Heard[] = []
  let [count, keptMs] = [0, 0]
  for (;;) {
    const { data: piece } = pieceSchema.safeParse(await memory.recall(nameOf(count)))
    if (piece === undefined || piece.model !== model || piece.fromMs !== keptMs) break
    heard.push(...piece.heard)
    keptMs = piece.untilMs
    count += 1
  }
  let keptSegments = heard.length
  let keeping: Promise<void> = Promise.resolve()
  return {
    heard,
    resumeMs: Math.max(0, keptMs - PAUSE_MS),
    add: (segment) => void heard.push(segment),
    keepUntil(untilMs) {
      if (untilMs - keptMs < PIECE_MS) return
      const piece = { model, fromMs: keptMs, untilMs, heard: heard.slice(keptSegments) }
      const name = nameOf(count)
      ;[count, keptMs, keptSegments] = [count + 1, untilMs, heard.length]
      keeping = keeping.then(() => memory.remember(name, piece))
      // It is reported by `kept`.
      keeping.catch(() => {})
    },
    kept: () => keeping,
  }
}

function nameOf(index: number): string {
  return `sherpa-${index}`
}
