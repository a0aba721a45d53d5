import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diariser, SpeakerTurn } from './diariser.ts'
import { writeWav, type SpokenLine } from './spoken-call.testing.ts'
import { recordTwoVoices, type TwoVoices } from './two-voices.testing.ts'

/** Behavior that every diarizer must have. @param open is given a folder for the diarizer's files. */
export function describeDiariser(name: string, open: (folder: string) => Promise<Diariser>): void {
  describe(`two voices, separated by ${name}`, () => {
    const signal = new AbortController().signal
    let folder: string
    let diariser: Diariser
    let call: TwoVoices
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'diariser-contract-'))
      diariser = await open(folder)
      call = await recordTwoVoices(folder)
    })
    afterAll(() => rm(folder, { recursive: true }))

    test('stay on this machine', async () => {
      expect(await diariser.status()).toMatchObject({ name: diariser.name, ready: true, sends_to: null })
    })

    test.each([null, 2])(
      'have their own turns when %s speakers are requested, one at a time, numbered in order of their first turn',
      async (count) => {
        const turns = await diariser.diarise(await call.input({ count }), signal)
        expect([...new Set(turns.map(({ speaker }) => speaker))]).toEqual(['Speaker 1', 'Speaker 2'])
        const { right, wrong } = rate(turns, call.lines)
        expect(right).toBeGreaterThan(0.85)
        expect(wrong).toBeLessThan(0.07)
        expect(turns.filter(({ startMs }, i) => startMs < (turns[i - 1]?.endMs ?? 0))).toEqual([])
      },
    )

    test('are one when the owner says so', async () => {
      const turns = await diariser.diarise(await call.input({ count: 1 }), signal)
      expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']))
    })

    test('are not found in silence', async () => {
      const input = await call.input()
      await writeWav(input.wavPath, new Float32Array(input.durationMs * 16))
      expect(await diariser.diarise(input, signal)).toEqual([])
    })

    test('are not processed when the work is canceled', async () => {
      const calledOff = AbortSignal.abort(new Error('shutting down'))
      await expect(diariser.diarise(await call.input({ count: 2 }), calledOff)).rejects.toThrow()
    })
  })
}

/** Shares of the lines' time with the line's own speaker, and with another. */
function rate(turns: readonly SpeakerTurn[], lines: readonly SpokenLine[]): { right: number; wrong: number } {
  let [all, right, wrong] = [0, 0, 0]
  for (const line of lines) {
    all += line.endMs - line.startMs
    for (const turn of turns) {
      const ms = Math.max(0, Math.min(turn.endMs, line.endMs) - Math.max(turn.startMs, line.startMs))
      if (turn.speaker === (line.speaker === 'Ann' ? 'Speaker 1' : 'Speaker 2')) right += ms
      else wrong += ms
    }
  }
  return { right: right / all, wrong: wrong / all }
}
