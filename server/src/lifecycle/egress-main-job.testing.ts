import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eventually } from '../testing/app.ts'

/** Run as a process in a network of its own: starts the product, has it make a page of the sample call, and prints what was seen. */

/** Two services of this network, at addresses that lead nowhere elsewhere (RFC 5737): what the first is asked for, the second has. */
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

const server = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
  env: { PORT: '0', LOG_LEVEL: 'warn', TRANSCRIBER: 'none', ...process.env },
})
let said = ''
for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))

const url = await ready()
const site = url === null ? null : await makePage(url)
if (process.env['MODELS_FROM']?.includes(NAMED) === true)
  await eventually(async () => asked.other > 0 || said.includes(OTHER))
server.kill('SIGTERM')
if (server.exitCode === null && server.signalCode === null) await once(server, 'close')
named.close()
other.close()
const { status, segments } = site ?? { status: 'ended', segments: [] }
console.log(JSON.stringify({ status, lines: segments.length, unrouted: await unrouted(), asked, said }))

/** @returns where the server listens; null: it ended. */
async function ready(): Promise<string | null> {
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /is ready at (\S+)$/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  return null
}

async function makePage(origin: string): Promise<{ status: string; segments: unknown[] }> {
  let token = ''
  const ask = async (method: string, path: string, json?: unknown): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return response.json()
  }
  const account = { email: 'ann@example.org', password: 'correct horse' }
  token = ((await ask('POST', '/auth/v1/signup', account)) as { access_token: string }).access_token
  const { job_id: id } = (await ask('POST', '/api/sample-call')) as { job_id: string }
  return eventually(async () => {
    const read = (await ask('GET', `/api/microsites/${id}`)) as { status: string; segments: unknown[] }
    return (read.status === 'active' || read.status === 'failed') && read
  })
}

/** `OutNoRoutes` of this network (RFC 4293): what was to go where no way leads. */
async function unrouted(): Promise<number> {
  const rows = (await readFile('/proc/net/snmp', 'utf8')).split('\n').filter((line) => line.startsWith('Ip:'))
  const [names = [], values = []] = rows.map((row) => row.split(' '))
  return Number(values[names.indexOf('OutNoRoutes')])
}
