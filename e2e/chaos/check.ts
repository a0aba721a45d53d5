import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Promised, Send } from './main-job.ts'
import { slowness } from '../fixtures/server.ts'
import type { World } from './world.ts'

/** Retry delays of jobs that hit a full disk grow to a minute. Times `slowness`. */
const SETTLED_MS = 150_000
/** Times `slowness`. */
const SWEPT_MS = 10_000
const DAY_MS = 24 * 60 * 60 * 1000

interface Site {
  id: string
  title: string
  status: string
  failure: { retryable: boolean; code: string } | null
  video_ready?: boolean
  redacting?: 'working' | 'failed'
}

/** The violations once all faults are over and the work is done; empty: none. */
export async function findWrongs(
  world: World,
  send: Send,
  promised: Promised,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const wrongs: string[] = []
  const settled = await settle(send, promised)
  if (typeof settled === 'string') return [`the work did not come to an end: ${settled}`]
  const all = new Map(settled.map((site) => [site.id, site]))
  for (const [id, { title, video }] of promised.made) {
    if (promised.deleted.has(id)) continue
    const site = all.get(id)
    if (site === undefined) wrongs.push(`${id} was acknowledged and is lost`)
    else if (site.status !== 'active') wrongs.push(`${id} ended as ${site.status} (${site.failure?.code ?? ''})`)
    else if (title !== null && site.title !== title) wrongs.push(`${id} lost its title`)
    const { body } = await send('GET', `/api/microsites/${id}`)
    if (video && (body as Site | null)?.video_ready !== true) wrongs.push(`${id} lost its video`)
    const said = promised.redacted.get(id)
    if (typeof said === 'string') wrongs.push(...(await remains(world, id, said, body)))
  }
  for (const id of promised.deleted) if (all.has(id)) wrongs.push(`${id} was deleted and is back`)
  for (const [id, token] of promised.links) {
    if (promised.deleted.has(id) || !promised.made.has(id)) continue
    const { status } = await send('POST', '/api/get-shared-microsite', { json: { token } })
    if (status !== 200) wrongs.push(`the link to ${id} answers ${status}`)
  }
  const isNew = [...all.keys()].filter((id) => !before.has(id))
  if (isNew.length > promised.asked) wrongs.push(`${isNew.length} microsites of ${promised.asked} requests`)
  // Each start sweeps.
  await world.stop()
  if (!(await world.start())) return [...wrongs, 'the server did not start again']
  for (const address of promised.mails)
    if (!(await comes(world, address))) wrongs.push(`the mail to ${address} did not come`)
  return [...wrongs, ...(await remainingOrphans(world, new Set(all.keys())))]
}

/**
 * @returns all microsites once none is in progress, or those still running at the timeout. Failed ones are retried
 * once.
 */
async function settle(send: Send, { redacted, deleted }: Promised): Promise<Site[] | string> {
  let underWay = ''
  const retried = new Set<string>()
  const until = performance.now() + SETTLED_MS * slowness()
  while (performance.now() < until) {
    const { status, body } = await send('GET', '/api/microsites?limit=100')
    const sites = status === 200 ? (body as { microsites: Site[] }).microsites : null
    const failed = sites?.filter(
      ({ id, status: state, failure }) => state === 'failed' && failure?.retryable && !retried.has(id),
    )
    for (const { id } of failed ?? []) {
      retried.add(id)
      await send('POST', `/api/microsites/${id}/retry`)
    }
    const withheld = await getWithheld(
      send,
      redacted.keys().filter((id) => !deleted.has(id)),
    )
    for (const { id } of withheld.filter(({ id, redacting }) => redacting === 'failed' && !retried.has(id))) {
      retried.add(id)
      await send('POST', `/api/microsites/${id}/retry`)
    }
    const isDone = sites?.every((site) => site.status === 'active' || site.status === 'failed') ?? false
    if (sites !== null && failed?.length === 0 && isDone && withheld.length === 0) return sites
    underWay = [
      `the list answered ${status}`,
      ...(sites ?? []).filter(({ status: state }) => state === 'processing').map(({ id }) => `${id} is processed`),
      ...withheld.map(({ id, redacting }) => `the redaction of ${id}: ${redacting ?? 'its page does not answer'}`),
    ].join(', ')
    await delay(200)
  }
  return underWay
}

/** Recordings that are being redacted, or temporarily unreadable. */
async function getWithheld(send: Send, ids: Iterable<string>): Promise<Pick<Site, 'id' | 'redacting'>[]> {
  const withheld: Pick<Site, 'id' | 'redacting'>[] = []
  for (const id of ids) {
    const { status, body } = await send('GET', `/api/microsites/${id}`)
    const site: Pick<Site, 'id' | 'redacting'> = status === 200 ? (body as Site) : { id }
    if (status !== 200 || site.redacting !== undefined) withheld.push(site)
  }
  return withheld
}

/** Where redacted words remain: on the page, or in stored files. */
async function remains({ dataDir, services }: World, id: string, said: string, page: unknown): Promise<string[]> {
  const below = join(dataDir, 'uservideos')
  const names = await readdir(below, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names
    .filter((entry) => entry.isFile() && entry.parentPath.includes(id))
    .map((entry) => join(entry.parentPath, entry.name))
  const objects = [...(services?.bucket.objects ?? [])].filter(([key]) => key.includes(id))
  const texts: [string, string][] = [
    ['its page', JSON.stringify(page)],
    ...(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as [string, string]))),
    ...objects.map(([key, { content }]): [string, string] => [key, content.toString('utf8')]),
  ]
  return texts.filter(([, text]) => text.includes(said)).map(([where]) => `${id} was redacted, and ${where} has it`)
}

/** A failing mail server delays each retry further. */
const comes = async ({ services }: World, address: string) =>
  (await services?.mail.mail(address, 'token_hash').then(
    () => true,
    () => false,
  )) ?? true

/** What remains after the sweep has had time to run. */
async function remainingOrphans(world: World, ids: ReadonlySet<string>): Promise<string[]> {
  const found = await orphansAfterSweep(world, ids)
  if (found.length === 0 || world.services === null) return found
  // Another process on that database may be about to use files less than a day old.
  await world.stop()
  world.jumpClock(DAY_MS)
  const begins = await world.start()
  const left = begins ? await orphansAfterSweep(world, ids) : ['the server did not start a day later']
  await world.stop()
  world.jumpClock(0)
  return (await world.start()) ? left : [...left, 'the server did not start again']
}

/** A start sweeps in the background while the server answers. */
async function orphansAfterSweep(world: World, ids: ReadonlySet<string>): Promise<string[]> {
  const until = performance.now() + SWEPT_MS * slowness()
  let found = await orphans(world, ids)
  while (found.length > 0 && performance.now() < until) {
    await delay(200)
    found = await orphans(world, ids)
  }
  return found
}

/** Files without a microsite, and files that exist only during processing. */
async function orphans({ dataDir, services }: World, ids: ReadonlySet<string>): Promise<string[]> {
  const wrongs: string[] = []
  const below = async (folder: string) => {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
  }
  const files = [...(await below('uservideos')), ...(services?.bucket.objects.keys() ?? [])]
  for (const file of files) {
    const [, id] = /derived\/([^/]+)\//.exec(file) ?? []
    if (id !== undefined && !ids.has(id)) wrongs.push(`${file} belongs to nothing`)
  }
  for (const file of await below('work')) wrongs.push(`${file} was left`)
  for (const name of await readdir(dataDir)) if (/^\.(probe|copy)-/.test(name)) wrongs.push(`${name} was left`)
  return wrongs
}
