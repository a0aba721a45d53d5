import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { diariseWithFallback } from './diarise-with-fallback.ts'
import type { Diariser } from './diariser.ts'

const INPUT = { wavPath: 'call.wav', durationMs: 60_000, segments: [], count: null, workFolder: '/tmp' }

/** A diarizer that finds one person of its own name, or fails. */
function scripted(
  name: Diariser['name'],
  { ready = true, failure }: { ready?: boolean; failure?: Error } = {},
): Diariser & { asked: number } {
  return {
    name,
    asked: 0,
    status: async () => ({ name, ready, sends_to: null, note: null, cost_ratio: 0 }),
    async diarise(_, signal) {
      this.asked += 1
      signal.throwIfAborted()
      if (failure) throw failure
      return [{ startMs: 0, endMs: 1000, speaker: name }]
    },
  }
}

async function diarise(diarisers: readonly Diariser[], signal = new AbortController().signal) {
  const logged: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void logged.push(line) })
  const turns = await diariseWithFallback(INPUT, { diarisers, log, signal })
  return {
    speakers: turns?.map(({ speaker }) => speaker) ?? null,
    logged: logged.map((line): unknown => JSON.parse(line)),
  }
}

describe('diarization with fallback', () => {
  test('uses the models if they are installed', async () => {
    const clustering = scripted('clustering')
    expect(await diarise([scripted('sherpa'), clustering])).toEqual({ speakers: ['sherpa'], logged: [] })
    expect(clustering.asked).toBe(0)
  })

  test('uses clustering when no model is ready', async () => {
    const sherpa = scripted('sherpa', { ready: false })
    expect(await diarise([sherpa, scripted('clustering')])).toEqual({ speakers: ['clustering'], logged: [] })
    expect(sherpa.asked).toBe(0)
  })

  test('uses clustering when the models fail, and logs it', async () => {
    const { speakers, logged } = await diarise([
      scripted('sherpa', { failure: new PermanentFailure('engine_unusable', 'It is damaged.') }),
      scripted('clustering'),
    ])
    expect(speakers).toEqual(['clustering'])
    expect(logged).toEqual([
      {
        level: 40,
        diariser: 'sherpa',
        error: 'It is damaged.',
        msg: 'the diariser failed, falling back to the next one',
      },
    ])
  })

  test('stops without a fallback once it is canceled', async () => {
    const clustering = scripted('clustering')
    await expect(
      diarise([scripted('sherpa'), clustering], AbortSignal.abort(new Error('shutting down'))),
    ).rejects.toThrow('shutting down')
    expect(clustering.asked).toBe(0)
  })

  test('returns nothing when no diarizer is ready', async () => {
    expect(await diarise([scripted('sherpa', { ready: false })])).toEqual({ speakers: null, logged: [] })
  })
})

test('reports a failure of the last diarizer', async () => {
  await expect(
    diarise([scripted('sherpa', { ready: false }), scripted('clustering', { failure: new Error('no such file') })]),
  ).rejects.toThrow('no such file')
})
