import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extensionPackages, staticWeb } from './static-web.ts'

describe('the web app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-web-'))
    await writeFile(join(folder, 'index.html'), '<title>the page</title>')
    await mkdir(join(folder, '.site'))
    for (const name of ['landing', 'pricing'])
      await writeFile(join(folder, `.site/${name}.html`), `<title>${name}</title>`)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const ask = (path: string) => staticWeb(folder).request(path)

  test('serves the app’s page at every path of the app, never cached', async () => {
    for (const path of ['/dashboard', '/microsite/one', '/Dashboard/', '/auth/confirm?token=a']) {
      const reply = await ask(path)
      expect([path, reply.status, await reply.text(), reply.headers.get('cache-control')]).toEqual([
        path,
        200,
        '<title>the page</title>',
        'no-cache',
      ])
    }
  })

  test('serves public pages at their own paths only, never cached', async () => {
    for (const [path, name] of [
      ['/', 'landing'],
      ['/pricing?plan=pro', 'pricing'],
      ['/Pricing/', 'pricing'],
    ] as const) {
      const reply = await ask(path)
      expect([path, reply.status, await reply.text(), reply.headers.get('cache-control')]).toEqual([
        path,
        200,
        `<title>${name}</title>`,
        'no-cache',
      ])
    }
    expect((await ask('/.site/pricing.html')).status).toBe(404)
    expect((await ask('/pricing.html')).status).toBe(404)
  })

  test('serves the page with 404 at an unknown address', async () => {
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

  test('does not serve hidden files of the build', async () => {
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

  test('does not find a file of a replaced build, and serves no page in its place', async () => {
    const reply = await ask('/assets/app-0.js')
    expect([reply.status, await reply.text()]).toEqual([404, 'This file belongs to another version.'])
  })

  test('sends the build’s compressed files to clients that accept them, and plain ones to others', async () => {
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

describe('extension packages', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extension-packages-'))
    await writeFile(join(folder, 'callfolio-chrome.zip'), getPackage({ manifest_version: 3, host_permissions: [] }))
    await writeFile(join(folder, 'secret.zip'), 'PK')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const getPackage = (manifest: object) =>
    zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)), 'popup.html': strToU8('<title>popup</title>') })
  const ask = (path: string, address = 'https://calls.example.com:8443/app') =>
    extensionPackages(folder, () => address).request(path)
  const filesIn = async (reply: Response) =>
    Object.entries(unzipSync(new Uint8Array(await reply.arrayBuffer()))).map(([name, file]) => [name, strFromU8(file)])

  test('serves a package as an archive, always the newest one', async () => {
    const reply = await ask('/extension/callfolio-chrome.zip')
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-cache',
    ])
  })

  test('writes its own address into a package, and lets it connect there', async () => {
    expect(await filesIn(await ask('/extension/callfolio-chrome.zip'))).toEqual([
      ['manifest.json', '{"manifest_version":3,"host_permissions":["https://calls.example.com/*"]}'],
      ['popup.html', '<title>popup</title>'],
      ['server.json', '{"address":"https://calls.example.com:8443/app"}'],
    ])
  })

  test('lists its host among the permissions once', async () => {
    const built = getPackage({ manifest_version: 3, host_permissions: ['http://localhost/*'] })
    await writeFile(join(folder, 'callfolio-firefox.zip'), built)
    const [manifest] = await filesIn(await ask('/extension/callfolio-firefox.zip', 'http://localhost:3000'))
    await rm(join(folder, 'callfolio-firefox.zip'))
    expect(manifest).toEqual(['manifest.json', '{"manifest_version":3,"host_permissions":["http://localhost/*"]}'])
  })

  test('serves a newer build after the first download', async () => {
    const file = join(folder, 'callfolio-chrome.zip')
    const app = extensionPackages(folder, () => 'https://calls.example.com')
    await app.request('/extension/callfolio-chrome.zip')
    await writeFile(file, getPackage({ manifest_version: 3, version: '2' }))
    await utimes(file, 1, 1)
    const [manifest] = await filesIn(await app.request('/extension/callfolio-chrome.zip'))
    expect(manifest?.[1]).toContain('"version":"2"')
  })

  test('answers 503 for a package that is not built, and serves nothing else of the folder', async () => {
    expect((await ask('/extension/callfolio-firefox.zip')).status).toBe(503)
    for (const path of ['/extension/secret.zip', '/extension/..%2fsecret.zip', '/extension'])
      expect((await ask(path)).status).toBe(404)
  })
})
