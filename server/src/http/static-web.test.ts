import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extensionPackages, staticWeb } from './static-web.ts'

describe('the web app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-web-'))
    await writeFile(join(folder, 'index.html'), '<title>the page</title>')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const ask = (path: string) => staticWeb(folder).request(path)

  test('every address of the app answers with the page, which is never cached', async () => {
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

  test('an unknown address is answered with 404 and the page', async () => {
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

  test('hidden files of the build are not served', async () => {
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, '.vite/manifest.json'), '{"shared-page/script/main.ts":{}}')
    for (const path of [
      '/.vite/manifest.json',
      '/%2evite/manifest.json',
      '/%2Evite%2Fmanifest.json',
      '//.vite/manifest.json',
    ]) {
      const reply = await ask(path)
      expect([path, reply.status, await reply.text()]).toEqual([path, 404, '<title>the page</title>'])
    }
  })

  test('a file of a replaced build is not found, and no page is served in its place', async () => {
    const reply = await ask('/assets/app-0.js')
    expect([reply.status, await reply.text()]).toEqual([404, 'This file belongs to another version.'])
  })

  test('what the build compressed is sent as it is to who takes it, and the file itself to others', async () => {
    await mkdir(join(folder, 'assets'))
    const script = `/* ${'as long as a script '.repeat(100)} */`
    const compressed = gzipSync(`${script}\n// by the build`)
    await writeFile(join(folder, 'assets/app-1.js'), script)
    await writeFile(join(folder, 'assets/app-1.js.gz'), compressed)
    const get = (encodings: string) =>
      staticWeb(folder).request('/assets/app-1.js', { headers: { 'accept-encoding': encodings } })
    const reply = await get('gzip, deflate, br, zstd')
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(compressed)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'vary': 'Accept-Encoding',
    })
    const plain = await get('identity')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  })
})

describe('the packages of the extension', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extension-packages-'))
    await writeFile(join(folder, 'callfolio-chrome.zip'), 'PK')
    await writeFile(join(folder, 'secret.zip'), 'PK')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const ask = (path: string) => extensionPackages(folder).request(path)

  test('a package is served as an archive, the newest one each time', async () => {
    const reply = await ask('/extension/callfolio-chrome.zip')
    expect([
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('cache-control'),
      await reply.text(),
    ]).toEqual([200, 'application/zip', 'no-cache', 'PK'])
  })

  test('a package that is not built is answered with 503, and nothing else of the folder is served', async () => {
    expect((await ask('/extension/callfolio-firefox.zip')).status).toBe(503)
    for (const path of ['/extension/secret.zip', '/extension/..%2fsecret.zip', '/extension'])
      expect((await ask(path)).status).toBe(404)
  })
})
