import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../kernel/errors.ts'
import { sampleKey } from '../../storage/keys.ts'
import { createMicrosite, type ProcessMeetingDeps } from './process-meeting.ts'

const file = (name: string) => fileURLToPath(new URL(`../../../sample/${name}`, import.meta.url))
/** Path of the sample call's video. */
export const SAMPLE_VIDEO = file('sample-call.mp4')
/** Path of its transcript. */
export const SAMPLE_CAPTIONS = file('sample-call.vtt')
/** Path of a language model's stored answer about it. */
export const SAMPLE_RECAP = file('sample-recap.json')
const SAMPLE = {
  title: 'Sample call: Lumen Desk and Brightwater Logistics',
  video: SAMPLE_VIDEO,
  captions: SAMPLE_CAPTIONS,
}

/** True when the sample call is installed. */
export function hasSampleCall(): boolean {
  return [SAMPLE.video, SAMPLE.captions, SAMPLE_RECAP].every((path) => existsSync(path))
}

/**
 * Makes a microsite of the sample call, through the same pipeline as any other. Free; a user has one at a time, also
 * with concurrent requests.
 * @returns the id of the existing or new one.
 * @throws AppError conflict when the one of a concurrent request ended during the wait for it.
 */
export async function startSampleCall(
  deps: Pick<ProcessMeetingDeps, 'microsites' | 'storage' | 'queue'>,
  userId: string,
): Promise<string> {
  const existing = await deps.microsites.findSample(userId)
  if (existing) return existing.id
  const id = randomUUID()
  // In the microsite's own folder: no other request can write to it, and it is deleted with the folder.
  const sourceKey = sampleKey(userId, id)
  await deps.storage.write(sourceKey, await readFile(SAMPLE.video))
  const site = {
    id,
    userId,
    title: SAMPLE.title,
    description: 'A three-minute sample sales call. A language model wrote its recap.',
    sourceKey,
    language: 'en',
    sample: true,
  }
  const creation = await createMicrosite(
    deps,
    site,
    { captions: await readFile(SAMPLE.captions, 'utf8'), tracks: [] },
    null,
  )
  if (creation.outcome === 'created') return creation.id
  const first = await deps.microsites.findSample(userId)
  if (!first) throw new AppError('conflict', 'The sample call is already being created. Reload the page.')
  return first.id
}
