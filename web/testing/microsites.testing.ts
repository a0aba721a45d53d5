import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import {
  MICROSITE_PATHS,
  micrositeSchema,
  processMeetingReplySchema,
  type Microsite,
} from '@callfolio/shared/contract/microsite.ts'
import { keptEdit } from '@callfolio/shared/contract/kept-edit.testing.ts'
import { replaceAnswers, type Person } from './open-screen.testing.tsx'

/** From the sample call that is shipped with the product. */
const CAPTIONS = join(import.meta.dirname, '../../server/sample/sample-call.vtt')

/** Makes a microsite from captions, by default the sample call's, and waits until it is active. */
export async function addMicrosite(
  person: Person,
  { title = 'Acme call', captions, participants }: { title?: string; captions?: string; participants?: string[] } = {},
): Promise<Microsite> {
  const words = captions ?? (await readFile(CAPTIONS, 'utf8'))
  const reply = await person.send('POST', MICROSITE_PATHS.processMeeting, { title, captions: words, participants })
  const { job_id: id } = processMeetingReplySchema.parse(reply)
  return vi.waitFor(
    async () => {
      const microsite = await readMicrosite(person, id)
      if (microsite.status !== 'active') throw new Error(`The microsite is ${microsite.status}.`)
      return microsite
    },
    { timeout: 250_000, interval: 200 },
  )
}

/** @returns a microsite as stored on the server. */
export async function readMicrosite(person: Person, id: string): Promise<Microsite> {
  return micrositeSchema.parse(await person.send('GET', MICROSITE_PATHS.one(id)))
}

/**
 * Answers requests for a microsite, which need not exist on the server, with `state`; all others reach the server.
 */
export function replaceMicrosite(id: string, state: () => Microsite): void {
  const path = MICROSITE_PATHS.one(id)
  replaceAnswers(path, ({ url, method }, askServer) =>
    method === 'GET' && new URL(url).pathname === path ? Response.json(state()) : askServer(),
  )
}

/** Confirms everything that the recap is unsure of, as its owner would. @returns the resulting microsite. */
export async function keepAll(person: Person, microsite: Microsite): Promise<Microsite> {
  return micrositeSchema.parse(await person.send('PATCH', MICROSITE_PATHS.one(microsite.id), keptEdit(microsite)))
}
