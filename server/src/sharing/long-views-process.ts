import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PageFrame, PageLine, SharedVideo } from '@callfolio/shared/shared-page.ts'
import { createWorkerPool } from '../process/worker-pool.ts'
import type { LongViews, PreviewView, ViewOfLink, ViewOfMicrosite } from './long-views.ts'

/** What the other process is asked. */
export type ViewQuestion = {
  /** Address of the database, which it reads by itself. */
  database: string
} & (
  | { what: 'json'; view: ViewOfMicrosite }
  | { what: 'page'; view: ViewOfLink; renderer: string; frame: PageFrame }
  | { what: 'preview'; view: PreviewView; renderer: string; frame: PageFrame }
)

/** A part of a text, as it goes through the channel. */
export interface ViewPiece {
  /** Which of the answer's texts it is of, from 0 on. */
  text: number
  bytes: Uint8Array
}

/** What follows the pieces. `gone`: the microsite is not there, or has another version. */
export type ViewAnswer =
  | { state: 'written'; video: SharedVideo | null; lineTexts: number }
  | { state: 'gone' }
  | { state: 'broken'; message: string; stack: string | undefined; code: string | undefined }

interface ViewProcessOptions {
  /** Address of the database. */
  database: string
  /** Whether the database is reached over the network. */
  network: boolean
  /** Absolute path of the built renderer. */
  renderer: string
  isLong: LongViews['isLong']
  /** Views that may wait for a process; further requests are answered with a time to try again. */
  mostWaiting?: number
}

const WORKER = fileURLToPath(new URL('long-views-worker.ts', import.meta.url))
/** Each is one more process with one more connection; further readers wait for the first. */
const MOST = 2
/** The longest page takes some seconds: who came last would wait a minute. */
const MOST_WAITING = 24
/** The longest page takes a third of it. */
const HEAP_BYTES = 1024 ** 3
const TIMEOUT_MS = 2 * 60_000
/** What is written is kept for others: nobody's going away ends it. */
const NEVER = new AbortController().signal

/** Has long views written by processes that read the database themselves. */
export function createLongViews({
  database,
  network,
  renderer,
  isLong,
  mostWaiting = MOST_WAITING,
}: ViewProcessOptions) {
  const pool = createWorkerPool({ worker: WORKER, most: MOST, mostWaiting, heapBytes: HEAP_BYTES, network })

  async function ask(question: ViewQuestion) {
    const texts: Uint8Array[][] = []
    const onPiece = (piece: unknown) => {
      const { text, bytes } = piece as ViewPiece
      ;(texts[text] ??= []).push(bytes)
    }
    const answer = (await pool.run(question, { signal: NEVER, timeoutMs: TIMEOUT_MS, onPiece })) as ViewAnswer
    if (answer.state === 'broken')
      throw Object.assign(new Error(answer.message), { stack: answer.stack, code: answer.code })
    return answer.state === 'gone' ? null : { ...answer, texts }
  }

  const views: LongViews = {
    isLong,
    async page(view, frame) {
      const answer = await ask({ what: 'page', database, view, renderer, frame })
      if (answer === null) return null
      const read: string[] = []
      for (const pieces of answer.texts) {
        read.push(Buffer.concat(pieces).toString())
        // Others have their turn between two long texts.
        await yieldToOthers()
      }
      const lines: PageLine[] = []
      for (const text of read.splice(0, answer.lineTexts)) {
        lines.push(...(JSON.parse(text) as PageLine[]))
        await yieldToOthers()
      }
      const [html = '', ...parts] = read
      return { html, parts, lines, video: answer.video }
    },
    async preview(view, frame) {
      const answer = await ask({ what: 'preview', database, view, renderer, frame })
      return answer === null ? null : Buffer.concat(answer.texts.flat()).toString()
    },
    async json(view) {
      const answer = await ask({ what: 'json', database, view })
      return answer === null ? null : Buffer.concat(answer.texts.flat()).toString()
    },
  }
  return { ...views, close: () => pool.close() }
}
export type LongViewProcesses = ReturnType<typeof createLongViews>
