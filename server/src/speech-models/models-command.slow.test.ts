import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProcessFailed } from '../process/process-failed.ts'
import { run } from '../process/run.ts'

const COMMAND = fileURLToPath(new URL('../models.ts', import.meta.url))

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'models-command-'))
})
afterAll(() => rm(root, { recursive: true }))

/** Runs the command with MODELS_DIR in `.env`, like an operator. */
async function models(...args: string[]) {
  await writeFile(join(root, '.env'), `MODELS_DIR=${join(root, 'models')}\n`)
  const options = { signal: new AbortController().signal, timeoutMs: 240_000, cwd: root }
  return run(process.execPath, [COMMAND, ...args], options).then(
    ({ stdout, stderr }) => ({ ok: true, stdout, stderr }),
    (error: unknown) => ({
      ok: false,
      stdout: '',
      stderr: error instanceof ProcessFailed ? error.stderr : String(error),
    }),
  )
}

test('lists known and installed models, and reports damaged ones', async () => {
  const empty = await models('list')
  expect((await stat(join(root, 'models'))).mode & 0o777, 'as all of the data folder').toBe(0o700)
  expect(empty.stdout).toMatch(/parakeet-tdt-110m-int8 +136 MB +en +not installed +CC-BY-4\.0/)
  expect(empty.stdout).toMatch(/qwen3-1\.7b-q8_0 +1834 MB +not installed +Apache-2\.0/)
  expect(empty.stdout).toMatch(/qwen3-4b-q4_k_m +2497 MB +not installed +Apache-2\.0/)
  expect(await models('verify')).toMatchObject({ ok: true, stdout: '' })
  await mkdir(join(root, 'models/silero-vad'), { recursive: true })
  await writeFile(join(root, 'models/silero-vad/silero_vad.onnx'), Buffer.alloc(643_854))
  expect((await models('list')).stdout).toMatch(/silero-vad .* installed /)
  expect(await models('verify')).toMatchObject({ ok: false, stderr: '1 file is missing or damaged.\n' })
})

test('checks a copied folder before using it', async () => {
  await mkdir(join(root, 'stick/silero-vad'), { recursive: true })
  await copyFile(COMMAND, join(root, 'stick/silero-vad/silero_vad.onnx'))
  const { ok, stderr } = await models('pull', 'stick', '--model', 'silero-vad')
  expect([ok, stderr.trimEnd().split('\n').at(-1)]).toEqual([
    false,
    expect.stringMatching(/silero_vad\.onnx has the wrong size: \d+ bytes instead of 643854\.$/),
  ])
})

test('exits with a sentence and the usage for invalid arguments', async () => {
  expect((await models('pull', '--model', 'gpt')).stderr).toMatch(
    /^Unknown model gpt\. Available: silero-vad, .*\nUsage: /,
  )
  expect((await models('push')).stderr).toMatch(/^Unknown command "push"\.\nUsage: /)
})
