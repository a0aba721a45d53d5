import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brandingSchema, MAX_LOGO_BYTES } from '@callfolio/shared/contract/branding.ts'
import type { Database } from '../db/database.ts'
import { createAddresses } from '../http/origin.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { startApi, type Api, type Person } from '../testing/api-server.ts'
import { openMemory } from '../testing/databases.ts'
import { createBrandingsRepo } from './brandings-repo.ts'
import { brandingRoutes } from './routes.ts'

/** One pixel each. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('branding over HTTP', () => {
  let folder: string
  let db: Database
  let api: Api
  let person: NonNullable<Person>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'branding-'))
    db = await openMemory()
    const clock = () => new Date()
    const storage = createDiskStorage({ root: folder, links: createLinkSigner({ secretKey: 's'.repeat(32), clock }) })
    api = await startApi(db, (authenticate) => [
      brandingRoutes({
        brandings: createBrandingsRepo(db),
        storage,
        clock,
        origin: createAddresses().origin,
        authenticate,
      }),
    ])
  })
  afterAll(async () => {
    await api.close()
    await db.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    person = await api.signUp()
  })

  const put = (json: unknown) => api.request('PUT', '/api/branding', { as: person, json })
  const putLogo = (body: string | Uint8Array<ArrayBuffer>, type = 'image/png') =>
    api.request('PUT', '/api/branding/logo', { as: person, body, headers: { 'content-type': type } })
  const read = async (as: Person = person) =>
    brandingSchema.parse((await api.request('GET', '/api/branding', { as })).body)
  const files = () => readdir(join(folder, person.userId, 'branding'))

  test('uses the product’s own branding by default', async () => {
    expect(await read()).toEqual({ accent: null, logo_url: null })
  })

  test('stores an accent in lower case, and can remove it', async () => {
    expect((await put({ accent: '#0A4F94' })).body).toEqual({ accent: '#0a4f94', logo_url: null })
    expect(await read()).toEqual({ accent: '#0a4f94', logo_url: null })
    expect((await put({ accent: null })).body).toEqual({ accent: null, logo_url: null })
  })

  test.each(['red', '#fff', '#12345g', '#0a4f94;}', 'url(x)', 7, undefined])(
    'refuses %j as an accent',
    async (accent) => {
      const { status, body } = await put({ accent })
      expect([status, body]).toEqual([400, { error: { code: 'invalid_request', message: expect.any(String) } }])
    },
  )

  test.each([
    ['image/png', PNG, 'png'],
    ['image/jpeg', JPEG, 'jpg'],
    ['image/webp', WEBP, 'webp'],
  ])(
    'serves a logo in %s to anyone at an address that reveals nothing of its owner',
    async (type, content, extension) => {
      await put({ accent: '#0a4f94' })
      const { status, body } = await putLogo(content, 'application/octet-stream')
      expect([status, body]).toEqual([
        200,
        {
          accent: '#0a4f94',
          logo_url: expect.stringMatching(new RegExp(`^${api.url}/api/logos/[0-9a-f-]{36}\\.${extension}$`)),
        },
      ])
      const { logo_url } = await read()
      expect(logo_url).not.toContain(person.userId)
      const picture = await fetch(logo_url ?? '')
      expect([
        picture.status,
        picture.headers.get('content-type'),
        picture.headers.get('x-content-type-options'),
      ]).toEqual([200, type, 'nosniff'])
      expect(picture.headers.get('cache-control')).toContain('immutable')
      expect(Buffer.from(await picture.arrayBuffer()).equals(content)).toBe(true)
    },
  )

  test.each([
    [
      'a drawing that can hold scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a page that says it is a picture', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a GIF', GIF, 'image/gif'],
    ['nothing', '', 'image/png'],
  ])('refuses %s as a logo', async (_, content, type) => {
    const { status, body } = await putLogo(content, type)
    expect([status, body]).toEqual([
      400,
      { error: { code: 'invalid_request', message: 'Choose a PNG, JPEG or WebP image.' } },
    ])
    expect(await read()).toEqual({ accent: null, logo_url: null })
  })

  test('limits a logo to 4 megapixels, whatever its bytes', async () => {
    const large = Buffer.from(PNG)
    large.writeUInt32BE(2001, 16)
    large.writeUInt32BE(2000, 20)
    expect(await putLogo(large)).toMatchObject({
      status: 413,
      body: {
        error: {
          code: 'payload_too_large',
          message: 'Logos can be up to 4 megapixels. Choose a smaller image.',
        },
      },
    })
    expect(await read()).toEqual({ accent: null, logo_url: null })
  })

  test('limits a logo to 1 MB, even without a declared length', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(MAX_LOGO_BYTES)])
    const refused = {
      error: {
        code: 'payload_too_large',
        message: 'Logos can be up to 1 MB. Choose a smaller image.',
      },
    }
    expect(await putLogo(large)).toMatchObject({ status: 413, body: refused })
    const streamed = await fetch(`${api.url}/api/branding/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}` },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([streamed.status, await streamed.json()]).toEqual([413, refused])
    expect((await putLogo(Buffer.concat([PNG, Buffer.alloc(MAX_LOGO_BYTES - PNG.length)]))).status).toBe(200)
  })

  test('replaces the old logo, and ends its address', async () => {
    await putLogo(PNG)
    const { logo_url: old } = await read()
    await putLogo(WEBP)
    expect((await read()).logo_url).toMatch(/\.webp$/)
    expect((await fetch(old ?? '')).status).toBe(404)
    expect(await files()).toHaveLength(1)
  })

  test('removes a logo, and reports no error without one', async () => {
    await putLogo(PNG)
    const { logo_url } = await read()
    for (let times = 0; times < 2; times++) {
      const { status, body } = await api.request('DELETE', '/api/branding/logo', { as: person })
      expect([status, body]).toEqual([200, { accent: null, logo_url: null }])
    }
    expect((await fetch(logo_url ?? '')).status).toBe(404)
    expect(await files()).toEqual([])
  })

  test('keeps other users from reading or changing a branding', async () => {
    await put({ accent: '#0a4f94' })
    for (const [method, path] of [
      ['GET', '/api/branding'],
      ['PUT', '/api/branding'],
      ['PUT', '/api/branding/logo'],
      ['DELETE', '/api/branding/logo'],
    ] as const) {
      expect((await api.request(method, path)).status).toBe(401)
    }
    expect(await read(await api.signUp())).toEqual({ accent: null, logo_url: null })
  })

  test.each(['nothing.png', '..%2f..%2fsecret.key', '%00'])(
    "serves no other file at a logo's address: %s",
    async (name) => {
      expect((await fetch(`${api.url}/api/logos/${name}`)).status).toBe(404)
    },
  )
})
