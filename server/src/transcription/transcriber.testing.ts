import { readFile, rm } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { engineStatusSchema } from '@callfolio/shared/contract/capabilities.ts'
import { segmentSchema, transcriptInfoSchema } from '@callfolio/shared/contract/transcript.ts'
import { TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { writeWav } from '../speakers/spoken-call.testing.ts'
import { recordTwoVoices, type TwoVoices } from '../speakers/two-voices.testing.ts'
import { expectFailure, expectStop, ownTemporaryFolder } from '../testing/contract-runs.ts'
import { createMemoryCache } from './memory.testing.ts'
import type { TranscribeInput, Transcriber, Transcript } from './transcriber.ts'

export interface OpenedTranscriber {
  transcriber: Transcriber
  /** The same engine with one of its dependencies broken. */
  broken: Transcriber
  /** Whether it has started a recording. */
  isAtWork: () => boolean
  close?: () => Promise<void>
}

/** Behavior that every transcriber must have. @param open is given a folder for the transcriber's files. */
export function describeTranscriber(name: string, open: (folder: string) => Promise<OpenedTranscriber>): void {
  describe(`a transcriber: ${name}`, () => {
    const signal = new AbortController().signal
    const folder = mkdtempSync(join(tmpdir(), 'transcriber contract-'))
    let opened: OpenedTranscriber
    let call: TwoVoices
    let input: TranscribeInput
    let transcript: Transcript
    let temporary: Awaited<ReturnType<typeof ownTemporaryFolder>>
    const done: number[] = []

    beforeAll(async () => {
      opened = await open(folder)
      call = await recordTwoVoices(folder)
      input = await getInput()
      temporary = await ownTemporaryFolder(folder)
      const sound = await readFile(input.wavPath)
      transcript = await opened.transcriber.transcribe(input, { signal, onProgress: (ms) => done.push(ms) })
      expect(sound.equals(await readFile(input.wavPath)), 'the sound is as it was').toBe(true)
    }, 120_000)
    afterAll(async () => {
      temporary.restore()
      await opened.close?.()
      await rm(folder, { recursive: true, force: true })
    })

    async function getInput(): Promise<TranscribeInput> {
      const { wavPath, durationMs, workFolder } = await call.input()
      return { wavPath, durationMs, workFolder, language: 'en', hints: null, memory: createMemoryCache() }
    }

    test('is ready under its own name, and reports where it sends the audio', async () => {
      const status = engineStatusSchema.parse(await opened.transcriber.status())
      expect(status).toMatchObject({ name: opened.transcriber.name, ready: true })
      expect(status.cost_ratio).toBeGreaterThan(0)
    })

    test('returns consecutive lines within the recording, with unique ids', () => {
      const segments = z.array(segmentSchema).nonempty().parse(transcript.segments)
      expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length)
      for (const [i, { start_ms, end_ms, text, speaker }] of segments.entries()) {
        expect(start_ms).toBeGreaterThanOrEqual(segments[i - 1]?.start_ms ?? 0)
        expect(end_ms).toBeGreaterThan(start_ms)
        expect(end_ms).toBeLessThanOrEqual(input.durationMs)
        expect([text.trim(), speaker]).toEqual([text, null])
        expect(text).not.toBe('')
      }
    })

    test('returns consecutive word times within their line, if it has any', () => {
      for (const { words = [], start_ms, end_ms } of transcript.segments) {
        for (const [i, word] of words.entries()) {
          expect(word.start_ms).toBeGreaterThanOrEqual(words[i - 1]?.start_ms ?? start_ms)
          expect(word.end_ms).toBeGreaterThanOrEqual(word.start_ms)
          expect(word.end_ms).toBeLessThanOrEqual(end_ms)
        }
      }
    })

    test('reports itself as the source, and a draft according to its table', () => {
      const { name: source } = opened.transcriber
      const info = transcriptInfoSchema.parse(transcript.info)
      expect(info).toMatchObject({ source, draft: TRANSCRIBERS[source].draft })
      expect(info.notice === null, 'a draft has a notice').toBe(!info.draft)
    })

    test('reports the processed part of the recording, never decreasing and complete at the end', () => {
      expect(done).toEqual(done.toSorted((a, b) => a - b))
      expect(done[0]).toBeGreaterThan(0)
      expect(done.at(-1)).toBe(input.durationMs)
    })

    test('finds no words in silence, and says so in a sentence', async () => {
      const silent = await getInput()
      await writeWav(silent.wavPath, new Float32Array(5000 * 16))
      const { segments, info } = await opened.transcriber.transcribe(
        { ...silent, durationMs: 5000 },
        { signal, onProgress: () => {} },
      )
      expect(segments).toEqual([])
      expect(info).toMatchObject({
        source: 'none',
        draft: false,
        notice: expect.stringMatching(/^No speech found .*\.$/),
      })
    })

    test('ends soon when it is canceled, and leaves no process', async () => {
      const called = await getInput()
      await expectStop(
        (stop) => opened.transcriber.transcribe(called, { signal: stop, onProgress: () => {} }),
        opened.isAtWork,
      )
    })

    test('does not start when already canceled', async () => {
      const off = AbortSignal.abort(new Error('shutting down'))
      const reported: number[] = []
      const work = opened.transcriber.transcribe(await getInput(), {
        signal: off,
        onProgress: (ms) => reported.push(ms),
      })
      await expect(work).rejects.toThrow('shutting down')
      expect(reported).toEqual([])
    })

    test('says in a sentence why it can’t work', async () => {
      await expectFailure(opened.broken.transcribe(await getInput(), { signal, onProgress: () => {} }))
    })

    test('stays in its work folder and leaves no temporary files', async () => {
      expect(await temporary.left()).toEqual([])
    })
  })
}
