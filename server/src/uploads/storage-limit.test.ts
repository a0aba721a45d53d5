import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLANS } from '@callfolio/shared/plans.ts'
import { mp4Bytes } from './recordings.testing.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

const LIMITS = { ...PLANS.free.limits, storedBytes: 10_000, openUploads: 4 }
const TUS = { 'Tus-Resumable': '1.0.0' }

let server: UploadServer
let user: { userId: string; token: string }
beforeAll(async () => {
  server = await openUploadServer({ plan: { ...PLANS.free, limits: LIMITS } })
})
afterAll(() => server.close())
beforeEach(async () => {
  user = await server.signUp()
})

const begin = (length: Record<string, string>, { token } = user) =>
  fetch(server.endpoint, { method: 'POST', headers: { ...TUS, Authorization: `Bearer ${token}`, ...length } })
const getCode = async (response: Response) =>
  response.status === 201 ? 201 : ((await response.json()) as { error: { code: string } }).error.code

async function finish(size: number): Promise<Response> {
  const response = await begin({ 'Upload-Length': String(size) })
  const url = new URL(response.headers.get('location') ?? '', server.endpoint)
  return fetch(url, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'Authorization': `Bearer ${user.token}`,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(mp4Bytes(size)),
  })
}

describe('a plan’s upload limits', () => {
  test('limit open uploads, even when started concurrently, separately for each user', async () => {
    const codes = await Promise.all(
      Array.from({ length: 60 }, async () => getCode(await begin({ 'Upload-Length': '9' }))),
    )
    expect(codes.filter((code) => code === 201)).toHaveLength(LIMITS.openUploads)
    expect(new Set(codes)).toEqual(new Set([201, 'open_uploads_limit_reached']))
    expect(await getCode(await begin({ 'Upload-Length': '9' }, await server.signUp()))).toBe(201)
  })

  test('limit bytes: announced ones count, and finished ones without a microsite', async () => {
    expect((await finish(6000)).status).toBe(204)
    expect(await getCode(await begin({ 'Upload-Length': '4001' }))).toBe('storage_limit_reached')
    expect(await getCode(await begin({ 'Upload-Length': '3000' }))).toBe(201)
    const refused = await begin({ 'Upload-Length': '1001' })
    expect([refused.status, await refused.json()]).toEqual([
      402,
      {
        error: {
          code: 'storage_limit_reached',
          message: expect.stringMatching(
            /^Your recordings use .* of your plan’s .*\. Delete microsites to free up space\.$/,
          ),
        },
      },
    ])
  })

  test('count an upload of unknown length as the maximum length', async () => {
    expect(await getCode(await begin({ 'Upload-Defer-Length': '1' }))).toBe('storage_limit_reached')
  })

  test('free the space of removed uploads', async () => {
    const response = await begin({ 'Upload-Length': '10000' })
    expect(await getCode(await begin({ 'Upload-Length': '1' }))).toBe('storage_limit_reached')
    const url = new URL(response.headers.get('location') ?? '', server.endpoint)
    await fetch(url, { method: 'DELETE', headers: { ...TUS, Authorization: `Bearer ${user.token}` } })
    expect(await getCode(await begin({ 'Upload-Length': '1' }))).toBe(201)
  })
})
