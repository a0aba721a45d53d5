import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { SHARE_PATHS, createLinkReplySchema } from '@callfolio/shared/contract/share.ts'
import { micrositeSchema, processMeetingReplySchema } from '@callfolio/shared/contract/microsite.ts'
import { Upload } from 'tus-js-client'
import { eventually } from '../testing/app.ts'

/**
 * Runs in a separate network namespace: starts the built product, does the main job, and prints its observations.
 * Usage: egress-main-job.testing.ts PROGRAM RECORDING
 */
const [, , program = '', recording = ''] = process.argv

/**
 * Two services in this network, at addresses reserved for documentation (RFC 5737): the first redirects to the
 * second.
 */
const [NAMED, OTHER, PORT] = ['192.0.2.7', '192.0.2.9', 8080]
const asked = { named: 0, other: 0 }
const named = createServer((_, response) => {
  asked.named += 1
  response.writeHead(302, { location: `http://${OTHER}:${PORT}/` }).end()
}).listen(PORT, NAMED)
const other = createServer((_, response) => {
  asked.other += 1
  response.writeHead(404).end()
}).listen(PORT, OTHER)
await Promise.all([once(named, 'listening'), once(other, 'listening')])

const server = spawn(process.execPath, [program], {
  env: { PORT: '0', LOG_LEVEL: 'warn', TRANSCRIBER: 'none', ...process.env },
})
let said = ''
for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))

const url = await ready()
const seen = url === null ? null : await doMainJob(url)
if (process.env['MODELS_FROM']?.includes(NAMED) === true)
  await eventually(async () => asked.other > 0 || said.includes(OTHER))
server.kill('SIGTERM')
if (server.exitCode === null && server.signalCode === null) await once(server, 'close')
named.close()
other.close()
console.log(JSON.stringify({ seen, unrouted: await unrouted(), asked, said }))

/** @returns the server's address; null: it exited. */
async function ready(): Promise<string | null> {
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /is ready at (\S+)$/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  return null
}

/** Signs up, imports captions, uploads a recording, and opens a link to its page. */
async function doMainJob(origin: string) {
  const account = { email: 'ann@example.org', password: 'correct horse' }
  const headers: Record<string, string> = {}
  const ask = async (method: string, path: string, json?: object): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    return response.json()
  }
  const { access_token: token } = (await ask('POST', '/auth/v1/signup', account)) as { access_token: string }
  headers['authorization'] = `Bearer ${token}`
  const finished = async (body: object) => {
    const { job_id: id } = processMeetingReplySchema.parse(await ask('POST', '/api/process-meeting', body))
    return eventually(async () => {
      const site = micrositeSchema.parse(await ask('GET', `/api/microsites/${id}`))
      return (site.status === 'active' || site.status === 'failed') && site
    })
  }
  const captions = await readFile(new URL('../../sample/sample-call.vtt', import.meta.url), 'utf8')
  const bytes = await readFile(recording)
  const video = await new Promise<string>((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${origin}/files`,
      headers,
      metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path') ?? ''),
      onError: reject,
    }).start()
  })
  const imported = await finished({ title: 'Imported', captions })
  const uploaded = await finished({ title: 'Uploaded', video_url: video })
  const created = await ask('POST', SHARE_PATHS.create, { microsite_id: imported.id, expires_in_days: 7 })
  const { share_url } = createLinkReplySchema.parse(created)
  const page = await fetch(origin + new URL(share_url).pathname)
  return {
    imported: imported.status,
    uploaded: uploaded.status,
    shared: page.status,
    showsLine: (await page.text()).includes(imported.segments[0]?.text ?? 'no line'),
  }
}

/** `OutNoRoutes` of this network (RFC 4293): packets dropped for lack of a route. */
async function unrouted(): Promise<number> {
  const rows = (await readFile('/proc/net/snmp', 'utf8')).split('\n').filter((line) => line.startsWith('Ip:'))
  const [names = [], values = []] = rows.map((row) => row.split(' '))
  return Number(values[names.indexOf('OutNoRoutes')])
}
