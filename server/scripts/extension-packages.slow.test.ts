import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { BIN, ROOT } from './places.ts'

const DIST = join(ROOT, 'extension/dist')
const NAMES = [
  'callfolio-0.1.0-chrome-store.zip',
  'callfolio-0.1.0-firefox-store.zip',
  'callfolio-0.1.0-sources.zip',
] as const

/** Like `npm run zip`. @returns the SHA-256 of each package. */
async function makePackages(): Promise<string[]> {
  for (const browser of ['chrome', 'firefox'])
    await promisify(execFile)(join(BIN, 'wxt'), ['zip', '-b', browser], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', FOR_STORES: 'true' },
    })
  return Promise.all(
    NAMES.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(DIST, name)))
        .digest('hex'),
    ),
  )
}

/** The names in a zip's central directory (APPNOTE 4.3.12). */
function namesIn(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    names.push(zip.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}

const filesIn = async (folder: string) =>
  (await readdir(join(DIST, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(DIST, folder).length + 1))

/** Every file of the package that a manifest names. */
function filesNamedBy(value: unknown): string[] {
  if (typeof value === 'string')
    return /^\/?[\w./-]+\.(?:html|js|css|png|svg|json)$/.test(value) ? [value.replace(/^\//, '')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesNamedBy) : []
}

/** Patterns not allowed in code for store review: remote code, code from text, and development-only code. */
const FORBIDDEN = [
  /\beval\(/,
  /new Function\(/,
  /importScripts\(\s*['"`]https?:/,
  /import\(\s*['"`]https?:/,
  /<script[^>]*src=["']https?:/,
  /<link[^>]*href=["']https?:/,
  /sourceMappingURL/,
  /jsxDEV/,
  /react-refresh/,
  /import\.meta\.hot/,
  /localhost:3100/,
]
/** Newer than the oldest browser in the manifest. */
const TOO_NEW = [
  /\bURL\.parse\(/,
  /Promise\.(?:withResolvers|try)\(/,
  /Array\.fromAsync\(/,
  /(?:Object|Map)\.groupBy\(/,
  /RegExp\.escape\(/,
  /Iterator\.from\(/,
]

let hashes: string[]
beforeAll(async () => {
  hashes = await makePackages()
})

test('builds identical packages from the same sources, byte for byte', async () => {
  expect(await makePackages()).toEqual(hashes)
})

describe.each([
  ['chrome-store', NAMES[0]],
  ['firefox-store', NAMES[1]],
])('the package of %s', (folder, name) => {
  test('contains the build output and nothing else', async () => {
    const files = await filesIn(folder)
    expect(namesIn(await readFile(join(DIST, name))).toSorted()).toEqual(files.toSorted())
    expect(files.filter((file) => !/\.(?:html|js|css|json|png|woff2)$/.test(file))).toEqual([])
  })

  test('contains every file named by its manifest and pages', async () => {
    const files = await filesIn(folder)
    const manifest: unknown = JSON.parse(await readFile(join(DIST, folder, 'manifest.json'), 'utf8'))
    expect(filesNamedBy(manifest).length).toBeGreaterThan(5)
    expect(filesNamedBy(manifest).filter((file) => !files.includes(file))).toEqual([])
    for (const page of files.filter((file) => file.endsWith('.html'))) {
      const named = [...(await readFile(join(DIST, folder, page), 'utf8')).matchAll(/(?:src|href)="\/?([^"]+)"/g)].map(
        ([, file]) => file,
      )
      expect(
        named.filter((file) => !files.includes(file ?? '')),
        page,
      ).toEqual([])
    }
  })

  test('contains no remote code, no development code and no API missing from its oldest browser', async () => {
    for (const file of (await filesIn(folder)).filter((each) => /\.(?:js|html)$/.test(each))) {
      const text = await readFile(join(DIST, folder, file), 'utf8')
      expect([...FORBIDDEN, ...TOO_NEW].filter((pattern) => pattern.test(text)).map(String), file).toEqual([])
    }
  })
})

test('the package for Chrome’s store has no key, which the store would refuse', async () => {
  expect(JSON.parse(await readFile(join(DIST, 'chrome-store/manifest.json'), 'utf8'))).not.toHaveProperty('key')
})

test.each(['chrome-store', 'firefox-store'])('%s needs no host and comes from no server', async (folder) => {
  const manifest = JSON.parse(await readFile(join(DIST, folder, 'manifest.json'), 'utf8')) as Record<string, string[]>
  expect([...(manifest['permissions'] ?? []), ...(manifest['host_permissions'] ?? [])].join()).not.toContain('://')
  expect(manifest['optional_host_permissions']).toEqual(
    expect.arrayContaining(['https://meet.google.com/*', 'https://*.zoom.us/*', 'https://teams.microsoft.com/*']),
  )
  expect(await filesIn(folder)).not.toContain('server.json')
})

test('gives Firefox’s reviewers the built sources, and no recordings, settings or packages', async () => {
  const names = namesIn(await readFile(join(DIST, NAMES[2])))
  expect(names).toEqual(
    expect.arrayContaining([
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'wxt.config.ts',
      'extension/entrypoints/background/index.ts',
      'shared/brand.ts',
    ]),
  )
  expect(names.filter((name) => !/^(?:extension|shared)\//.test(name)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'e2e/package.json',
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'server/package.json',
    'server/scripts/check-node.mjs',
    'server/scripts/setup.mjs',
    'tsconfig.json',
    'web/package.json',
    'wxt.config.ts',
  ])
  expect(
    names.filter((name) => /(?:^|\/)(?:node_modules|dist|data|\.[^/]*)\//.test(name) || /(?:^|\/)\.env/.test(name)),
  ).toEqual([])
})
