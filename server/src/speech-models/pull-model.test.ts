import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Model } from './manifest.ts'
import { startMirror, type Mirror } from './mirror.testing.ts'
import { pullModel, type PullOptions } from './pull-model.ts'

const BIG = randomBytes(3_000_000)
const SMALL = Buffer.from('a b c')
const getFile = (name: string, content: Buffer) => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

let root: string
let folder: string
let mirror: Mirror
let model: Model
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'models-'))
})
afterAll(() => rm(root, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'folder-'))
  mirror = await startMirror({ '/tiny/big.onnx': BIG, '/tiny/tokens.txt': SMALL })
  model = {
    id: 'tiny',
    kind: 'whisper',
    languages: ['en'],
    licence: 'MIT',
    home: `${mirror.url}/tiny/`,
    files: [getFile('big.onnx', BIG), getFile('tokens.txt', SMALL)],
  }
  return () => mirror.close()
})

const pull = (options: Partial<PullOptions> = {}) =>
  pullModel(model, {
    folder,
    from: mirror.url,
    egress: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    retryMs: 0,
    ...options,
  })
const stored = async () => (await readdir(join(folder, 'tiny')).catch((): string[] => [])).toSorted()

describe('a model', () => {
  test('downloads once from a mirror, its publisher or a folder, and reports progress', async () => {
    let [highest, falls] = [0, 0]
    const onProgress: PullOptions['onProgress'] = ({ name }, bytes) => {
      if (name !== 'big.onnx') return
      if (bytes < highest) falls += 1
      highest = Math.max(highest, bytes)
    }
    expect(await pull({ onProgress })).toBe(2)
    expect([highest, falls]).toEqual([BIG.length, 0])
    expect(await stored()).toEqual(['big.onnx', 'tokens.txt'])
    expect(await readFile(join(folder, 'tiny/big.onnx'))).toEqual(BIG)
    expect(await pull()).toBe(0)
    const carried = folder
    folder = await mkdtemp(join(root, 'folder-'))
    expect(await pull({ from: carried })).toBe(2)
    folder = await mkdtemp(join(root, 'folder-'))
    expect(await pull({ from: null })).toBe(2)
  })

  test('resumes after a broken connection, and fetches no byte twice', async () => {
    mirror.faults.push('cut', 'unavailable', 'cut')
    await pull()
    expect(await readFile(join(folder, 'tiny/big.onnx'))).toEqual(BIG)
    const starts = mirror.asked
      .filter(({ path }) => path.endsWith('big.onnx'))
      .map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
    expect(starts).toHaveLength(4)
    expect(starts[1]).toBeGreaterThan(0)
    expect(starts[3]).toBeGreaterThan(starts[1] ?? 0)
  })

  test('is complete when several processes fetch it to one folder, and no process fails', async () => {
    for (let round = 0; round < 2; round += 1) {
      await rm(join(folder, 'tiny'), { recursive: true, force: true })
      await Promise.all([pull(), pull(), pull()])
      expect(await readFile(join(folder, 'tiny/big.onnx'))).toEqual(BIG)
      expect(await stored()).toEqual(['big.onnx', 'tokens.txt'])
    }
  })

  test('resumes in the next run after a stop', async () => {
    const stop = new AbortController()
    const stopped = pull({
      signal: stop.signal,
      onProgress: (_, bytes) => bytes > 100_000 && stop.abort(new Error('stopped')),
    })
    await expect(stopped).rejects.toThrow()
    expect(await stored()).toEqual(['big.onnx.part'])
    await pull()
    expect(mirror.asked.some(({ range }) => range !== undefined)).toBe(true)
    expect(await readFile(join(folder, 'tiny/big.onnx'))).toEqual(BIG)
  })

  test.each(['no-ranges', 'wrong-range'] as const)('is complete when its mirror has %s', async (fault) => {
    mirror.faults.push('cut', fault)
    await pull()
    expect(await readFile(join(folder, 'tiny/big.onnx'))).toEqual(BIG)
  })

  test("is deleted when it isn't the expected file, and never gets its final name", async () => {
    const [big, tokens] = model.files
    if (big === undefined || tokens === undefined) throw new Error('there are two files')
    model = { ...model, files: [{ ...big, sha256: '0'.repeat(64) }] }
    await expect(pull()).rejects.toThrow('big.onnx has the wrong SHA-256 and was removed. Try again.')
    model = { ...model, files: [{ ...tokens, bytes: 3 }] }
    await expect(pull()).rejects.toThrow('tokens.txt is larger than the expected 3 bytes.')
    expect((await stored()).filter((name) => !name.endsWith('.part'))).toEqual([])
  })

  test('is fetched again when it was damaged later', async () => {
    await pull()
    await writeFile(join(folder, 'tiny/tokens.txt'), 'a b x')
    expect(await pull()).toBe(1)
    expect(await readFile(join(folder, 'tiny/tokens.txt'))).toEqual(SMALL)
  })

  test('comes only from hosts that EGRESS allows, redirects included', async () => {
    const from = `${mirror.url}/moved`
    mirror.moveTo('http://models.example.com/')
    const refused = 'EGRESS doesn’t allow connections to models.example.com.'
    await expect(pull({ from, egress: [] })).rejects.toThrow(refused)
    await expect(pull({ from: 'http://models.example.com', egress: [] })).rejects.toThrow(refused)
    mirror.moveTo(`${mirror.url}/`)
    expect(await pull({ from, egress: [] })).toBe(2)
  })

  test("fails with one sentence when it doesn't exist or its mirror is unreachable", async () => {
    await expect(pull({ from: `${mirror.url}/elsewhere` })).rejects.toThrow(
      /^Can’t download http:\S+elsewhere\/tiny\/big\.onnx: 127\.0\.0\.1:\d+ returned 404\.$/,
    )
    mirror.faults.push(...Array.from({ length: 5 }, () => 'unavailable' as const))
    await expect(pull()).rejects.toThrow(
      /^Couldn’t download big\.onnx: \S+ returned 503\. Downloaded parts are saved\.$/,
    )
    await mkdir(join(root, 'empty'), { recursive: true })
    await expect(pull({ from: join(root, 'empty') })).rejects.toThrow(/^There is no file \S+big\.onnx\.$/)
  })
})
