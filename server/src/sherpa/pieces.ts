import { z } from 'zod'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { PieceCache } from '../transcription/transcriber.ts'
import { heardSegmentSchema } from './jobs.ts'

type Heard = Omit<Segment, 'id'>

/** Upper bound for the work that a restarted process repeats, if there are pauses. */
const PIECE_MS = 60_000
/** A pause is recognized once it has lasted this long; the next speech may have begun within it. */
const PAUSE_MS = 250

const pieceSchema = z.object({
  model: z.string(),
  fromMs: z.number(),
  untilMs: z.number(),
  heard: z.array(heardSegmentSchema),
})

/** The transcript of a model, stored piece by piece so that a later run resumes after the last piece. */
interface Pieces {
  /** All of it, in order. */
  heard: readonly Heard[]
  /** Where to resume, ms. */
  resumeMs: number
  add(segment: Heard): void
  /** Everything up to that pause was added. */
  keepUntil(ms: number): void
  /** Settles when all pieces are stored. @throws what storing them throws. */
  kept(): Promise<void>
}

/** @returns the pieces that a run with the same model has left. */
export async function recallPieces(memory: PieceCache, model: string): Promise<Pieces> {
  const heard: Heard[] = []
  let [count, keptMs] = [0, 0]
  for (;;) {
    const { data: piece } = pieceSchema.safeParse(await memory.recall(getName(count)))
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
      const name = getName(count)
      ;[count, keptMs, keptSegments] = [count + 1, untilMs, heard.length]
      keeping = keeping.then(() => memory.remember(name, piece))
      // `kept` reports it.
      keeping.catch(() => {})
    },
    kept: () => keeping,
  }
}

function getName(index: number): string {
  return `sherpa-${index}`
}
