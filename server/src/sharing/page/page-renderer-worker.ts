import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { FIRST_FONT, type PageAssets, type RenderSharedPage } from '@callfolio/shared/page/shared-page.ts'
import { openForReading } from '../../db/database.ts'
import { createReadOwned } from '../../microsites/records/get-owned.ts'
import { packPage } from './pack-page.ts'
import type { RendererAnswer, RendererData } from './page-renderer.ts'
import { renderPage, type PageJob, type RenderPageDeps } from './render-page.ts'

/** The page's script, as named in the web build's manifest. */
const SCRIPT = 'shared-page/script/main.ts'

const filesSchema = z.array(z.string()).default([])
const manifestSchema = z.record(z.string(), z.object({ file: z.string(), css: filesSchema, assets: filesSchema }))
const rendererSchema = z.object({
  renderSharedPage: z.custom<RenderSharedPage>((value) => typeof value === 'function'),
})

const { databaseUrl, renderer, manifest } = workerData as RendererData
let loading: Promise<RenderPageDeps> | null = null
/** One job at a time, in order. */
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (job: PageJob) => {
  last = last.then(async () => {
    const answer = await run(job)
    const page = 'page' in answer ? answer.page : null
    parentPort?.postMessage(
      answer,
      page === null ? [] : [page.body.buffer as ArrayBuffer, page.gzip.buffer as ArrayBuffer],
    )
  })
})

async function run(job: PageJob): Promise<RendererAnswer> {
  try {
    loading ??= load()
    const text = await renderPage(await loading, job)
    return { page: text === null ? null : packPage(text) }
  } catch (error) {
    if (!(error instanceof Error)) return { error: { message: String(error), stack: undefined, code: undefined } }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
    return { error: { message: error.message, stack: error.stack, code } }
  }
}

async function load(): Promise<RenderPageDeps> {
  try {
    const [db, assets, module] = await Promise.all([
      openForReading(databaseUrl),
      readAssets(),
      import(pathToFileURL(renderer).href),
    ])
    return { readOwned: createReadOwned(db), render: rendererSchema.parse(module).renderSharedPage, assets }
  } catch (error) {
    // The next job retries, because a database may be unavailable briefly.
    loading = null
    throw error
  }
}

async function readAssets(): Promise<PageAssets> {
  const entry = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')))[SCRIPT]
  if (!entry) throw new Error(`The web build has no ${SCRIPT}.`)
  const css = await Promise.all(entry.css.map((file) => readFile(join(dirname(manifest), '..', file), 'utf8')))
  const font = entry.assets.find((file) => FIRST_FONT.test(file))
  return {
    script: `/${entry.file}`,
    styles: css.join('\n'),
    font: font === undefined ? null : `/${font}`,
  }
}
