import type { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { timedGet } from './timed-get.ts'

/** A call that its person has on the server. */
export interface HeldCall {
  id: string
  /** Address of its shared page. */
  page: string
}

/** Somebody who sends calls, reads and shares them. */
export interface SalesPerson {
  client: ApiClient
  /** Sends a call and waits until its page is ready. @param file a recording; without one its captions are all there is. @throws naming what it became otherwise. */
  send(captions: string, file?: string): Promise<string>
  /** @param withVideo whether readers may watch it. @returns the address of its page. */
  share(id: string, withVideo?: boolean): Promise<string>
  rename(id: string, title: string): Promise<void>
  remove(id: string): Promise<void>
  /** Reads something of the API. @returns how long it took, ms. */
  read(path: string): Promise<number>
}

/** @param agent has the person's connections. */
export async function joinTeam(url: string, agent: Agent): Promise<SalesPerson> {
  const client = await signUp(url)
  const change = async (method: 'PATCH' | 'DELETE', id: string, body?: object) => {
    const reply = await fetch(url + MICROSITE_PATHS.one(id), {
      method,
      headers: { 'authorization': `Bearer ${client.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${method} of a microsite answered ${reply.status}`)
  }
  return {
    client,
    async send(captions, file) {
      const recording = file === undefined ? {} : { video_url: await client.upload(file) }
      const id = await client.process({ title: 'Call', captions, ...recording })
      const status = await endOf(client, id)
      if (status !== 'active') throw new Error(`a call became ${status}`)
      return id
    },
    async share(id, withVideo = false) {
      const asked = { microsite_id: id, expires_in_days: 7, with_video: withVideo }
      const { share_url } = createLinkReplySchema.parse(await (await client.post(SHARE_PATHS.create, asked)).json())
      return url + new URL(share_url).pathname
    },
    rename: (id, title) => change('PATCH', id, { title }),
    remove: (id) => change('DELETE', id),
    read: (path) => timedGet(url + path, { agent, headers: { authorization: `Bearer ${client.token}` } }),
  }
}

/** How often the state of a job is read, as the list of the web app does. ms */
const STATUS_EVERY_MS = 1000

/** Waits by the list: reading a whole transcript again and again would be most of what is measured. @returns what the call became. */
export async function endOf(person: ApiClient, id: string): Promise<string> {
  for (;;) {
    const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
    const status = microsites.find((card) => card.id === id)?.status ?? 'gone'
    if (status !== 'processing' && status !== 'transcript_ready') return status
    await delay(STATUS_EVERY_MS)
  }
}
