import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WorkStopped } from '../kernel/errors.ts'
import { isAlive } from './is-alive.testing.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

/** A worker that follows the message's instructions, and answers with its process id. */
const SCRIPT = `
import { writeFileSync } from 'node:fs'
process.on('disconnect', () => process.exit())
process.on('message', async ({ say, spin, grow, exit }) => {
  if (exit !== undefined) process.exit(exit)
  if (spin) writeFileSync(spin, '')
  while (spin) {}
  for (const kept = []; grow; ) kept.push(new Array(100000).fill(kept.length))
  process.send({ pid: process.pid, said: say })
})`

let folder: string
let pool: WorkerPool
const open = (options: Partial<WorkerPoolOptions> = {}) =>
  (pool = createWorkerPool({
    worker: join(folder, 'worker.mjs'),
    maxWorkers: 2,
    heapBytes: 64 * 1024 ** 2,
    ...options,
  }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-pool-'))
  await writeFile(join(folder, 'worker.mjs'), SCRIPT)
})
afterEach(() => pool.close())
afterAll(() => rm(folder, { recursive: true }))

interface Answer {
  pid: number
  said: unknown
}
async function run(task: object, { timeoutMs = 60_000, signal = new AbortController().signal } = {}): Promise<Answer> {
  return (await pool.run(task, { timeoutMs, signal })) as Answer
}
/** An endless task. @returns its outcome, once it has started. */
async function spin(options?: Parameters<typeof run>[1]): Promise<{ outcome: Promise<Answer> }> {
  const begun = join(folder, `begun-${(tasks += 1)}`)
  const outcome = run({ spin: begun }, options)
  outcome.catch(() => {})
  await expect.poll(() => existsSync(begun)).toBe(true)
  return { outcome }
}
let tasks = 0
const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

describe('a pool of worker processes', () => {
  it('passes a task to a process and returns its answer, with typed arrays intact', async () => {
    open()
    const { pid, said } = await run({ say: new Float32Array([0.5, -1]) })
    expect(said).toEqual(new Float32Array([0.5, -1]))
    expect(pid).not.toBe(process.pid)
  })

  it('reuses processes, up to its limit', async () => {
    open({ maxWorkers: 2 })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((say) => run({ say })))
    expect(answers.map(({ said }) => said)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
  })

  it('starts no more processes than its limit for short tasks', async () => {
    open({ maxWorkers: 6, maxShort: 2, longMs: 600_000 })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((say) => run({ say })))
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
  })

  it('gives the place of a long task to the next one, up to its limit', async () => {
    open({ maxWorkers: 2, maxShort: 1, longMs: 5 })
    const stop = new AbortController()
    const first = await spin({ signal: stop.signal })
    const second = await spin({ signal: stop.signal })
    const third = run({ say: 'third' })
    // A process starts well within this time on an idle machine.
    expect(await Promise.race([third, setTimeout(2000, 'waits')])).toBe('waits')
    stop.abort(new Error('enough'))
    await Promise.allSettled([first.outcome, second.outcome])
    expect((await third).said).toBe('third')
  })

  it('ends an idle process after a while', async () => {
    open({ idleMs: 1 })
    const { pid } = await run({})
    await gone(pid)
    expect((await run({})).pid).not.toBe(pid)
  })

  it('starts a new process for a task that arrives while an idle one is being ended', async () => {
    open({ idleMs: 0 })
    for (let i = 0; i < 20; i += 1) {
      await run({})
      // About when the idle process has been killed and its exit is not yet reported.
      await setTimeout(i % 4)
    }
  })

  it('kills a process when its task is aborted, even in an endless loop, and continues', async () => {
    open({ maxWorkers: 1 })
    const { pid } = await run({})
    const abort = new AbortController()
    const spinning = await spin({ signal: abort.signal })
    const waiting = run({ say: 'next' })
    abort.abort(new Error('no longer wanted'))
    await expect(spinning.outcome).rejects.toThrow('no longer wanted')
    expect(isAlive(pid)).toBe(false)
    expect((await waiting).said).toBe('next')
  })

  it('drops a queued task that is aborted', async () => {
    open({ maxWorkers: 1 })
    const abort = new AbortController()
    const first = new AbortController()
    const spinning = await spin({ signal: first.signal })
    const waiting = run({}, { signal: abort.signal })
    const behind = run({ say: 'behind' })
    abort.abort(new Error('gave up'))
    await expect(waiting).rejects.toThrow('gave up')
    first.abort(new Error('enough'))
    await expect(spinning.outcome).rejects.toThrow('enough')
    expect((await behind).said).toBe('behind')
  })

  it('kills a process on timeout', async () => {
    open()
    const { pid } = await run({})
    const error = await run({ spin: join(folder, 'late') }, { timeoutMs: 50 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(WorkStopped)
    expect(error).toMatchObject({ code: 'work_timed_out' })
    expect(isAlive(pid)).toBe(false)
  })

  it.each([
    ['takes more memory than it may', { grow: true }],
    ['ends by itself', { exit: 3 }],
  ])('a process that %s fails only its own task', async (_, task) => {
    open()
    const error = await run(task).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(WorkStopped)
    expect(error).toMatchObject({ code: 'work_stopped' })
    expect((await run({ say: 'still here' })).said).toBe('still here')
  })

  it('kills all processes when closed, and accepts no more tasks', async () => {
    open()
    const { pid } = await run({})
    const spinning = await spin()
    await pool.close()
    await expect(spinning.outcome).rejects.toThrow('shutting down')
    expect(isAlive(pid)).toBe(false)
    await expect(run({})).rejects.toThrow('shutting down')
  })
})
