import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { createThread } from '../../process/thread.ts'
import type { PageJob } from './render-page.ts'

/** A rendered page, or JSON, ready to send. */
export interface RenderedPage {
  body: Uint8Array
  gzip: Uint8Array
  /** The body's tag, in quotation marks. */
  etag: string
}

/**
 * @returns null when the microsite was deleted.
 * @throws AppError unavailable with a retry time when too many jobs wait.
 */
export type RenderPages = (job: PageJob) => Promise<RenderedPage | null>

/** The thread's start parameters. */
export interface RendererData {
  databaseUrl: string
  /** Absolute path of the built renderer. */
  renderer: string
  /** Absolute path of the web build's manifest. */
  manifest: string
}

/** The thread's responses. */
export type RendererAnswer =
  | { page: RenderedPage | null }
  | { error: { message: string; stack: string | undefined; code: string | undefined } }

interface RendererOptions {
  databaseUrl: string
  /** Absolute path of the built renderer, and of the folder with the web app. */
  build: { renderer: string; web: string }
  /** Maximum waiting jobs; the longest page takes some seconds. */
  maxWaiting?: number
}

const MAX_WAITING = 24
const RETRY_SECONDS = 5
/** The longest page takes a third of it. MB */
const HEAP_MB = 1024
/** Starting the thread takes some 200 ms, which a reader would wait for. */
const IDLE_MS = 10 * 60_000

/**
 * Renders pages in a thread with its own database connection, so that a transcript of hours never blocks the thread
 * that handles requests.
 */
export function createPageRenderer({ databaseUrl, build, maxWaiting = MAX_WAITING }: RendererOptions) {
  const manifest = join(build.web, '.vite/manifest.json')
  const thread = createThread<PageJob, RendererAnswer>({
    script: new URL('page-renderer-worker.ts', import.meta.url),
    data: { databaseUrl, renderer: build.renderer, manifest } satisfies RendererData,
    idleMs: IDLE_MS,
    heapMb: HEAP_MB,
  })
  let waiting = 0
  const render: RenderPages = async (job) => {
    if (!existsSync(build.renderer) || !existsSync(manifest))
      throw new AppError('unavailable', 'The web app isn’t built yet. Run "npm start".')
    if (waiting >= maxWaiting)
      throw new AppError('unavailable', 'The server is busy. Try again.', { retryAfterSeconds: RETRY_SECONDS })
    waiting += 1
    try {
      const answer = await thread.ask(job)
      if ('page' in answer) return answer.page
      const { message, stack, code } = answer.error
      throw Object.assign(new Error(message), { stack, code })
    } finally {
      waiting -= 1
    }
  }
  return { render, close: () => thread.end() }
}
