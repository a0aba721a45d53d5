import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasCode } from '../storage/durable-file.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const MAIN = await builtProgram('main')

let parent: string
let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'data-folder-'))
  folder = join(parent, 'data')
  children = []
})
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
  await rm(parent, { recursive: true, force: true })
})

/** Starts the product under the usual umask. @returns its address, or its output if it exited. */
async function start(): Promise<{ child: ChildProcess; url: string | null; said: string; code: number | null }> {
  const child = spawn('sh', ['-c', 'umask 022; exec "$0" "$1"', process.execPath, MAIN], {
    cwd: parent,
    env: { ...PROGRAM_ENV, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', TRANSCRIBER: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    said += line
    const url = /is ready at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return { child, url, said, code: null }
  }
  if (child.exitCode === null) await once(child, 'close')
  return { child, url: null, said, code: child.exitCode }
}

/** Files and folders in the data folder, including itself, that other users can access. */
async function exposed(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const found = await Promise.all(
    paths.map(async (path) => {
      // Running work may delete its own files during the check.
      const facts = await lstat(path).catch(nothingWhenGone)
      return facts === null || facts.isSymbolicLink() || (facts.mode & 0o077) === 0
        ? []
        : [`${path} ${(facts.mode & 0o777).toString(8)}`]
    }),
  )
  return found.flat()
}

function nothingWhenGone(error: unknown): null {
  if (!hasCode(error, 'ENOENT')) throw error
  return null
}

const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>We ship four pallets to Acme on Friday.'

/** Signs up, creates a microsite from captions, begins an upload and triggers an email. */
async function work(url: string): Promise<void> {
  const json = (path: string, body: unknown, token = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authorization': `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const email = 'ann@example.org'
  const { access_token: token } = (await (
    await json('/auth/v1/signup', { email, password: 'long enough' })
  ).json()) as { access_token: string }
  expect((await json('/api/process-meeting', { captions: CAPTIONS }, token)).status).toBe(200)
  expect((await json('/auth/v1/recover', { email })).status).toBe(200)
  const upload = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '9', 'authorization': `Bearer ${token}` },
  })
  expect(upload.status).toBe(201)
  await expect.poll(() => readdir(join(folder, 'outbox')).catch(() => []), { timeout: 60_000 }).not.toEqual([])
}

test('makes all files private to the server’s user, whatever the umask', async () => {
  const { url } = await start()
  await work(url ?? '')
  const names = await readdir(folder)
  expect(names).toEqual(expect.arrayContaining(['callfolio.db', 'callfolio.db-wal', 'outbox', 'uploads', 'uservideos']))
  expect(await exposed()).toEqual([])
})

test('makes files of an earlier version private at the start, and leaves symbolic links alone', async () => {
  const outside = join(parent, 'outside')
  await writeFile(outside, 'x')
  for (const path of ['uservideos/ann/meetings', 'outbox', 'models'])
    await mkdir(join(folder, path), { recursive: true })
  for (const path of ['callfolio.db', 'uservideos/ann/meetings/1.mp4', 'outbox/1.eml', 'models/model.bin'])
    await writeFile(join(folder, path), '')
  await symlink(outside, join(folder, 'uservideos/link'))
  for (const path of ['.', 'uservideos', 'uservideos/ann']) await chmod(join(folder, path), 0o755)
  expect((await exposed()).length).toBeGreaterThan(8)
  expect((await start()).url).not.toBeNull()
  expect(await exposed()).toEqual([])
  expect((await lstat(outside)).mode & 0o777).toBe(0o644)
})

test("refuses a second server on the same folder with a sentence, and leaves the first one's work alone", async () => {
  const first = await start()
  const unfinished = join(folder, 'work/unfinished')
  await mkdir(unfinished, { recursive: true })
  const second = await start()
  expect([second.url, second.code]).toEqual([null, 1])
  expect(second.said).toBe(
    `Another server is using the data folder ${folder}. Stop it first, or set another DATA_DIR.\n`,
  )
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await readdir(join(folder, 'work'))).toEqual(['unfinished'])
})

test.each(['', 'data'])(
  'refuses a data folder that is a file, or is inside one, with one sentence: file/%s',
  async (rest) => {
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'mine')
    folder = join(folder, rest)
    const { said, code } = await start()
    expect([said, code]).toEqual([`The setting DATA_DIR is invalid: ${folder} is a file, or is inside one.\n`, 1])
  },
)

test('starts after a killed server', async () => {
  const { child } = await start()
  child.kill('SIGKILL')
  await once(child, 'close')
  expect((await start()).url).not.toBeNull()
})
