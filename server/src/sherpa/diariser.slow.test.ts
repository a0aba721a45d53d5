import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProcessFailed } from '../process/process-failed.ts'
import { installVoiceModels, testEmbedding, testSegmentation } from './voice-test-models.testing.ts'
import type { Model } from '../speech-models/manifest.ts'
import { describeDiariser } from '../speakers/diariser.testing.ts'
import { createSherpaDiariser } from './diariser.ts'
import { recordTwoVoices, type TwoVoices } from '../speakers/two-voices.testing.ts'

describeDiariser('the real library with test models, which know a deep voice from a high one', async (modelsFolder) =>
  createSherpaDiariser({ modelsFolder, models: await installVoiceModels(modelsFolder) }),
)

describe('models that distinguish speakers', () => {
  const HOUR_MS = 3_600_000
  const signal = new AbortController().signal
  let root: string
  let call: TwoVoices
  let modelsFolder: string
  let models: Model[]
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sherpa-diariser-'))
    call = await recordTwoVoices(root)
  })
  afterAll(() => rm(root, { recursive: true }))
  beforeEach(async () => {
    modelsFolder = await mkdtemp(join(root, 'models-'))
    models = await installVoiceModels(modelsFolder)
  })
  const sherpa = (worker?: string) =>
    createSherpaDiariser({ modelsFolder, models, ...(worker !== undefined && { worker }) })

  test('find the actual number of speakers, or the owner’s, also in a call shorter than their window', async () => {
    const speakers = async (count: number | null) =>
      new Set((await sherpa().diarise(await call.input({ count, lines: 2 }), signal)).map(({ speaker }) => speaker))
        .size
    expect((await call.input({ lines: 2 })).durationMs).toBeLessThan(10_000)
    expect([await speakers(null), await speakers(1)]).toEqual([2, 1])
  })

  test('are not ready while one of them is missing or damaged, and say how to get it', async () => {
    await writeFile(join(modelsFolder, 'embedding/voices.onnx'), Buffer.alloc(testEmbedding().length))
    expect(await sherpa().status()).toMatchObject({
      ready: false,
      note: 'A speaker model is damaged. Run npm run models -- verify',
    })
    await expect(sherpa().diarise(await call.input(), signal)).rejects.toThrow(
      'A speaker model is damaged. Run npm run models -- verify.',
    )
    await rm(join(modelsFolder, 'embedding'), { recursive: true })
    expect(await sherpa().status()).toMatchObject({
      ready: false,
      note: 'No speaker models installed. Run npm run models -- pull',
    })
  })

  test('are not ready when their library can’t be loaded', async () => {
    const worker = join(modelsFolder, 'worker.mjs')
    await writeFile(worker, "import 'no-such-package'")
    expect(await sherpa(worker).status()).toMatchObject({
      ready: false,
      note: 'The optional package sherpa-onnx-node isn’t installed or doesn’t run on this machine.',
    })
  })

  test.each(['segmentation', 'embedding'])(
    'crash only their own process when the library can’t use the %s',
    async (broken) => {
      models = await installVoiceModels(modelsFolder, {
        segmentation: testSegmentation(),
        embedding: testEmbedding(),
        [broken]: randomBytes(5000),
      })
      await expect(sherpa().diarise(await call.input(), signal)).rejects.toThrow(ProcessFailed)
    },
  )

  test('stop when they are canceled', async () => {
    const [worker, started] = [join(modelsFolder, 'worker.mjs'), join(modelsFolder, 'started')]
    await writeFile(
      worker,
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(started)}, String(process.pid))\nsetInterval(() => {}, 1000)`,
    )
    const stop = new AbortController()
    const refused = expect(sherpa(worker).diarise(await call.input(), stop.signal)).rejects.toThrow('shutting down')
    const readPid = () => readFile(started, 'utf8').catch(() => '')
    await expect.poll(readPid).not.toBe('')
    const pid = Number(await readPid())
    stop.abort(new Error('shutting down'))
    await refused
    expect(() => process.kill(pid, 0), 'its process is gone').toThrow('ESRCH')
  })

  test('take a call of hours in wider steps, and reject one of more than four', async () => {
    const worker = join(modelsFolder, 'worker.mjs')
    const echo =
      "process.stdout.write(JSON.stringify({ startMs: 0, endMs: Math.round(1000 * JSON.parse(readFileSync(process.argv[2], 'utf8')).windowShift), label: 0 }))"
    await writeFile(worker, `import { readFileSync } from 'node:fs'\n${echo}`)
    const shiftIn = async (hours: number) =>
      (await sherpa(worker).diarise({ ...(await call.input()), durationMs: hours * HOUR_MS }, signal)).map(
        ({ endMs }) => endMs,
      )
    expect([await shiftIn(0.5), await shiftIn(1), await shiftIn(3)]).toEqual([[100], [100], [300]])
    await expect(shiftIn(4.1)).rejects.toThrow('Models separate speakers in recordings of up to 4 hours.')
  })
})
