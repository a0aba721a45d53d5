import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { derivedFolder } from '../storage/keys.ts'
import type { Person, RunningApp } from '../testing/app.ts'

/** The routes for a user's own data. */
export const OWN_DATA = {
  data: '/api/account/data',
  deletion: '/api/account/deletion',
  export: '/api/account/export',
} as const

/** Adds a captions microsite, with one downloadable and one internal file. @returns its id. */
export async function addFinished(
  app: Pick<RunningApp, 'folder'>,
  { userId, send }: Pick<Person, 'userId' | 'send'>,
  title: string,
): Promise<string> {
  const { body } = await send('POST', '/api/process-meeting', { captions: 'WEBVTT', title })
  const { job_id: id } = body as { job_id: string }
  const folder = join(app.folder, 'uservideos', derivedFolder(userId, id))
  await mkdir(join(folder, 'stages'), { recursive: true })
  await writeFile(join(folder, 'video.mp4'), Buffer.alloc(300_000, title))
  await writeFile(join(folder, 'stages/transcribe.json'), '{}')
  return id
}

/** An upload without a microsite. @param completedAt null: its last byte has not arrived. */
export async function addUpload(
  app: Pick<RunningApp, 'folder' | 'database'>,
  { userId }: Pick<Person, 'userId'>,
  name: string,
  completedAt: Date | null,
): Promise<void> {
  const key = `${userId}/meetings/${userId}/${name}`
  await mkdir(join(app.folder, 'uservideos', key, '..'), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', key), `bytes of ${name}`)
  await app.database.insert(app.database.schema.uploads).values({ key, userId, completedAt })
}
