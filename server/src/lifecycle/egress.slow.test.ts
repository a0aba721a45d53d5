import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROGRAM_ENV } from '../testing/program.ts'

const run = promisify(execFile)
const MAIN_JOB = fileURLToPath(new URL('./egress-main-job.testing.ts', import.meta.url))
/** A network with nothing but this machine's own loopback and two more addresses, for the process and all that it starts. */
const ADDRESSES = '192.0.2.7 192.0.2.9'
const SET_UP = `ip link set lo up && for each in ${ADDRESSES}; do ip addr add $each/32 dev lo; done && exec "$@"`
const WITHOUT_NETWORK = ['-rn', 'sh', '-c', SET_UP, 'sh']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'egress-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @returns what the server was seen to do; `unrouted`: packets of whatever process that were to leave the machine. */
async function mainJob(settings: Record<string, string>) {
  const { stdout } = await run('unshare', [...WITHOUT_NETWORK, process.execPath, MAIN_JOB], {
    env: { ...PROGRAM_ENV, DATA_DIR: join(folder, JSON.stringify(settings).length.toString()), ...settings },
  })
  return JSON.parse(stdout) as {
    status: string
    lines: number
    unrouted: number
    asked: { named: number; other: number }
    said: string
  }
}

test('with EGRESS=deny a call becomes a page, and no packet of server or programs is to leave the machine', async () => {
  // A system that allows no namespaces can't run this: it fails here, loudly, rather than prove nothing.
  await run('unshare', [...WITHOUT_NETWORK, 'true'])
  const seen = await mainJob({ EGRESS: 'deny' })
  expect(seen.said).not.toContain('EGRESS')
  expect(seen).toMatchObject({ status: 'active', unrouted: 0 })
  expect(seen.lines).toBeGreaterThan(5)
})

test('the count of packets notices a server that tries to reach somebody', async () => {
  const seen = await mainJob({ TRANSCRIBER: 'auto', MODELS: 'auto', MODELS_FROM: 'http://192.0.2.1' })
  expect(seen.status).toBe('active')
  expect(seen.unrouted).toBeGreaterThan(0)
})

test('with a list in EGRESS its host is asked, and one that this leads to is not', async () => {
  const settings = { TRANSCRIBER: 'auto', MODELS: 'auto', MODELS_FROM: 'http://192.0.2.7:8080' }
  const seen = await mainJob({ ...settings, EGRESS: '192.0.2.7' })
  expect(seen).toMatchObject({ status: 'active', unrouted: 0, asked: { other: 0 } })
  expect(seen.asked.named).toBeGreaterThan(0)
  expect((await mainJob(settings)).asked.other, 'without the list it goes there').toBeGreaterThan(0)
})

test('with EGRESS=deny a setting that names somebody is refused at the start', async () => {
  const seen = await mainJob({ EGRESS: 'deny', SMTP_URL: 'smtp://mail.example.com' })
  expect(seen.status).toBe('ended')
  expect(seen.said).toContain('The setting EGRESS does not allow mail.example.com, which the setting SMTP_URL needs.')
  expect(seen.unrouted).toBe(0)
})
