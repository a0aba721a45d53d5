import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../kernel/clock.ts'
import { uploadKey } from '../storage/keys.ts'
import { createMicrosite, type ProcessMeetingDeps } from './process-meeting.ts'

const file = (name: string) => fileURLToPath(new URL(`../../sample/${name}`, import.meta.url))
const SAMPLE = { title: 'Sample call: Lumen Desk and Brightwater Logistics', video: file('sample-call.mp4'), captions: file('sample-call.vtt') }

/** True when the sample call lies beside the program. */
export function hasSampleCall(): boolean {
  return existsSync(SAMPLE.video) && existsSync(SAMPLE.captions)
}

/** A microsite of the sample call, through the same pipeline as any other. Free; a user has one at a time. */
export async function startSampleCall(deps: Pick<ProcessMeetingDeps, 'microsites' | 'storage' | 'queue'> & { clock: Clock }, userId: string): Promise<string> {
  const existing = await deps.microsites.findSample(userId)
  if (existing) return existing.id
  const sourceKey = uploadKey(userId, deps.clock().getTime(), 'mp4')
  await deps.storage.write(sourceKey, await readFile(SAMPLE.video))
  const site = { id: randomUUID(), userId, title: SAMPLE.title, description: 'A made-up sales call of three minutes, to look around with.', sourceKey, language: 'en', sample: true }
  await createMicrosite(deps, site, { captions: await readFile(SAMPLE.captions, 'utf8'), tracks: [] }, null)
  return site.id
}
