import { pathToFileURL } from 'node:url'
import { PART_LINES, type WritePage } from '@callfolio/shared/shared-page.ts'
import { isPostgres, openForReading } from '../db/database.ts'
import { serverOf } from '../db/postgres-pool.ts'
import { guardEgress } from '../kernel/egress-guard.ts'
import { createReadOwned } from '../microsites/read-owned.ts'
import type { ViewAnswer, ViewPiece, ViewQuestion } from './long-views-process.ts'
import { documentOf, openPageOf } from './open-page.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'
import { sharedView } from './shared-view.ts'
import { versionOf } from './preparation.ts'

/** Run as a process of its own, with a channel: reads a microsite, and answers with what a link shows of it in pieces. */

/** The other side takes some tenths of a millisecond for one. */
const PIECE_BYTES = 64 * 1024

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
  // It talks to the server by its channel, and to the database.
  guardEgress(isPostgres(database) ? [await serverOf(database)] : [])
  return createReadOwned(await openForReading(database))
}

async function write(readOwned: ReadOwned, question: ViewQuestion): Promise<ViewAnswer> {
  const { view } = question
  const site = await readOwned(view.userId, view.micrositeId).catch(nullWhenGone)
  if (site === null || !isSame(site, view)) return { state: 'gone' }
  if (question.what === 'json') {
    await send([JSON.stringify(sharedView(site, view.branding, view.link.sections))])
    return { state: 'written', video: null, lineTexts: 0 }
  }
  const { writePage } = (await import(pathToFileURL(question.renderer).href)) as { writePage: WritePage }
  const { userId: _, micrositeId: __, ...surroundings } = question.view
  const page = openPageOf(site, surroundings)
  const { html, parts, lines, video } = documentOf(page, writePage(page, question.frame))
  const lineTexts: string[] = []
  for (let from = 0; from < lines.length; from += PART_LINES)
    lineTexts.push(JSON.stringify(lines.slice(from, from + PART_LINES)))
  await send([...lineTexts, html, ...parts])
  return { state: 'written', video, lineTexts: lineTexts.length }
}

/** It may have been changed since its row was looked at. */
function isSame(site: OwnedMicrosite, { link, version }: ViewQuestion['view']): boolean {
  return versionOf('open', link, site) === version
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
