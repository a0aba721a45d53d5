import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'

const packageSchema = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
const { version, scripts } = packageSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

const stepSchema = z.looseObject({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})
const workflowSchema = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'needs': z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]),
      'uses': z.string().optional(),
      'runs-on': z.string().optional(),
      'strategy': z
        .object({ matrix: z.object({ include: z.array(z.object({ runner: z.string(), arch: z.string() })) }) })
        .optional(),
      'steps': z.array(stepSchema).default([]),
    }),
  ),
})
const workflow = (name: string) =>
  workflowSchema.parse(parse(readFileSync(join(ROOT, '.github/workflows', name), 'utf8')))

test('a version has its part of the changelog, which the release’s workflow asks for', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  expect(changelog.includes(`## [${version}]`) || changelog.includes(`Will be ${version}.`)).toBe(true)
})

describe('on a public host', () => {
  const [tests, release] = [workflow('test.yml'), workflow('release.yml')]
  const stepsOf = (name: string) => release.jobs[name]?.steps ?? []

  test.each([
    ['test.yml', tests],
    ['release.yml', release],
  ])('%s names only jobs, scripts and workflows that there are', (_name, { jobs }) => {
    for (const [name, { needs, uses, steps, ...job }] of Object.entries(jobs)) {
      expect(
        needs.filter((other) => !(other in jobs)),
        name,
      ).toEqual([])
      expect(uses ?? job['runs-on'], name).toBeDefined()
      if (uses !== undefined) expect(existsSync(join(ROOT, uses)), uses).toBe(true)
      for (const { run = '' } of steps)
        for (const [, script = ''] of run.matchAll(/npm (?:run )?(?!run)([\w-]+)/g))
          expect(scripts).toHaveProperty(script)
    }
  })

  test('every push and every release runs all tests', () => {
    expect(Object.keys(tests.on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']))
    expect(Object.values(tests.jobs).flatMap(({ steps }) => steps.map(({ run }) => run))).toContain('.ci/run')
    expect(release.on).toEqual({ push: { tags: ['v*.*.*'] } })
    expect(release.jobs['test']?.uses).toBe('./.github/workflows/test.yml')
    for (const name of ['image', 'publish']) {
      const { needs = [] } = release.jobs[name] ?? {}
      expect(needs.includes('test') || needs.includes('image'), name).toBe(true)
    }
  })

  test('a release builds the image on a machine of each kind, names both as one, and packs the extension', () => {
    expect(release.jobs['image']?.strategy?.matrix.include).toEqual([
      { runner: 'ubuntu-24.04', arch: 'amd64' },
      { runner: 'ubuntu-24.04-arm', arch: 'arm64' },
    ])
    const build = stepsOf('image').find(({ uses }) => uses?.startsWith('docker/build-push-action@'))
    expect(build?.with).toMatchObject({ context: '.', push: true, platforms: 'linux/${{ matrix.arch }}' })
    const commands = stepsOf('publish').flatMap(({ run }) => run ?? [])
    expect(commands.join('\n')).toContain('"$IMAGE:$VERSION-amd64" "$IMAGE:$VERSION-arm64"')
    expect(commands).toContain('npm run zip')
    expect(commands.join('\n')).toContain('extension/dist/*.zip')
  })
})
