import { expect } from 'vitest'
import {
  MICROSITE_PATHS,
  micrositeListSchema,
  processMeetingReplySchema,
} from '@callfolio/shared/contract/microsite.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import type { Person } from './open-screen.testing.tsx'

const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:04.000\nDana: I will send the report by Friday.\n'

/** Makes a microsite with each title from captions and waits until they are active. @returns their ids. */
export async function addMicrosites({ send }: Person, ...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles)
    ids.push(
      processMeetingReplySchema.parse(await send('POST', MICROSITE_PATHS.processMeeting, { title, captions: CAPTIONS }))
        .job_id,
    )
  await expect
    .poll(async () => {
      const { microsites } = micrositeListSchema.parse(await send('GET', MICROSITE_PATHS.list))
      return microsites.every(({ status }) => status === 'active')
    })
    .toBe(true)
  return ids
}

/** Creates tags with these names. */
export async function addTags({ send }: Person, ...names: string[]): Promise<void> {
  for (const name of names) await send('POST', TAG_PATHS.list, { name })
}
