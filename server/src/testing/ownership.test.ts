import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extensionRedirects } from '../accounts/extension-redirects.ts'
import { startApp, type Person, type RunningApp } from './app.ts'

/** What the owner has when a route is tried. */
interface Things {
  microsite: string
  tag: string
  link: string
  shareToken: string
  upload: string
}

/**
 * How a route keeps people apart.
 * `public`: anyone may. `operator`: only the operator may, who is the owner here. `signed`: who can sign for another service; nobody here, who all get the answer `owner`. `own`: each signed-in person gets their own. `owned`: the request names a thing, which is there for its owner only.
 */
interface Rule {
  access: 'public' | 'signed' | 'operator' | 'own' | 'owned'
  /** Values of the path's parameters. */
  path?: (things: Things) => string
  body?: (things: Things) => unknown
  /** What the owner is answered; 200 without it. */
  owner?: number
}

const owned = (thing: keyof Things, rule: Partial<Rule> = {}): Rule => ({
  access: 'owned',
  path: (things) => things[thing],
  ...rule,
})

/** Every route of the API. A new one is added here with what keeps strangers from it. */
const RULES: Record<string, Rule> = {
  'GET /api/capabilities': { access: 'public' },
  'POST /api/contact': { access: 'public', body: () => ({ name: 'Ann', email: 'ann@example.org', message: 'Hello' }) },
  'POST /api/get-shared-microsite': { access: 'public', body: ({ shareToken }) => ({ token: shareToken }) },
  'POST /api/views': { access: 'public', body: () => ({ ticket: 'no ticket of ours' }) },
  'GET /api/subscription': { access: 'own' },
  'GET /api/usage': { access: 'own' },
  'POST /api/billing/portal': { access: 'own', owner: 409 },
  'POST /api/billing/webhook': { access: 'signed', owner: 400 },
  'GET /api/account/data': { access: 'own' },
  // The wrong password; the right one is tried in own-data/.
  'POST /api/account/deletion': { access: 'own', body: () => ({ password: 'not the password' }), owner: 403 },
  'DELETE /api/account/deletion': { access: 'own' },
  'POST /api/account/export': { access: 'own' },
  // A link that is signed for one account; without it the answer is the same to everybody.
  'GET /api/account/export': { access: 'signed', owner: 400 },
  'GET /api/branding': { access: 'own' },
  'PUT /api/branding': { access: 'own', body: () => ({ accent: '#112233' }) },
  'PUT /api/branding/logo': { access: 'own', owner: 400 },
  'DELETE /api/branding/logo': { access: 'own' },
  'GET /api/extension/authorization': { access: 'own', owner: 400 },
  'POST /api/extension/authorization': {
    access: 'own',
    body: () => ({
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 's256',
      redirect_to: [...extensionRedirects()][0],
    }),
  },
  'GET /api/microsites': { access: 'own' },
  'POST /api/sample-call': { access: 'own' },
  'GET /api/tags': { access: 'own' },
  'POST /api/tags': { access: 'own', body: () => ({ name: `Tag ${randomUUID()}` }) },
  'GET /api/links': { access: 'own' },
  'POST /api/begun-meetings': { access: 'own', body: () => ({ id: randomUUID() }) },
  'DELETE /api/begun-meetings/{id}': { access: 'own', path: () => randomUUID(), owner: 204 },
  'POST /api/begun-meetings/{id}/failure': {
    access: 'own',
    path: () => randomUUID(),
    body: () => ({ code: 'processing_failed', message: 'It broke off.' }),
    owner: 204,
  },
  'GET /api/speech-model': { access: 'own' },
  'POST /api/speech-model': { access: 'operator', body: () => ({ action: 'pause' }) },
  'POST /api/speech-model/drafts': { access: 'own', owner: 409 },
  'GET /api/engines': { access: 'operator' },
  // No engine is ready in this server; the trial itself has a test in operator/.
  'POST /api/engines/trial': { access: 'operator', owner: 409 },
  'GET /api/engines/local-servers': { access: 'operator' },
  'POST /api/microsites/{id}/start-with-draft': owned('microsite', { owner: 409 }),
  'POST /api/process-meeting': { access: 'owned', body: ({ upload }) => ({ video_url: upload }) },
  'GET /api/microsites/{id}': owned('microsite'),
  'PATCH /api/microsites/{id}': owned('microsite', { body: () => ({ title: 'Taken over' }) }),
  'DELETE /api/microsites/{id}': owned('microsite'),
  'POST /api/microsites/{id}/analyse': owned('microsite', { body: () => ({ analyst: 'openai' }), owner: 400 }),
  'POST /api/microsites/{id}/retry': owned('microsite'),
  'POST /api/microsites/{id}/transcript': owned('microsite', {
    body: () => ({ source: 'given', text: 'Dana: We ship in March.' }),
  }),
  'GET /api/microsites/{id}/video': owned('microsite'),
  'POST /api/microsites/{id}/preview': owned('microsite'),
  'PATCH /api/tags/{id}': owned('tag', { body: () => ({ name: 'Taken over' }) }),
  'DELETE /api/tags/{id}': owned('tag'),
  'POST /api/create-shareable-link': {
    access: 'owned',
    body: ({ microsite }) => ({ microsite_id: microsite, expires_in_days: 7 }),
  },
  'PATCH /api/links/{id}': owned('link', { body: () => ({ label: 'Taken over' }) }),
  'GET /api/links/{id}/views': owned('link'),
  'DELETE /api/links/{id}': owned('link', { owner: 204 }),
}

/** Outside the description: pictures for anyone who has their unguessable address. */
const PICTURES = new Set(['GET /api/logos/{name}'])

describe('every route of the API', () => {
  let app: RunningApp
  let owner: Person
  let other: Person
  let signedOut: Person
  let things: Things

  beforeAll(async () => {
    app = await startApp({
      DEFAULT_PLAN: 'team',
      CONTACT_EMAIL: 'contact@example.org',
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
    })
    owner = await app.signUp()
    other = await app.signUp()
    signedOut = await app.signUp()
    expect((await signedOut.send('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
  })
  afterAll(() => app.close())
  test('has a rule of who may use it, and is described', async () => {
    expect([...(await describedRoutes())].toSorted()).toEqual(Object.keys(RULES).toSorted())
  })

  test('is described when it is served', async () => {
    const described = await describedRoutes()
    const served = app.services.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && path !== '/api/openapi.json')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(served.filter((route) => !described.has(route) && !PICTURES.has(route))).toEqual([])
  })

  describe.each(Object.entries(RULES))('%s', (route, rule) => {
    const [method = '', pattern = ''] = route.split(' ')
    // What a request may change is made anew for each; everything else once, within the limit of meetings in an hour.
    const makeAnew = async () => {
      things = await makeThings()
    }
    if (rule.access === 'owned') beforeEach(makeAnew)
    else beforeAll(makeAnew)
    const ask = (send: Person['send']) =>
      send(method, pattern.replace('{id}', rule.path?.(things) ?? ''), rule.body?.(things))

    if (rule.access === 'public') {
      test('is open to visitors', async () => {
        expect((await ask(app.visitor)).status).toBeLessThan(300)
      })
    } else if (rule.access === 'signed') {
      test('refuses what is not signed', async () => {
        for (const send of [app.visitor, owner.send]) expect((await ask(send)).status).toBe(rule.owner)
      })
    } else {
      test('refuses a visitor and a session that was signed out', async () => {
        expect((await ask(app.visitor)).status).toBe(401)
        expect((await ask(signedOut.send)).status).toBe(401)
      })
      test('answers its owner', async () => {
        expect((await ask(owner.send)).status).toBe(rule.owner ?? 200)
      })
    }

    if (rule.access !== 'public' && rule.access !== 'signed') {
      test('shows and does nothing of one person’s to another', async () => {
        const before = await snapshot()
        const { status, body } = await ask(other.send)
        if (rule.access === 'owned') expect(status).toBe(404)
        else if (rule.access === 'operator') expect(status).toBe(403)
        else expect(status).toBe(rule.owner ?? 200)
        for (const secret of [owner.userId, ...Object.values(things)])
          expect(JSON.stringify(body)).not.toContain(secret)
        expect(await snapshot()).toEqual(before)
      })
    }
  })

  async function describedRoutes(): Promise<Set<string>> {
    const { body } = await app.visitor('GET', '/api/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, unknown>> }
    return new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    )
  }

  /** A fresh microsite with a playable video, a tag, a link and a finished upload, all the owner's. */
  async function makeThings(): Promise<Things> {
    const { body: job } = await owner.send('POST', '/api/process-meeting', {
      title: 'Confidential',
      captions: 'WEBVTT',
    })
    const microsite = (job as { job_id: string }).job_id
    const upload = `${owner.userId}/meetings/${owner.userId}/${randomUUID()}.mp4`
    const { microsites, uploads } = app.database.schema
    await app.database
      .update(microsites)
      .set({ status: 'active', videoUrl: `${owner.userId}/derived/${microsite}/video.mp4`, durationMs: 1000 })
      .where(eq(microsites.id, microsite))
    await mkdir(dirname(join(app.folder, 'uservideos', upload)), { recursive: true })
    await writeFile(join(app.folder, 'uservideos', upload), 'a recording')
    await app.database.insert(uploads).values({ key: upload, userId: owner.userId, completedAt: new Date() })
    const { body: tag } = await owner.send('POST', '/api/tags', { name: randomUUID() })
    const { body: link } = await owner.send('POST', '/api/create-shareable-link', {
      microsite_id: microsite,
      expires_in_days: 7,
    })
    const { id: linkId, share_url: shareUrl } = link as { id: string; share_url: string }
    return {
      microsite,
      upload,
      tag: (tag as { id: string }).id,
      link: linkId,
      shareToken: shareUrl.split('/').at(-1) ?? '',
    }
  }

  /** Everything the owner has. */
  /** What the owner reads of it all, but for their places in the line, which others change by working. */
  async function snapshot() {
    const paths = ['/api/microsites', `/api/microsites/${things.microsite}`, '/api/tags', '/api/links', '/api/branding']
    const replies = await Promise.all(paths.map((path) => owner.send('GET', path)))
    return JSON.parse(
      JSON.stringify(replies, (key, value: unknown) => (key === 'waiting' ? undefined : value)),
    ) as unknown
  }
})
