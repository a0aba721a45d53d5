import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVER, WEB } from '../../scripts/build.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const run = promisify(execFile)
const MAIN_JOB = fileURLToPath(new URL('./egress-main-job.testing.ts', import.meta.url))
/** A network with only the loopback and two more addresses, for the process and its children. */
const ADDRESSES = '192.0.2.7 192.0.2.9'
const SET_UP = `ip link set lo up && for each in ${ADDRESSES}; do ip addr add $each/32 dev lo; done && exec "$@"`
const WITHOUT_NETWORK = ['-rn', 'sh', '-c', SET_UP, 'sh']
const SAMPLE = fileURLToPath(new URL('../../sample/sample-call.mp4', import.meta.url))
const CLIP_SECONDS = '6'

const problem = await run('unshare', [...WITHOUT_NETWORK, 'true']).then(
  () => null,
  (error: unknown) => String(error),
)
const reason = process.env['NO_NETWORK_NAMESPACES']
if (problem !== null) console.warn(`NOT TESTED: the product without a network. No namespace can be made: ${problem}`)

test('CI supports network namespaces, or gives its reason in NO_NETWORK_NAMESPACES', () => {
  expect(problem === null || process.env['CI'] !== 'true' || reason, problem ?? '').toBeTruthy()
})

describe.skipIf(problem !== null)('the product in a network without a route', () => {
  let folder: string
  let program: string
  let recording: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'egress-'))
    program = await builtProgram('main', [SERVER, WEB])
    recording = join(folder, 'call.mp4')
    await run('ffmpeg', ['-v', 'error', '-i', SAMPLE, '-t', CLIP_SECONDS, '-c', 'copy', recording])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** @returns the observations; `unrouted`: packets from any process that tried to leave the machine. */
  async function mainJob(settings: Record<string, string>) {
    const dataFolder = await mkdtemp(join(folder, 'data-'))
    const { stdout } = await run('unshare', [...WITHOUT_NETWORK, process.execPath, MAIN_JOB, program, recording], {
      env: { ...PROGRAM_ENV, DATA_DIR: dataFolder, ...settings },
    })
    return JSON.parse(stdout) as {
      seen: unknown
      unrouted: number
      asked: { named: number; other: number }
      said: string
    }
  }
  const DONE = { imported: 'active', uploaded: 'active', shared: 200, showsLine: true }
  const FETCHES = { TRANSCRIBER: 'auto', MODELS: 'auto' }

  test('completes the main job, and with EGRESS=deny attempts no connection out of the machine', async () => {
    expect(await mainJob({ ...FETCHES, EGRESS: 'deny' })).toMatchObject({ seen: DONE, unrouted: 0 })
  })

  test('completes the main job with default settings, and its attempts to fetch a model are counted', async () => {
    const { seen, unrouted } = await mainJob({ ...FETCHES, MODELS_FROM: 'http://198.51.100.1' })
    expect(seen).toEqual(DONE)
    expect(unrouted).toBeGreaterThan(0)
  })

  test('fetches models from a host that EGRESS lists, and follows no redirect to another', async () => {
    const settings = { ...FETCHES, MODELS_FROM: 'http://192.0.2.7:8080' }
    const listed = await mainJob({ ...settings, EGRESS: '192.0.2.7' })
    expect(listed).toMatchObject({ seen: DONE, unrouted: 0, asked: { other: 0 } })
    expect(listed.asked.named).toBeGreaterThan(0)
    expect((await mainJob(settings)).asked.other, 'without the list it goes there').toBeGreaterThan(0)
  })

  test('refuses to start with EGRESS=deny and a setting that names a service', async () => {
    const { seen, said, unrouted } = await mainJob({ EGRESS: 'deny', SMTP_URL: 'smtp://mail.example.com' })
    expect({ seen, unrouted }).toEqual({ seen: null, unrouted: 0 })
    expect(said).toContain('EGRESS doesn’t allow mail.example.com, which SMTP_URL needs.')
  })
})
