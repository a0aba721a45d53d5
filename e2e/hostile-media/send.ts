import { readFile } from 'node:fs/promises'
import { apiErrorSchema, functionErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import {
  MICROSITE_PATHS,
  processMeetingReplySchema,
  videoLinkSchema,
  type Microsite,
} from '@callfolio/shared/contract/microsite.ts'
import { DetailedError } from 'tus-js-client'
import type { ApiClient } from '../fixtures/client.ts'
import type { HostileFile } from './generate.ts'

/** A request's refusal. */
export interface Refusal {
  status: number
  code: string
  sentence: string
}

/** Uploads a hostile file through the product's API. @returns the microsite's id, or the server's refusal. */
export async function send(person: ApiClient, file: HostileFile): Promise<string | Refusal> {
  if (file.captions) return process(person, { captions: await readFile(file.path, 'utf8') })
  let key: string
  try {
    key = await person.upload(file.path, { filename: file.filename })
  } catch (error) {
    if (!(error instanceof DetailedError) || !error.originalResponse) throw error
    return getRefusal(error.originalResponse.getStatus(), error.originalResponse.getBody())
  }
  return process(person, { video_url: key })
}

async function process(
  person: ApiClient,
  body: { captions: string } | { video_url: string },
): Promise<string | Refusal> {
  const reply = await person.post(MICROSITE_PATHS.processMeeting, body)
  const text = await reply.text()
  return reply.ok ? processMeetingReplySchema.parse(JSON.parse(text)).job_id : getRefusal(reply.status, text)
}

function getRefusal(status: number, body: string): Refusal {
  const read = readJson(body)
  const api = apiErrorSchema.safeParse(read).data
  if (api) return { status, code: api.error.code, sentence: api.error.message }
  const own = functionErrorSchema.safeParse(read).data
  return own
    ? { status, code: own.code, sentence: own.error }
    : { status, code: 'no error of the API', sentence: body.slice(0, 200) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Deletes a microsite with all its files. @returns the response status. */
export async function remove(url: string, person: ApiClient, id: string): Promise<number> {
  const headers = { authorization: `Bearer ${person.token}` }
  return (await fetch(url + MICROSITE_PATHS.one(id), { method: 'DELETE', headers })).status
}

/** Why a browser can't play a microsite's recording; null: it can. */
export async function wrongPlaying(url: string, person: ApiClient, site: Microsite): Promise<string | null> {
  if (site.video_url === null) return null
  if (!site.video_ready || (site.duration_ms ?? 0) <= 0)
    return `active without a recording of some length (${site.duration_ms} ms)`
  const reply = await person.get(MICROSITE_PATHS.video(site.id))
  const { signedUrl: link } = videoLinkSchema.parse(await reply.json())
  const part = await fetch(new URL(link, url), { headers: { range: 'bytes=0-99' } })
  const { length } = await part.bytes()
  return part.status === 206 && length > 0 ? null : `the recording answers ${part.status} with ${length} bytes`
}
