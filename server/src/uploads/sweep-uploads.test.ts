import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mp4Bytes } from './recordings.testing.ts'
import { reserveUpload } from './reserve-upload.ts'
import { sweepUploads, UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

let server: UploadServer
let user: { userId: string; token: string }

beforeAll(async () => {
  server = await openUploadServer()
  user = await server.signUp()
})
afterAll(() => server.close())

async function upload({ bytes, of }: { bytes: number; of: number }): Promise<string> {
  const headers = { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0' }
  const created = await fetch(server.endpoint, { method: 'POST', headers: { ...headers, 'Upload-Length': String(of) } })
  const url = new URL(created.headers.get('location') ?? '', server.endpoint)
  const more = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  await fetch(url, { method: 'PATCH', headers: { ...headers, ...more }, body: new Uint8Array(mp4Bytes(bytes)) })
  return Buffer.from(url.pathname.split('/').at(-1) ?? '', 'base64url').toString()
}
const exists = async (key: string) => (await server.deps.storage.stat(key)) !== null
const registered = async (key: string) => (await server.deps.uploads.findOwned(user.userId, key)) !== null

describe('the sweep of uploads', () => {
  test('removes after seven days what was not finished or is not used, and leaves the rest', async () => {
    const start = server.clock.now
    const unfinished = await upload({ bytes: 100, of: 200 })
    const unused = await upload({ bytes: 200, of: 200 })
    const used = await upload({ bytes: 200, of: 200 })
    // Registered, but the process ended before anything else.
    const reserved = await reserveUpload(server.deps, user.userId, null)
    const sweep = () => sweepUploads({ ...server.deps, isUsed: async (key) => key === used })

    server.clock.now = new Date(start.getTime() + UPLOAD_KEPT_MS)
    const young = await upload({ bytes: 100, of: 200 })
    expect(await sweep()).toBe(0)

    server.clock.now = new Date(start.getTime() + UPLOAD_KEPT_MS + 1)
    expect(await sweep()).toBe(3)
    for (const key of [unfinished, unused, reserved]) expect([await exists(key), await registered(key)]).toEqual([false, false])
    for (const key of [used, young]) expect([await exists(key), await registered(key)]).toEqual([true, true])
    expect(await readdir(join(server.folder, 'uploads'))).toHaveLength(2)
    expect(await sweep()).toBe(0)
  })

  test('a key is not taken while a file lies there that nobody registered', async () => {
    const key = await reserveUpload(server.deps, user.userId, { filename: 'a.mp4' })
    const next = key.replace(/(\d+)\.mp4$/, (_, timestamp: string) => `${Number(timestamp) + 1}.mp4`)
    await server.deps.storage.write(next, 'a sample call')
    expect(await reserveUpload(server.deps, user.userId, { filename: 'b.mp4' })).not.toBe(next)
  })
})
