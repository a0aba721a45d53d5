import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../places.ts'
import { isIgnored, parseDockerfile, settingsOf, wordsOf } from './dockerfile.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

describe('a Dockerfile', () => {
  test('is read in stages, with lines that go on and without comments', () => {
    expect(
      parseDockerfile('# a\nFROM one AS first\nRUN a \\\n# between\n && b\n\nFROM two\nCOPY --from=first /x /y\n'),
    ).toEqual([
      { base: 'one', name: 'first', instructions: [{ name: 'RUN', text: 'a   && b' }] },
      { base: 'two', name: null, instructions: [{ name: 'COPY', text: '--from=first /x /y' }] },
    ])
  })

  test('with an instruction that would not be carried out is refused', () => {
    expect(() => parseDockerfile('FROM one\nADD https://example.com/x /x')).toThrow('ADD is not known')
    expect(() => parseDockerfile('RUN a')).toThrow('before the first FROM')
  })

  test('names the words of a command, and settings', () => {
    expect(wordsOf('--interval=30s CMD ["a", "b c"]')).toEqual(['a', 'b c'])
    expect(settingsOf('A=1 B=x=y')).toEqual({ A: '1', B: 'x=y' })
  })
})

test('what .dockerignore names stays outside of the image, in any folder where it says so', () => {
  const patterns = ['.git', '**/node_modules', '**/*.log']
  for (const path of ['.git/config', 'node_modules/a', 'server/node_modules/a/b.js', 'a/b.log'])
    expect(isIgnored(path, patterns), path).toBe(true)
  for (const path of ['.github/x', 'server/src/node_modules.ts', 'a/.git'])
    expect(isIgnored(path, patterns)).toBe(false)
})

describe('the image', () => {
  const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const said = (name: string) => stages.at(-1)?.instructions.find((each) => each.name === name)?.text

  test('runs as a user without rights, below tini, with a health check and models fetched by themselves', () => {
    expect(said('USER')).toBe('10001:10001')
    expect(wordsOf(said('ENTRYPOINT') ?? '')[0]).toBe('tini')
    expect(wordsOf(said('HEALTHCHECK') ?? '')).toEqual(['node', 'server/scripts/image/healthy.mjs'])
    expect(settingsOf(said('ENV') ?? '')).toMatchObject({ MODELS: 'auto', DATA_DIR: '/data', HOST: '0.0.0.0' })
  })

  test('copies the package files of every workspace before it installs', () => {
    const copied = stages.flatMap(({ instructions }) => instructions.map(({ text }) => text)).join('\n')
    for (const name of ['e2e', 'extension', 'server', 'shared', 'web']) expect(copied).toContain(`${name}/package.json`)
  })

  test('has an ffmpeg that writes all that the product has it write', () => {
    const steps = stages.flatMap(({ instructions }) => instructions.map(({ text }) => text)).join(' ')
    const enabled = (what: string) => new RegExp(`--enable-${what}=(\\S+)`).exec(steps)?.[1]?.split(',') ?? []
    const sources = globSync('server/src/media/ffmpeg-*.ts', { cwd: ROOT })
      .filter((path) => !path.includes('test'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .join('\n')
    const named = (flags: RegExp) => [...sources.matchAll(flags)].map(([, name = '']) => name)
    const encoders = named(/'-c:[av]',\s*'(\w+)'/g).filter((name) => name !== 'copy')
    expect(encoders).toContain('libmp3lame')
    expect(enabled('encoder')).toEqual(expect.arrayContaining(encoders))
    for (const library of encoders.filter((name) => name.startsWith('lib')))
      expect(steps).toContain(`--enable-${library} `)
    expect(enabled('muxer')).toEqual(expect.arrayContaining(['mp4', 'webm', ...named(/'-f',\s*'(\w+)'/g)]))
    const known = new Set(
      [...execFileSync(FFMPEG, ['-hide_banner', '-filters'], { encoding: 'utf8' }).matchAll(/^ \S+ (\w+) /gm)].map(
        ([, name = '']) => name,
      ),
    )
    const filters = named(/['"`,](\w+)=/g).filter((name) => known.has(name))
    expect(filters).toEqual(expect.arrayContaining(['scale', 'thumbnail', 'silencedetect', 'aresample', 'drawbox']))
    expect(enabled('filter')).toEqual(expect.arrayContaining(filters))
  })

  test('finds each package that is compiled for amd64 also for arm64', () => {
    const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
    const compiled = [...lock.matchAll(/^ {2}'?(\S*linux-x64\S*?@[\d.]+)'?:$/gm)].map(([, name = '']) => name)
    expect(compiled.length).toBeGreaterThan(4)
    for (const name of compiled) expect(lock).toContain(name.replace('linux-x64', 'linux-arm64'))
    // Its builds are in the package itself.
    const folder = join(ROOT, 'server/node_modules/better-sqlite3/prebuilds')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['linux-x64.node', 'linux-arm64.node']))
  })
})
