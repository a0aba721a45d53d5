import { expect, test } from 'vitest'
import { createThread } from './thread.ts'

/** A thread that runs these lines, with `parentPort` and `workerData`. */
function getThread(lines: string, { idleMs = 60_000, data }: { idleMs?: number; data?: unknown } = {}) {
  const script = `import { parentPort, workerData, threadId } from 'node:worker_threads'\n${lines}`
  return createThread<number, unknown>({
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    idleMs,
    data,
  })
}

test('answers requests in order, with one thread that has its data', async () => {
  const thread = getThread("parentPort.on('message', (n) => parentPort.postMessage([workerData, n]))", { data: 'ours' })
  expect(await Promise.all([1, 2, 3].map((n) => thread.ask(n)))).toEqual([1, 2, 3].map((n) => ['ours', n]))
  await thread.end()
})

test.each([
  ['fails', "throw new Error('broken')"],
  ['ends', 'process.exit(3)'],
])(
  'rejects a request when the thread %s before answering, and starts another thread for the next',
  async (_how, fate) => {
    const thread = getThread(
      `parentPort.on('message', (n) => { if (n === 0) { ${fate} } parentPort.postMessage(threadId) })`,
    )
    const first = await thread.ask(1)
    await expect(Promise.all([thread.ask(0), thread.ask(1)])).rejects.toThrow(/broken|ended with 3/)
    expect(await thread.ask(1)).not.toBe(first)
    await thread.end()
  },
)

test('rejects a request that can’t be cloned, and answers the others correctly', async () => {
  const thread = getThread("parentPort.on('message', (n) => parentPort.postMessage(n))")
  const [refused, ...answers] = [(() => 0) as unknown as number, 1, 2].map((question) => thread.ask(question))
  await expect(refused).rejects.toThrow('could not be cloned')
  expect(await Promise.all(answers)).toEqual([1, 2])
  await thread.end()
})

test("rejects every request when the script doesn't exist", async () => {
  const thread = createThread({ script: new URL('missing-worker.js', import.meta.url), idleMs: 1000 })
  await expect(thread.ask(1)).rejects.toThrow('missing-worker')
  await expect(thread.ask(1)).rejects.toThrow('missing-worker')
})

test('ends an idle thread, and rejects pending requests when ended', async () => {
  const idle = getThread("parentPort.on('message', () => parentPort.postMessage(threadId))", { idleMs: 1 })
  const first = await idle.ask(1)
  await expect.poll(() => idle.ask(1)).not.toBe(first)
  const silent = getThread("parentPort.on('message', () => {})")
  const asking = expect(silent.ask(1)).rejects.toThrow('was stopped')
  await silent.end()
  await asking
})
