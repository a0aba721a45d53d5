import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extensionRedirects } from '../accounts/extension/extension-redirects.ts'
import { totp } from '../accounts/factors/totp.testing.ts'
import { idOfKey } from '../uploads/upload-id.ts'
import { startApp, type Person, type RunningApp } from './app.ts'

/** The owner's data when a route is called. */
interface Things {
  microsite: string
  tag: string
  link: string
  shareToken: string
  upload: string
}

/**
 * A route's access rule. `public`: anyone. `link`: anyone with a link that has neither expired nor been revoked.
 * `operator`: only the operator, who is the owner here. `signed`: callers with another service's signature; none
 * here, so all get the answer `owner`. `own`: each signed-in user gets their own data. `owned`: the request names a
 * resource that only its owner can reach.
 */
interface Rule {
  access: 'public' | 'link' | 'signed' | 'operator' | 'own' | 'owned'
  /** Values of the path's parameters. */
  path?: (things: Things) => string
  body?: (things: Things) => unknown
  query?: string
  /** The status for the owner, and for a visitor with a link; default 200. */
  owner?: number
  /** The status for an ended session; default 401. */
  ended?: number
  /** The status for a caller who gave the password but not yet the second factor; default: the matching refusal. */
  owing?: number
  /** The statuses for an expired link and a revoked link; default 410 and 404. */
  over?: readonly [expired: number, revoked: number]
}

const owned = (thing: keyof Things, rule: Partial<Rule> = {}): Rule => ({
  access: 'owned',
  path: (things) => things[thing],
  ...rule,
})

/** Identity service routes for a resource that is not the caller's: every signed-in user gets this status. */
const nobodys = (owner: number): Rule => ({ access: 'own', path: () => 'none', owner, ended: 403 })
/** A response that no authenticator signed. */
const KEY_ANSWER = {
  challenge_id: 'none',
  credential: { id: 'none', rawId: 'none', type: 'public-key', response: {} },
}

/** A closed port. */
const AI_SERVER = { base_url: 'http://127.0.0.1:9/v1', key: '', transcribe_model: 'whisper-1', analysis_model: '' }

const page = (rule: Partial<Rule> = {}): Rule => ({ access: 'link', path: ({ shareToken }) => shareToken, ...rule })
const upload = (rule: Partial<Rule> = {}): Rule => ({
  access: 'owned',
  path: (things) => idOfKey(things.upload),
  // No request here names a version of tus; the tests in uploads/ do.
  owner: 412,
  ...rule,
})
/** Without the web build no page is rendered; sharing/ tests them with it. */
const isBuilt = existsSync(new URL('../../../web/shared-page/dist/render.js', import.meta.url))

/** Every API route. Add a new route here with its access rule. */
const RULES: Record<string, Rule> = {
  'GET /api/capabilities': { access: 'public' },
  'GET /api/data-flow': { access: 'public' },
  'POST /api/contact': { access: 'public', body: () => ({ name: 'Ann', email: 'ann@example.org', message: 'Hello' }) },
  'POST /api/get-shared-microsite': { access: 'link', body: ({ shareToken }) => ({ token: shareToken }) },
  'POST /api/views': { access: 'public', body: () => ({ ticket: 'no ticket of ours' }) },
  'GET /api/subscription': { access: 'own' },
  'GET /api/usage': { access: 'own' },
  'POST /api/billing/portal': { access: 'own', owner: 409 },
  'POST /api/billing/webhook': { access: 'signed', owner: 400 },
  'GET /api/account/data': { access: 'own' },
  // The wrong password; own-data/ tests the right one.
  'POST /api/account/deletion': { access: 'own', body: () => ({ password: 'not the password' }), owner: 403 },
  'DELETE /api/account/deletion': { access: 'own' },
  'POST /api/account/export': { access: 'own' },
  'POST /api/account/import': { access: 'own', body: () => ({}), owner: 400 },
  // A link signed for one account; without it everyone gets the same answer.
  'GET /api/account/export': { access: 'signed', owner: 400 },
  'GET /api/account/sessions': { access: 'own' },
  // accounts/ tests that users can't end another user's session.
  'DELETE /api/account/sessions/{id}': { access: 'own', path: () => randomUUID(), owner: 404 },

  'GET /api/account/retention': { access: 'own' },
  'PUT /api/account/retention': {
    access: 'own',
    body: () => ({ media_days: null, transcript_days: null, page_days: null }),
  },
  'GET /api/microsites/{id}/retention': owned('microsite'),
  'PUT /api/microsites/{id}/retention': owned('microsite', { body: () => ({ pinned: true }) }),
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
  // No engine is ready in this server; operator/ tests the trial itself.
  'POST /api/engines/trial': { access: 'operator', owner: 409 },
  'GET /api/engines/model-trial': { access: 'operator' },
  'POST /api/engines/model-trial': { access: 'operator', body: () => ({ action: 'start' }), owner: 409 },
  'GET /api/engines/local-servers': { access: 'operator' },
  // A closed port.
  'PUT /api/engines/ai-server': { access: 'operator', body: () => AI_SERVER, owner: 400 },
  'DELETE /api/engines/ai-server': { access: 'operator' },
  'POST /api/engines/ai-server/trial': { access: 'operator', body: () => AI_SERVER },
  'GET /api/caption-marks': { access: 'public' },
  'GET /api/unread-captions': { access: 'operator' },
  'POST /api/unread-captions': { access: 'own', body: () => ({ site: 'meet', version: '2026-11-27' }) },
  'GET /api/failed-jobs': { access: 'operator' },
  'POST /api/failed-jobs/retry': {
    access: 'operator',
    body: () => ({ id: randomUUID(), kind: 'microsite' }),
    owner: 404,
  },
  'POST /api/microsites/{id}/start-with-draft': owned('microsite', { owner: 409 }),
  'POST /api/process-meeting': { access: 'owned', body: ({ upload }) => ({ video_url: upload }) },
  'GET /api/microsites/{id}': owned('microsite'),
  'PATCH /api/microsites/{id}': owned('microsite', { body: () => ({ title: 'Taken over' }) }),
  'DELETE /api/microsites/{id}': owned('microsite'),
  'POST /api/microsites/{id}/analyse': owned('microsite', { body: () => ({ analyst: 'openai' }), owner: 400 }),
  'POST /api/microsites/{id}/language': owned('microsite', { body: () => ({ language: 'de' }), owner: 400 }),
  'POST /api/microsites/{id}/redactions': owned('microsite', {
    body: () => ({ spans: [{ start_ms: 0, end_ms: 1000 }], preview: true }),
  }),
  'POST /api/microsites/{id}/retry': owned('microsite'),
  'POST /api/microsites/{id}/transcript': owned('microsite', {
    body: () => ({ source: 'given', text: 'Dana: We ship in March.' }),
  }),
  'GET /api/microsites/{id}/names': owned('microsite'),
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
  'GET /s/{token}': page(isBuilt ? {} : { owner: 503, over: [503, 503] }),
  'GET /s/{token}/ticket': page({ over: [404, 404] }),
  'POST /s/{token}': page({ owner: 303, over: [303, 303] }),
  // With only the address of an ended link, a client gets the product's own picture.
  'GET /s/{token}/card.png': page({ over: [302, 302] }),
  'GET /s/{token}/live': page({ over: [200, 200] }),
  // The link shows no recording; sharing/ tests one that does.
  'GET /s/{token}/video': page({ owner: 404 }),
  'GET /s/{token}/poster': page({ owner: 404 }),
  'GET /s/preview/{ticket}': { access: 'signed', owner: isBuilt ? 404 : 503 },
  'GET /storage/v1/object/sign/uservideos/{key}': { access: 'signed', owner: 403 },
  'OPTIONS /files': { access: 'public' },
  'POST /files': { access: 'own', owner: 412 },
  'HEAD /files/{id}': upload(),
  'PATCH /files/{id}': upload(),
  'DELETE /files/{id}': upload(),
  'GET /auth/v1/.well-known/jwks.json': { access: 'public' },
  'POST /auth/v1/signup': {
    access: 'public',
    body: () => ({ email: `${randomUUID()}@example.org`, password: 'correct horse' }),
  },
  'POST /auth/v1/token': { access: 'signed', owner: 400 },
  // The session's user, the available factors, and signing out: needed to complete or abandon the second factor.
  'GET /auth/v1/user': { access: 'own', ended: 403, owing: 200 },
  'PUT /auth/v1/user': { access: 'own', body: () => ({ data: {} }), ended: 403 },
  // factors/ tests that users may sign themselves out.
  'POST /auth/v1/logout': { access: 'own', query: '?scope=others', owner: 204, ended: 403 },
  'POST /auth/v1/recover': { access: 'public', body: () => ({ email: 'unknown@example.org' }) },
  'POST /auth/v1/resend': { access: 'public', body: () => ({ email: 'unknown@example.org', type: 'signup' }) },
  'POST /auth/v1/verify': { access: 'signed', owner: 400 },
  'GET /auth/v1/verify': { access: 'signed', owner: 400 },
  'GET /auth/v1/health': { access: 'public' },
  'GET /auth/v1/settings': { access: 'public' },
  'GET /auth/v1/reauthenticate': { access: 'own', ended: 403 },
  'POST /auth/v1/otp': { access: 'public', body: () => ({ email: 'unknown@example.org', create_user: false }) },
  // accounts/ tests that users can't reach another user's factor, key or identity.
  'POST /auth/v1/factors': { access: 'own', body: () => ({ factor_type: 'webauthn' }), ended: 403 },
  // A caller who still owes the second factor may use the routes that complete it.
  'POST /auth/v1/factors/{id}/challenge': { ...nobodys(404), owing: 404 },
  'POST /auth/v1/factors/{id}/verify': { ...nobodys(404), body: () => ({ challenge_id: 'none' }), owing: 404 },
  // An unfinished factor may be deleted; factors/ tests that an active one may not.
  'DELETE /auth/v1/factors/{id}': { ...nobodys(404), owing: 404 },
  'GET /auth/v1/factors/recovery-codes': { access: 'own', owner: 404, ended: 403, owing: 404 },
  'POST /auth/v1/factors/recovery-codes': { access: 'own', owner: 422, ended: 403 },
  'DELETE /auth/v1/factors/recovery-codes': { access: 'own', owner: 404, ended: 403 },
  'POST /auth/v1/factors/recovery-codes/regenerate': { access: 'own', owner: 404, ended: 403 },
  'POST /auth/v1/factors/recovery-codes/verify': {
    access: 'own',
    body: () => ({ code: 'none' }),
    owner: 404,
    ended: 403,
    owing: 404,
  },
  'POST /auth/v1/passkeys/registration/options': { access: 'own', ended: 403 },
  'POST /auth/v1/passkeys/registration/verify': { access: 'own', body: () => KEY_ANSWER, owner: 422, ended: 403 },
  'POST /auth/v1/passkeys/authentication/options': { access: 'public' },
  'POST /auth/v1/passkeys/authentication/verify': { access: 'signed', owner: 400 },
  'GET /auth/v1/passkeys': { access: 'own', ended: 403 },
  'PATCH /auth/v1/passkeys/{id}': { ...nobodys(404), body: () => ({ friendly_name: 'Key' }) },
  'DELETE /auth/v1/passkeys/{id}': nobodys(404),
  'GET /auth/v1/authorize': { access: 'signed', owner: 400 },
  'GET /auth/v1/callback/{provider}': { access: 'signed', owner: 400 },
  'POST /auth/v1/sso': { access: 'signed', owner: 400 },
  'GET /auth/v1/sso/saml/metadata': { access: 'signed', owner: 404 },
  'POST /auth/v1/sso/saml/acs': { access: 'signed', owner: 400 },
  'GET /auth/v1/user/identities/authorize': { access: 'own', query: '?provider=none', owner: 400, ended: 403 },
  'DELETE /auth/v1/user/identities/{id}': nobodys(404),
}

/** Outside the API description, public. */
const UNDESCRIBED = new Set([
  // Public pictures with unguessable addresses.
  'GET /api/logos/{name}',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  // Built files: the extension, and the web app with its page at every other address.
  'GET /extension/callfolio-chrome.zip',
  'GET /extension/callfolio-firefox.zip',
  'GET /assets/*',
  'GET /*',
  // A truncated link gets a page that says so.
  'GET /s',
  'GET /s/',
  'GET /s/*',
])
/** Described with a parameter; Hono uses a star. */
const DESCRIBED_AS: Record<string, string> = {
  'OPTIONS /files/*': 'OPTIONS /files',
  'GET /storage/v1/object/sign/uservideos/*': 'GET /storage/v1/object/sign/uservideos/{key}',
}
/** Handlers for every method: they pass on, forward to described routes (uploads) or refuse. */
const EVERY_METHOD = new Set([
  '/*',
  '/api/*',
  '/api/begun-meetings/*',
  '/api/links/*',
  '/api/microsites/*',
  '/auth/v1/*',
  '/files/*',
  '/s/*',
  '/storage/*',
  '/assets/*',
  '/extension/callfolio-chrome.zip',
  '/extension/callfolio-firefox.zip',
])

describe('every route of the API', () => {
  let app: RunningApp
  let owner: Person
  let other: Person
  let signedOut: Person
  let expired: Person
  /** Signed in by password only, to an account with a second factor. */
  let owing: Pick<Person, 'send'>
  let things: Things
  /** Fixtures shared by all rows that change nothing. */
  let unchanged: Things | undefined

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
    expired = await app.signUp()
    const { sessions } = app.database.schema
    await app.database
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, expired.userId))
    owing = await signInWithoutSecondFactor()
  })
  afterAll(() => app.close())
  test('has an access rule and is described', async () => {
    expect([...(await describedRoutes())].toSorted()).toEqual(Object.keys(RULES).toSorted())
  })

  test('is described when it is served', async () => {
    const described = await describedRoutes()
    const paths = new Set([...described].map((route) => route.split(' ')[1] ?? ''))
    const served = app.services.app.routes.map(({ method, path }) => ({
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
    }))
    const isKnown = ({ method, path }: { method: string; path: string }) => {
      if (method === 'ALL') return EVERY_METHOD.has(path) || paths.has(path)
      const route = `${method} ${path}`
      return UNDESCRIBED.has(route) || described.has(DESCRIBED_AS[route] ?? route)
    }
    expect(served.filter((route) => !isKnown(route))).toEqual([])
  })

  describe.each(Object.entries(RULES))('%s', (route, rule) => {
    const [method = '', pattern = ''] = route.split(' ')
    // Fixtures that a request may change are created per request; the rest once for all, within the hourly meeting
    // limit.
    const makeAnew = async () => {
      things = await makeThings()
    }
    if (rule.access === 'owned' && method !== 'GET') beforeEach(makeAnew)
    else if (rule.access === 'link') beforeAll(makeAnew)
    else if (rule.access !== 'public' && rule.access !== 'signed')
      beforeAll(async () => {
        things = unchanged ??= await makeThings()
      })
    const ask = (send: Person['send']) =>
      send(method, pattern.replace(/\{\w+\}/, rule.path?.(things) ?? 'none') + (rule.query ?? ''), rule.body?.(things))

    if (rule.access === 'public') {
      test('is open to visitors', async () => {
        expect((await ask(app.visitor)).status).toBeLessThan(300)
      })
    } else if (rule.access === 'link') {
      test('is open to a visitor with a link', async () => {
        expect((await ask(app.visitor)).status).toBe(rule.owner ?? 200)
      })
      test.each(['has expired', 'was revoked'] as const)('returns nothing for a link that %s', async (end) => {
        const [whenExpired, whenRevoked] = rule.over ?? [410, 404]
        const { shareableLinks } = app.database.schema
        const isExpired = end === 'has expired'
        await app.database
          .update(shareableLinks)
          .set({ expiresAt: new Date(isExpired ? 0 : Date.now() + 60_000), revokedAt: isExpired ? null : new Date() })
          .where(eq(shareableLinks.id, things.link))
        for (const send of [app.visitor, other.send, signedOut.send, expired.send, owing.send]) {
          const { status, body } = await ask(send)
          expect(status).toBe(isExpired ? whenExpired : whenRevoked)
          expect(JSON.stringify(body)).not.toContain('Confidential')
        }
      })
    } else if (rule.access === 'signed') {
      test('refuses an unsigned request', async () => {
        for (const send of [app.visitor, owner.send, owing.send]) expect((await ask(send)).status).toBe(rule.owner)
      })
    } else {
      test('refuses a visitor, a revoked session and an expired session', async () => {
        expect((await ask(app.visitor)).status).toBe(401)
        for (const { send } of [signedOut, expired]) expect((await ask(send)).status).toBe(rule.ended ?? 401)
      })
      const { owing: open } = rule
      if (open === undefined)
        test('refuses a caller who still owes the second factor', async () => {
          const { status, body } = await ask(owing.send)
          expect(status).toBe(403)
          // A HEAD response has no body.
          if (method !== 'HEAD') expect(JSON.stringify(body)).toContain('"insufficient_aal"')
        })
      else
        test('is open to a caller who still owes the second factor', async () => {
          expect((await ask(owing.send)).status).toBe(open)
        })
      test('answers its owner', async () => {
        expect((await ask(owner.send)).status).toBe(rule.owner ?? 200)
      })
    }

    if (!['public', 'link', 'signed'].includes(rule.access)) {
      test("neither shows nor changes another user's data", async () => {
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

  async function signInWithoutSecondFactor(): Promise<Pick<Person, 'send'>> {
    const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
    await app.visitor('POST', '/auth/v1/signup', account)
    const whole = await app.signIn(account)
    const { body: factor } = await whole.send('POST', '/auth/v1/factors', { factor_type: 'totp' })
    const { id, totp: own } = factor as { id: string; totp: { secret: string } }
    const { body: asked } = await whole.send('POST', `/auth/v1/factors/${id}/challenge`)
    const answer = { challenge_id: (asked as { id: string }).id, code: totp(own.secret, new Date()) }
    expect((await whole.send('POST', `/auth/v1/factors/${id}/verify`, answer)).status).toBe(200)
    return app.signIn(account)
  }

  /** A new microsite with a playable video, a tag, a link and a complete upload, all owned by the owner. */
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

  /** The owner's view of it all, without queue positions, which other users' uploads change. */
  async function snapshot() {
    const paths = ['/api/microsites', `/api/microsites/${things.microsite}`, '/api/tags', '/api/links', '/api/branding']
    const replies = await Promise.all(paths.map((path) => owner.send('GET', path)))
    return JSON.parse(
      JSON.stringify(replies, (key, value: unknown) => (key === 'waiting' ? undefined : value)),
    ) as unknown
  }
})
