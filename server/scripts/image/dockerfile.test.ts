import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../places.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

/** Mistakes that the image's build doesn't catch: they fail for a user, or on the other architecture. */
describe('the image', () => {
  test('has an ffmpeg with every encoder, muxer and filter that the product uses', () => {
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    const enabled = (what: string) => new RegExp(`--enable-${what}=(\\S+)`).exec(dockerfile)?.[1]?.split(',') ?? []
    const sources = globSync('server/src/media/ffmpeg-*.ts', { cwd: ROOT })
      .filter((path) => !path.includes('test'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .join('\n')
    const named = (flags: RegExp) => [...sources.matchAll(flags)].map(([, name = '']) => name)
    const encoders = named(/-c:[av](?:',\s*'| )(\w+)/g).filter((name) => name !== 'copy')
    expect(encoders).toContain('libmp3lame')
    expect(enabled('encoder')).toEqual(expect.arrayContaining(encoders))
    for (const library of encoders.filter((name) => name.startsWith('lib')))
      expect(dockerfile).toContain(`--enable-${library} `)
    expect(enabled('muxer')).toEqual(expect.arrayContaining(['mp4', 'webm', ...named(/-f(?:',\s*'| )(\w+)/g)]))
    const known = new Set(
      [...execFileSync(FFMPEG, ['-hide_banner', '-filters'], { encoding: 'utf8' }).matchAll(/^ \S+ (\w+) /gm)].map(
        ([, name = '']) => name,
      ),
    )
    const filters = named(/['"`,](\w+)=/g).filter((name) => known.has(name))
    expect(filters).toEqual(expect.arrayContaining(['scale', 'thumbnail', 'silencedetect', 'aresample', 'drawbox']))
    expect(enabled('filter')).toEqual(expect.arrayContaining(filters))
  })

  test('finds an arm64 build of each native amd64 package', () => {
    const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
    const compiled = [...lock.matchAll(/^ {2}'?(\S*linux-x64\S*?@[\d.]+)'?:$/gm)].map(([, name = '']) => name)
    expect(compiled.length).toBeGreaterThan(4)
    for (const name of compiled) expect(lock).toContain(name.replace('linux-x64', 'linux-arm64'))
    // Its builds are inside the package.
    const folder = join(ROOT, 'server/node_modules/better-sqlite3/prebuilds')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['linux-x64.node', 'linux-arm64.node']))
  })
})
