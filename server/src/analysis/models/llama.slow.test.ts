import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import { runWorker } from '../../process/run-worker.ts'
import { installModel } from '../../speech-models/install-model.testing.ts'
import type { Model } from '../../speech-models/manifest.ts'
import { childProcesses } from '../../testing/contract-runs.ts'
import { CHATTER, installTestLlama } from './llama-test-model.testing.ts'
import { llamaReportSchema, type LlamaJob, type LlamaReport } from './llama-job.ts'
import { createLlamaAnalyst, type LlamaAnalystParts } from './llama.ts'

/** The real library in its real process, with models written by the test: they are untrained and give fixed answers. */

const GIB = 1024 ** 3
const MACHINE = { memoryBytes: 16 * GIB, freeBytes: 8 * GIB, cores: 1 }
const TOO_LITTLE = 'This server’s recap model needs more free memory.'
const UNUSABLE = 'This server’s recap model is damaged, or the machine has too little memory for it.'

let modelsFolder: string
let model: Model
beforeEach(async () => {
  modelsFolder = await mkdtemp(join(tmpdir(), 'llama-'))
  model = await installTestLlama(modelsFolder)
  return () => rm(modelsFolder, { recursive: true })
})

const llama = (parts: Partial<LlamaAnalystParts> = {}) =>
  createLlamaAnalyst({ modelsFolder, models: [model], machine: () => MACHINE, ...parts })
const quietly = { signal: new AbortController().signal, onProgress: () => {} }

/** Promises of different people, each asked for and accepted by another. */
function getCall(promises: number, text = "I'll get that over to you by Friday.") {
  const segments: Segment[] = Array.from({ length: 3 * promises }, (_, i) => ({
    id: `s${i}`,
    start_ms: i * 5000,
    end_ms: i * 5000 + 4000,
    speaker: i % 3 === 1 ? (['Anna', 'Ben'][(i - 1) / 3] ?? `Guest${i}`) : 'Cleo',
    text: ['And the offer?', text, 'Great, thank you.'][i % 3] ?? '',
  }))
  return { segments, title: null, description: null, draft: false }
}

/** Running model processes. */
function workers(): number[] {
  return childProcesses()
    .filter(({ command }) => command.includes('llama-worker'))
    .map(({ pid }) => pid)
}

/** Bytes between a process's limit and the most address space it has used. */
function getSpaceLeft(pid: number): number {
  const [limit = ''] = /(?<=Max address space +)\d+/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
  const [used = ''] = /(?<=VmPeak:\s+)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(limit) - 1024 * Number(used)
}

describe('a test model that prefers to chat', () => {
  test('still names a step, because the grammar restricts every token', async () => {
    const draft = await llama().analyse(getCall(2), quietly)
    expect(draft).toMatchObject({
      importantPoints: [],
      actionPoints: [
        {
          text: "Anna: Send Ben the offer by Friday (“I'll get that over to you by Friday.”)",
          segmentIds: ['s0', 's1'],
        },
        { text: "Ben: Send the offer by Friday (“I'll get that over to you by Friday.”)", segmentIds: ['s3', 's4'] },
      ],
      use: { model: 'test-model', prompts: expect.any(String), requests: 2 },
    })
  })

  test('closes open brackets when its answer is not allowed', async () => {
    model = await installTestLlama(modelsFolder, { answer: CHATTER.toUpperCase() })
    expect((await llama().analyse(getCall(2), quietly)).actionPoints).toMatchObject([
      { text: "Anna: “I'll get that over to you by Friday.”" },
      { text: "Ben: “I'll get that over to you by Friday.”" },
    ])
  })

  test('answers questions about the lines that may hold something, and reports how many', async () => {
    const details = new Set<string | null | undefined>()
    const call = getCall(1)
    const { use } = await llama().analyse(call, { ...quietly, onProgress: (_, detail) => details.add(detail) })
    expect(use?.requests).toBe(1)
    expect([...details]).toContain('1 of 1 parts done')
  })

  test('is stopped early when it words none of a call’s first steps', async () => {
    model = await installTestLlama(modelsFolder, { answer: '{"task":"","when":""}' })
    await expect(llama().analyse(getCall(20), quietly)).rejects.toThrow(
      'This server’s recap model couldn’t describe this call’s next steps.',
    )
  })

  test('does not answer again what it answered before it was stopped', async () => {
    const kept: Record<string, unknown>[] = []
    const checkpoint = {
      read: async () => kept.at(-1) ?? null,
      write: (answers: object) => void kept.push({ ...answers }),
    }
    const stop = new AbortController()
    const onProgress = () => (kept.length >= 5 ? stop.abort(new Error('shutting down')) : undefined)
    const call = getCall(20)
    await expect(llama().analyse(call, { signal: stop.signal, onProgress, checkpoint })).rejects.toThrow(
      'shutting down',
    )
    const answered = Object.keys(kept.at(-1) ?? {}).length
    expect(answered).toBeGreaterThanOrEqual(5)
    expect((await llama().analyse(call, { ...quietly, checkpoint })).use?.requests).toBe(20 - answered)
  })

  test('reports progress by answered questions', async () => {
    const done: number[] = []
    await llama().analyse(getCall(30), { ...quietly, onProgress: (fraction) => done.push(fraction) })
    expect(done).toEqual([...Array.from({ length: 30 }, (_, i) => expect.closeTo((i + 1) / 30, 5)), 1])
  })

  test('treats text that looks like the chat format as spoken words', async () => {
    const tokens = async (text: string) =>
      (await llama().analyse(getCall(1, `I will send it all. ${text}`), quietly)).use?.input_tokens
    expect(await tokens('<|im_end|>')).toBe(await tokens('<!im_end!>'))
  })

  test('is stopped when its answer never ends', async () => {
    model = await installTestLlama(modelsFolder, { endless: true, contextTokens: 8192 })
    await expect(llama().analyse(getCall(4), quietly)).rejects.toThrow(
      new PermanentFailure('recap_failed', 'This server’s recap model sent a response that is too long.'),
    )
  })
})

describe('the process of a model', () => {
  test.runIf(process.platform === 'linux')('ends as soon as the recap is canceled', async () => {
    const stop = new AbortController()
    let stepsAfterwards = 0
    const onProgress = () => {
      if (stop.signal.aborted) {
        stepsAfterwards += 1
        return
      }
      expect(workers()).toHaveLength(1)
      stop.abort(new Error('shutting down'))
    }
    await expect(llama().analyse(getCall(400), { signal: stop.signal, onProgress })).rejects.toThrow('shutting down')
    expect(stepsAfterwards).toBe(0)
    expect(workers()).toEqual([])
  })

  test.runIf(process.platform === 'linux')('is retried when another process kills it', async () => {
    let killed = 0
    const onProgress = () => {
      for (const pid of killed === 0 ? workers() : []) {
        killed = pid
        process.kill(pid, 'SIGKILL')
      }
    }
    await expect(llama().analyse(getCall(400), { ...quietly, onProgress })).rejects.toThrow(
      new TransientFailure('model_stopped'),
    )
    expect(killed).toBeGreaterThan(0)
  })

  test.runIf(process.platform === 'linux')('has address space left for the context of a large model', async () => {
    const left: number[] = []
    const onProgress = () => void left.push(...workers().map(getSpaceLeft))
    await llama().analyse(getCall(2), { ...quietly, onProgress })
    expect(left.length).toBeGreaterThan(0)
    expect(Math.min(...left)).toBeGreaterThan(4 * GIB)
  })

  test('is stopped when it gives no answer', async () => {
    await expect(llama({ stallMs: 10 }).analyse(getCall(4), quietly)).rejects.toThrow(
      new PermanentFailure('recap_timed_out', 'This server’s recap model didn’t respond for 1 minutes.'),
    )
  })

  test('ends when the library can’t use the model', async () => {
    model = await installModel(modelsFolder, { id: 'broken', kind: 'writing' }, { 'broken.gguf': randomBytes(5000) })
    await expect(llama().analyse(getCall(4), quietly)).rejects.toThrow(new PermanentFailure('model_unusable', UNUSABLE))
  })
})

describe('a language model', () => {
  test('is ready when installed, sends nothing anywhere, and states the time for an hour of call', async () => {
    expect(await llama().status()).toMatchObject({
      name: 'llama',
      ready: true,
      sends_to: null,
      note: expect.stringContaining('Model test-model'),
      hour: { model: 'test-model', dollars: null },
    })
  })

  test('is not ready when missing or damaged, and says what to do', async () => {
    await writeFile(join(modelsFolder, 'test-model/test-model.gguf'), 'cut off')
    expect(await llama().status()).toMatchObject({
      ready: false,
      note: 'A recap model is damaged. Run npm run models -- verify',
    })
    await rm(join(modelsFolder, 'test-model'), { recursive: true })
    const note = 'No recap model installed. Run npm run models -- pull --model writing'
    expect(await llama().status()).toMatchObject({ ready: false, note })
    await expect(llama().analyse(getCall(4), quietly)).rejects.toThrow(
      new PermanentFailure('model_unusable', `${note}.`),
    )
  })

  test('is verified byte by byte before use', async () => {
    await writeFile(join(modelsFolder, 'test-model/test-model.gguf'), Buffer.alloc(model.files[0]?.bytes ?? 0))
    await expect(llama().analyse(getCall(4), quietly)).rejects.toThrow(
      'A recap model is damaged. Run npm run models -- verify.',
    )
  })

  test('is not ready when too large for this machine, and retried when memory is only short now', async () => {
    const small = llama({ machine: () => ({ ...MACHINE, memoryBytes: GIB, freeBytes: GIB }) })
    const note = 'The recap model (test-model) needs 1.5 GB of memory, but this server has 1.0 GB'
    expect(await small.status()).toMatchObject({ ready: false, note })
    await expect(small.analyse(getCall(4), quietly)).rejects.toThrow(new PermanentFailure('model_unusable', `${note}.`))
    await expect(
      llama({ machine: () => ({ ...MACHINE, freeBytes: GIB }) }).analyse(getCall(4), quietly),
    ).rejects.toThrow(new TransientFailure('model_memory', TOO_LITTLE))
  })

  test('is not ready when its library can’t be loaded', async () => {
    const worker = join(modelsFolder, 'worker.mjs')
    await writeFile(worker, "import 'no-such-package'")
    expect(await llama({ worker }).status()).toMatchObject({
      ready: false,
      note: 'The optional package node-llama-cpp isn’t installed or doesn’t run on this machine',
    })
  })
})

describe('the context of a model', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'llama-context-'))
  })
  afterAll(() => rm(root, { recursive: true }))

  /** The last output of the process. */
  async function work(settings: Partial<LlamaJob>): Promise<LlamaReport | undefined> {
    const job: LlamaJob = {
      model: 'test-model',
      modelPath: join(modelsFolder, 'test-model/test-model.gguf'),
      threads: 1,
      contextBytes: GIB,
      known: {},
      input: getCall(4),
      ...settings,
    }
    const said: LlamaReport[] = []
    await runWorker({
      worker: fileURLToPath(new URL('llama-worker.ts', import.meta.url)),
      job,
      workFolder: root,
      timeoutMs: 240_000,
      memoryBytes: 8 * GIB,
      reports: llamaReportSchema,
      onReport: (report) => said.push(report),
      ...quietly,
    })
    return said.at(-1)
  }

  test('is empty when memory is too small for any question', async () => {
    expect(await work({})).toMatchObject({ draft: { use: { requests: 4 } } })
    expect(await work({ contextBytes: 1000 })).toEqual({ failed: TOO_LITTLE })
  })
})
