import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import {
  FIRST_FONT,
  type OpenPageAt,
  type PageAssets,
  type PartAt,
  type RenderSharedPage,
  type SharedPage,
  type WritePage,
  type WrittenPage,
} from '@callfolio/shared/shared-page.ts'
import { AppError } from '../kernel/errors.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'

/** What the web build made for shared pages. */
export interface PageBuild {
  /** Long ones are rendered by another process. */
  render: (...page: Parameters<RenderSharedPage>) => Promise<string>
  write: (...page: Parameters<WritePage>) => Promise<WrittenPage>
  openAt: OpenPageAt
  partAt: PartAt
  assets: PageAssets
}

/** The script of the page, as the web build's manifest names it. */
const SCRIPT = 'shared-page/script/main.ts'

const filesSchema = z.array(z.string()).default([])
const manifestSchema = z.record(z.string(), z.object({ file: z.string(), css: filesSchema, assets: filesSchema }))
const rendererSchema = z.object({
  renderSharedPage: z.custom<RenderSharedPage>((value) => typeof value === 'function'),
  writePage: z.custom<WritePage>((value) => typeof value === 'function'),
  openPageAt: z.custom<OpenPageAt>((value) => typeof value === 'function'),
  partAt: z.custom<PartAt>((value) => typeof value === 'function'),
})

interface BuildFolders {
  /** Absolute path of the renderer's file. */
  renderer: string
  /** Absolute path of the folder with what browsers load. */
  web: string
}

/** Loads the page's renderer and the names of its files, once. The result throws AppError unavailable while they are not built. */
export function createPageBuild(folders: BuildFolders, tasks: TaskRunner): () => Promise<PageBuild> {
  let loaded: PageBuild | null = null
  return async () => (loaded ??= await load(folders, tasks))
}

/** Lines of a transcript that are written within some tens of milliseconds. */
const MOST_LINES = 1500
/** A page is written to its end: others may ask for it. */
const NEVER = new AbortController().signal

function isLong(page: SharedPage): boolean {
  return 'microsite' in page && page.microsite.segments.length > MOST_LINES
}

async function load({ renderer, web }: BuildFolders, tasks: TaskRunner): Promise<PageBuild> {
  const manifest = join(web, '.vite/manifest.json')
  if (!existsSync(renderer) || !existsSync(manifest))
    throw new AppError('unavailable', 'The web app is not built yet: run "npm start".')
  const { renderSharedPage, writePage, openPageAt, partAt } = rendererSchema.parse(
    await import(pathToFileURL(renderer).href),
  )
  const entry = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')))[SCRIPT]
  if (!entry) throw new Error(`The web build has no ${SCRIPT}.`)
  const font = entry.assets.find((file) => FIRST_FONT.test(file))
  const assets = {
    script: `/${entry.file}`,
    styles: entry.css.map((file) => `/${file}`),
    font: font === undefined ? null : `/${font}`,
  }
  return {
    render: async (page, frame) =>
      isLong(page)
        ? tasks.run('renderPage', { renderer, page, frame }, { signal: NEVER })
        : renderSharedPage(page, frame),
    write: async (page, frame) => writePage(page, frame),
    openAt: openPageAt,
    partAt,
    assets,
  }
}
