import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { listen } from '../fakes/listen.ts'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { median, timed } from './median.ts'

const run = promisify(execFile)
const SIZE = 1024 ** 3
const CHUNK = 50 * 1024 * 1024
const ROUNDS = 5

/** 1 GiB through the product, compared with the same client and body into a bare Node server, alternating. */
export async function benchUpload(work: string): Promise<Result[]> {
  const file = join(work, 'body.mp4')
  await writeBody(file)
  const bare = await startBare(join(work, 'bare.bin'))
  const server = await startServer()
  const ann = await signUp(server.url)
  const before = await getMemory(server.pid())
  const times = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    await run('sync')
    times.bare.push(await timed(() => send(bare.url, file, {})))
    await run('sync')
    times.product.push(await timed(() => send(`${server.url}/files`, file, { authorization: `Bearer ${ann.token}` })))
    // Only one recording at a time is on the disk.
    await rm(join(server.dataDir, 'uservideos', ann.userId), { recursive: true, force: true })
  }
  const grown = (await getMemory(server.pid())) - before
  await server.stop()
  await bare.close()
  const share = median(times.bare) / median(times.product)
  return [
    {
      what: '1 GiB upload, speed against a bare Node server (median of five, in turn)',
      measured: `${Math.round(share * 100)} % (${speed(times.product)} against ${speed(times.bare)} MB/s)`,
      goal: 'at least 55 %',
    },
    {
      what: 'Peak memory of the server after five times 1 GiB, growth',
      measured: `${Math.round(grown / 1024 ** 2)} MB`,
      goal: 'at most 100 MB',
    },
  ]
}

const speed = (times: number[]) => Math.round(SIZE / 1e6 / (median(times) / 1000))

/** The first bytes of an MP4, so that the product accepts it as a video, then noise. */
async function writeBody(path: string): Promise<void> {
  const handle = await open(path, 'w')
  await handle.write(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42')]))
  const noise = randomBytes(1024 ** 2)
  for (let left = SIZE - 24; left > 0; left -= noise.length)
    await handle.write(noise.subarray(0, Math.min(left, noise.length)))
  await handle.close()
}

function send(endpoint: string, file: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(file), {
      endpoint,
      uploadSize: SIZE,
      chunkSize: CHUNK,
      retryDelays: null,
      headers,
      metadata: { filename: 'body.mp4', filetype: 'video/mp4' },
      onSuccess: () => resolve(),
      onError: reject,
    })
    upload.start()
  })
}

/** The minimal server: writes the body to a file and counts bytes. */
async function startBare(path: string) {
  let offset = 0
  async function answer(request: IncomingMessage): Promise<{ status: number; headers: Record<string, string> }> {
    if (request.method === 'POST') {
      offset = 0
      return { status: 201, headers: { Location: '/one' } }
    }
    const target = createWriteStream(path, { flags: offset === 0 ? 'w' : 'r+', start: offset })
    await pipeline(request, target)
    offset += target.bytesWritten
    return { status: 204, headers: { 'Upload-Offset': String(offset) } }
  }
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers }) =>
      response.writeHead(status, { 'Tus-Resumable': '1.0.0', ...headers }).end(),
    )
  })
  const { url, close } = await listen(server)
  return { url: `${url}/files`, close }
}

/** Peak resident memory of a process in bytes (Linux). */
async function getMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
