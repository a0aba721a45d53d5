import { eq } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { ImportResult } from '@callfolio/shared/contract/own-data.ts'
import type { Person, RunningApp } from '../testing/app.ts'

/** Microsites by folder: overrides of a finished one, and files with their sizes in bytes. */
export type ArchivedSites = Record<string, { fields?: Partial<Microsite>; files?: Record<string, number> }>

/** A finished microsite as in an export. */
async function finished(app: RunningApp): Promise<Omit<Microsite, 'poster_url'>> {
  const other = await app.signUp()
  const { body } = await other.send('POST', '/api/process-meeting', { captions: 'WEBVTT', title: 'Call' })
  const { job_id: id } = body as { job_id: string }
  const { microsites } = app.database.schema
  await app.database.update(microsites).set({ status: 'active' }).where(eq(microsites.id, id))
  const { poster_url: _, ...fields } = (await other.send('GET', `/api/microsites/${id}`)).body as Microsite
  return fields
}

/**
 * An archive of microsites, with other files. @param beside JSON by file name. @param level of compression; an export
 * has none.
 */
export async function makeArchive(
  app: RunningApp,
  sites: ArchivedSites,
  beside: Record<string, unknown> = {},
  level: 0 | 6 = 6,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await finished(app)
  const json = (value: unknown) => strToU8(JSON.stringify(value))
  const entries = Object.entries(sites).flatMap(([folder, { fields, files = {} }]) => [
    [`microsites/${folder}/microsite.json`, json({ ...whole, id: folder, title: folder, ...fields })] as const,
    ...Object.entries(files).map(([name, size]) => [`microsites/${folder}/${name}`, new Uint8Array(size)] as const),
  ])
  const others = Object.entries(beside).map(([name, value]) => [name, json(value)] as const)
  return new Uint8Array(zipSync(Object.fromEntries([...others, ...entries]), { level }))
}

/** Imports an archive. */
export async function sendArchive(app: RunningApp, { token }: Person, archive: Uint8Array<ArrayBuffer>) {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/zip' }
  const response = await fetch(`${app.url}/api/account/import`, { method: 'POST', headers, body: archive })
  return { status: response.status, body: (await response.json()) as ImportResult }
}
