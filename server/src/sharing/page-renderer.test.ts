import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { SHARED_WITHOUT_CONTENT } from '@callfolio/shared/contract/samples.testing.ts'
import type { OpenPage, SharedPage } from '@callfolio/shared/shared-page.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'
import { createPageBuild } from './page-renderer.ts'

const GONE: SharedPage = { state: 'gone', why: 'unknown' }

const OPEN: OpenPage = {
  state: 'open',
  microsite: SHARED_WITHOUT_CONTENT,
  expiresAt: '2026-12-01T00:00:00.000Z',
  viewTicket: 'ticket',
  video: null,
  isWithheld: false,
  startMs: null,
  cardUrl: null,
  preparation: null,
  version: 'v1',
}

let folder: string
let renderer: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'))
  renderer = join(folder, 'render.mjs')
  await mkdir(join(folder, '.vite'))
})
afterEach(() => rm(folder, { recursive: true }))
const tasks = createTaskRunner({ most: 1 })
afterAll(() => tasks.close())

test('a build that is not there yet is said to be so, and found once it is', async () => {
  const build = createPageBuild({ renderer, web: folder }, tasks)
  await expect(build()).rejects.toMatchObject({ code: 'unavailable' })
  await writeFile(
    renderer,
    'export const renderSharedPage = (page) => `<p>${page.state} ${process.pid}`; export const writePage = (page) => ({ html: `${page.state} ${process.pid}`, parts: [] }); export const openPageAt = ({ html }) => html; export const partAt = () => 1',
  )
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'shared-page/script/main.ts': {
        file: 'assets/a.js',
        css: ['assets/a.css'],
        assets: ['assets/inter-greek-wght-normal-b.woff2', 'assets/inter-latin-wght-normal-a.woff2'],
        isEntry: true,
      },
    }),
  )
  const { render, write, assets } = await build()
  expect(assets).toEqual({
    script: '/assets/a.js',
    styles: ['/assets/a.css'],
    font: '/assets/inter-latin-wght-normal-a.woff2',
  })
  const frame = { origin: '', now: new Date(), assets, language: 'en' as const }
  expect(await render(GONE, frame)).toBe(`<p>gone ${process.pid}`)
  const line = { speaker: null, start_ms: 0, end_ms: 1, text: 'Hello.' }
  const segments = Array.from({ length: 2000 }, (_, index) => ({ ...line, id: `s${index}` }))
  const long: SharedPage = { state: 'preview', microsite: { ...SHARED_WITHOUT_CONTENT, segments } }
  const elsewhere = await render(long, frame)
  expect(elsewhere).toMatch(/^<p>preview \d+$/)
  expect(elsewhere, 'a long page is written by another process').not.toContain(` ${process.pid}`)
  expect((await write(OPEN, frame)).html).toBe(`open ${process.pid}`)
})

test('a build without the page’s script or its renderer is refused', async () => {
  await writeFile(
    renderer,
    'export const renderSharedPage = (page) => page.state; export const writePage = (page) => ({ html: `${page.state} ${process.pid}`, parts: [] }); export const openPageAt = ({ html }) => html; export const partAt = () => 1',
  )
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await expect(createPageBuild({ renderer, web: folder }, tasks)()).rejects.toThrow('shared-page/script/main.ts')
  const other = join(folder, 'other.mjs')
  await writeFile(other, 'export const render = 1')
  await expect(createPageBuild({ renderer: other, web: folder }, tasks)()).rejects.toThrow('renderSharedPage')
})
