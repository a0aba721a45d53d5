import { pathToFileURL } from 'node:url'
import { PART_LINES, type RenderSharedPage, type WritePage } from '@callfolio/shared/shared-page.ts'
import { openForReading } from '../db/database.ts'
import { createReadOwned } from '../microsites/get-owned.ts'
import type { ViewAnswer, ViewPiece, ViewQuestion } from './long-views-process.ts'
import { documentOf, openPageOf, previewPageOf, readViewed } from './open-page.ts'
import type { ReadOwned } from './owned-microsite.ts'
import { sharedView } from './shared-view.ts'

/** Run as a process of its own, with a channel: reads a microsite, and answers with what a link shows of it in pieces. */

/** The other side takes some tenths of a millisecond for one. */
const PIECE_BYTES = 64 * 1024

/** The built renderer of pages. */
interface Renderer {
  renderSharedPage: RenderSharedPage
  writePage: WritePage
}

/** Opened with the first question, which names the database. */
let reading: Promise<ReadOwned> | null = null

process.on('message', (question: ViewQuestion) => void answer(question).then((said) => process.send?.(said)))
process.on('disconnect', () => process.exit())

async function answer(question: ViewQuestion): Promise<ViewAnswer> {
  try {
    reading ??= open(question.database)
    return await write(await reading, question)
  } catch (error) {
    if (!(error instanceof Error)) return { state: 'broken', message: String(error), stack: undefined, code: undefined }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
    return { state: 'broken', message: error.message, stack: error.stack, code }
  }
}

async function open(database: string): Promise<ReadOwned> {
  return createReadOwned(await openForReading(database))
}

async function write(readOwned: ReadOwned, question: ViewQuestion): Promise<ViewAnswer> {
  const site = await readViewed(readOwned, question.view)
  if (site === null) return { state: 'gone' }
  if (question.what === 'json') {
    const { branding, link } = question.view
    await send([JSON.stringify(sharedView(site, branding, link.sections))])
    return { state: 'written', video: null, lineTexts: 0 }
  }
  const { renderSharedPage, writePage } = (await import(pathToFileURL(question.renderer).href)) as Renderer
  if (question.what === 'preview') {
    await send([renderSharedPage(previewPageOf(site, question.view), question.frame)])
    return { state: 'written', video: null, lineTexts: 0 }
  }
  const page = openPageOf(site, question.view)
  const { html, parts, lines, video } = documentOf(page, writePage(page, question.frame))
  const lineTexts: string[] = []
  for (let from = 0; from < lines.length; from += PART_LINES)
    lineTexts.push(JSON.stringify(lines.slice(from, from + PART_LINES)))
  await send([...lineTexts, html, ...parts])
  return { state: 'written', video, lineTexts: lineTexts.length }
}

async function send(texts: readonly string[]): Promise<void> {
  for (const [text, content] of texts.entries()) {
    const bytes = Buffer.from(content)
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      // A copy: a view of the text would take all of it along.
      const piece: ViewPiece = { text, bytes: Uint8Array.from(bytes.subarray(from, from + PIECE_BYTES)) }
      await new Promise<void>((resolve, reject) =>
        process.send?.({ piece }, (error: Error | null) => (error === null ? resolve() : reject(error))),
      )
    }
  }
}
