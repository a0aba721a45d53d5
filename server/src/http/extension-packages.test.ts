import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extensionPackages } from './extension-packages.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extension-packages-'))
  await writeFile(join(folder, 'callfolio-chrome.zip'), 'PK')
  await writeFile(join(folder, 'secret.zip'), 'PK')
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (path: string) => extensionPackages(folder).request(path)

test('a package is handed out as an archive, the newest one each time', async () => {
  const reply = await ask('/extension/callfolio-chrome.zip')
  expect([
    reply.status,
    reply.headers.get('content-type'),
    reply.headers.get('cache-control'),
    await reply.text(),
  ]).toEqual([200, 'application/zip', 'no-cache', 'PK'])
})

test('a package that is not built is told, and nothing else of the folder is handed out', async () => {
  expect((await ask('/extension/callfolio-firefox.zip')).status).toBe(503)
  for (const path of ['/extension/secret.zip', '/extension/..%2fsecret.zip', '/extension'])
    expect((await ask(path)).status).toBe(404)
})
