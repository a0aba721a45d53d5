import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticWeb } from './static-web.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-web-'))
  await writeFile(join(folder, 'index.html'), '<title>the page</title>')
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (path: string) => staticWeb(folder).request(path)

test('every address of the app answers with the page, which is asked for anew each time', async () => {
  for (const path of ['/', '/dashboard', '/microsite/one', '/Dashboard/', '/auth/confirm?token=a']) {
    const reply = await ask(path)
    expect([path, reply.status, await reply.text(), reply.headers.get('cache-control')]).toEqual([
      path,
      200,
      '<title>the page</title>',
      'no-cache',
    ])
  }
})

test('an address that the app does not have is not there, and the page says so', async () => {
  for (const path of [
    '/nowhere',
    '/dashboard/nowhere',
    '/microsite',
    '/microsite/',
    '/microsite/one/two',
    '/wp-login.php',
    '/.env',
    '/%E0%A4%A',
  ]) {
    const reply = await ask(path)
    expect([path, reply.status, await reply.text(), reply.headers.get('cache-control')]).toEqual([
      path,
      404,
      '<title>the page</title>',
      'no-cache',
    ])
  }
})

test('a file of a build that was replaced is not there, and no page stands in for it', async () => {
  const reply = await ask('/assets/app-0.js')
  expect([reply.status, await reply.text()]).toEqual([404, 'This file belongs to another version.'])
})
