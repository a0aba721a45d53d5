import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { createPageBuild } from './page-renderer.ts'

const GONE: SharedPage = { state: 'gone', message: 'x' }

let folder: string
let renderer: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'))
  renderer = join(folder, 'render.mjs')
  await mkdir(join(folder, '.vite'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a build that is not there yet is said to be so, and found once it is', async () => {
  const build = createPageBuild({ renderer, web: folder })
  await expect(build()).rejects.toMatchObject({ code: 'unavailable' })
  await writeFile(renderer, 'export const renderSharedPage = (page) => `<p>${page.state}`')
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
  const { render, assets } = await build()
  expect(assets).toEqual({
    script: '/assets/a.js',
    styles: ['/assets/a.css'],
    font: '/assets/inter-latin-wght-normal-a.woff2',
  })
  expect(render(GONE, { origin: '', now: new Date(), assets })).toBe('<p>gone')
})

test('a build without the page’s script or its renderer is refused', async () => {
  await writeFile(renderer, 'export const renderSharedPage = (page) => page.state')
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await expect(createPageBuild({ renderer, web: folder })()).rejects.toThrow('shared-page/script/main.ts')
  const other = join(folder, 'other.mjs')
  await writeFile(other, 'export const render = 1')
  await expect(createPageBuild({ renderer: other, web: folder })()).rejects.toThrow('renderSharedPage')
})
