import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { waitFor } from '../../fixtures/server.ts'
import { createSend, isDone, upload, type Send } from '../main-job.ts'
import type { Random } from '../random.ts'
import type { Cluster, Member } from './cluster.ts'

/** On an idle machine a recording takes seconds, and a killed worker's job half a minute more. ms */
const SETTLED_MS = 300_000

/** A recording sent to the cluster. */
export interface Given {
  id: string
  /** Token of the link made before the recording was there. */
  token: string
  /** States of its open page, in order. */
  seen: string[]
}

/** Sends each request to one of the processes, like a load balancer. */
export function sendToAny(webs: readonly [Member, Member], token: string | null, random: Random): Send {
  return (...request) => createSend(random.pick(webs).url, token)(...request)
}

/** Retries until the response is a success. */
async function persist(send: Send, ...request: Parameters<Send>): Promise<unknown> {
  for (;;) {
    const answer = await send(...request)
    if (isDone(answer)) return answer.body
    if (answer.status !== 0 && answer.status !== 503)
      throw new Error(`${request[0]} ${request[1]} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    await delay(200)
  }
}

/** Begins a microsite, shares it, watches its page, and sends the recording, each request to another process. */
export async function giveRecording(cluster: Cluster, send: Send, file: Buffer, random: Random): Promise<Given> {
  const id = randomUUID()
  await persist(send, 'POST', MICROSITE_PATHS.begin, { json: { id, title: 'A call' } })
  const link = (await persist(send, 'POST', SHARE_PATHS.create, {
    json: { microsite_id: id, expires_in_days: 7 },
  })) as { share_url: string }
  const token = new URL(link.share_url).pathname.split('/').at(-1) ?? ''
  const seen: string[] = []
  void follow(cluster, token, seen, random)
  let key: string | null = null
  while (key === null) key = await upload(send, file, random)
  await persist(send, 'POST', MICROSITE_PATHS.processMeeting, { json: { microsite_id: id, video_url: key } })
  return { id, token, seen }
}

/** Reads a page's states like an open page, which reconnects, until the page is ready. */
async function follow({ webs, signal }: Cluster, token: string, seen: string[], random: Random): Promise<void> {
  while (!signal.aborted && seen.at(-1) !== 'open' && seen.at(-1) !== 'ended') {
    const answer = await fetch(`${random.pick(webs).url}/s/${token}/live`, { signal }).catch(() => null)
    try {
      for await (const part of answer?.body?.pipeThrough(new TextDecoderStream()) ?? [])
        for (const [, state = ''] of part.matchAll(/"state":"(\w+)"/g)) if (seen.at(-1) !== state) seen.push(state)
    } catch {
      // The process was killed.
    }
    await delay(200)
  }
}

/** @returns the violations once all work has ended; empty: none. Retryable failures are retried. */
export async function findWrongs(cluster: Cluster, send: Send, given: readonly Given[]) {
  const retried = await settle(cluster, send)
  const wrongs: string[] = []
  const sites = await cluster.query('select id, status, video_url from microsites')
  const byId = new Map(sites.map((site) => [site['id'], site]))
  if (sites.length !== given.length) wrongs.push(`${sites.length} microsites of ${given.length} recordings`)
  const ends = await cluster.query(
    `select event ->> 'micrositeId' as id, event ->> 'kind' as kind from events where event ->> 'kind' like 'microsite.%'`,
  )
  for (const { id, token, seen } of given) {
    const site = byId.get(id)
    if (site?.['status'] !== 'active') wrongs.push(`${id} ended as ${String(site?.['status'])}`)
    const objects = [...cluster.bucket.objects.keys()]
    if (!objects.includes(String(site?.['video_url']))) wrongs.push(`${id} lost its video`)
    const count = (kind: string) => ends.filter((event) => event['id'] === id && event['kind'] === kind).length
    const failures = retried.filter((each) => each === id).length
    if (count('microsite.ready') !== 1) wrongs.push(`${id} was ready ${count('microsite.ready')} times`)
    if (count('microsite.failed') !== failures) wrongs.push(`${id} failed ${count('microsite.failed')} times`)
    const { status } = await send('POST', SHARE_PATHS.getShared, { json: { token } })
    if (status !== 200) wrongs.push(`the link to ${id} answers ${status}`)
    const last = seen.at(-1)
    // A failed microsite ends its open page, which doesn't reconnect.
    if (last !== 'open' && !(last === 'ended' && failures > 0))
      wrongs.push(`the open page of ${id} saw ${seen.join(', ')}`)
  }
  for (const key of cluster.bucket.objects.keys()) {
    const [, id] = /\/derived\/([^/]+)\//.exec(key) ?? []
    if (id !== undefined && !byId.has(id)) wrongs.push(`${key} belongs to nothing`)
  }
  return { wrongs, retried: retried.length }
}

/** Waits until no job is left. @returns the retried ids, once per retry. */
async function settle(cluster: Cluster, send: Send): Promise<string[]> {
  const retried: string[] = []
  await waitFor(
    async () => {
      const [{ left } = { left: 1 }] = await cluster.query(
        `select count(*)::int as left from jobs where status in ('queued', 'running')`,
      )
      if (left !== 0) return false
      const failed = await cluster.query(`select id from microsites where status = 'failed'`)
      for (const { id } of failed) {
        if (!isDone(await send('POST', MICROSITE_PATHS.retry(String(id))))) return true
        retried.push(String(id))
      }
      return failed.length === 0
    },
    'all jobs to end',
    { limitMs: SETTLED_MS },
  )
  return retried
}
