import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreateLink, LinkSection } from '@callfolio/shared/contract/share.ts'
import type { Person } from '../../testing/api-server.ts'
import { MADE, PASSWORDS } from './link-limits.ts'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const EMAIL = 'ben@buyer.example'
const PASSWORD = 'open sesame'
const SECTIONS: LinkSection[] = ['quotes']

const WHO = ['visitor', 'visitor past the gate', 'another user', 'owner'] as const
const RESOURCES = ['page', 'API', 'video', 'poster', 'card', 'view beacon'] as const
type Who = (typeof WHO)[number]
type Resource = (typeof RESOURCES)[number]

/** The state of a link when it is requested. */
interface State {
  choice?: Partial<CreateLink>
  /** What happens to it after it was open; undefined: nothing. */
  end?: (sharing: Sharing, link: TestLink) => Promise<unknown>
  /** The status of page, API, video and poster when it does not open. */
  closed?: number
  /** The status for visitors who have not passed its gate. */
  gate?: number
  /** Its microsite's status; absent: ready. */
  site?: { status: 'processing' | 'failed' }
  /** True: it shows nothing until its microsite is ready. */
  waits?: true
}

const VIDEO = { with_video: true }
const STATES: Record<string, State> = {
  'open': {},
  'expired': { choice: VIDEO, end: async ({ later }) => later(7 * DAY), closed: 410 },
  'revoked': { choice: VIDEO, end: ({ change }, link) => change(link, { revoked: true }), closed: 404 },
  'deleted': {
    choice: VIDEO,
    end: ({ api, owner }, { id }) => api.request('DELETE', `/api/links/${id}`, { as: owner }),
    closed: 404,
  },
  'with a password': { choice: { ...VIDEO, password: PASSWORD }, gate: 401 },
  'that asks for an e-mail address': { choice: { ...VIDEO, asks_email: true }, gate: 401 },
  'with chosen sections': { choice: { sections: SECTIONS } },
  'with the video': { choice: VIDEO },
  'of a page that is being prepared': { choice: VIDEO, site: { status: 'processing' } },
  'with a password, of a page that is being prepared': {
    choice: { ...VIDEO, password: PASSWORD },
    site: { status: 'processing' },
    gate: 401,
  },
  'revoked, of a page that is being prepared': {
    choice: VIDEO,
    site: { status: 'processing' },
    end: ({ change }, link) => change(link, { revoked: true }),
    closed: 404,
  },
  'expired, of a page that is being prepared': {
    choice: VIDEO,
    site: { status: 'processing' },
    end: async ({ later }) => later(7 * DAY),
    closed: 410,
  },
  'for when it is ready, of a page that is being prepared': {
    choice: { ...VIDEO, when_ready: true },
    site: { status: 'processing' },
    waits: true,
  },
  'for when it is ready, of a page that is': { choice: { ...VIDEO, when_ready: true } },
  'of a page that failed': { choice: VIDEO, site: { status: 'failed' }, closed: 404 },
}

/** The expected status, and whether a view is counted. */
function expected(
  { choice, closed, gate, waits }: State,
  resource: Resource,
  who: Who,
): { status: number; counts: boolean } {
  if (waits) {
    const status = { 'page': 200, 'view beacon': 204, 'card': 302, 'API': 409, 'video': 409, 'poster': 409 }[resource]
    return { status, counts: false }
  }
  const passes = gate === undefined || who === 'visitor past the gate'
  if (resource === 'view beacon') return { status: 204, counts: closed === undefined && passes && who !== 'owner' }
  // Link preview bots pass no gate.
  if (resource === 'card') return { status: closed === undefined && gate === undefined ? 200 : 302, counts: false }
  // Only the API knows a signed-in owner: a page and its media are opened by their address.
  const open = closed ?? (passes || (resource === 'API' && who === 'owner') ? 200 : (gate ?? 200))
  const shown = resource === 'page' || resource === 'API' || choice?.with_video === true
  return { status: open === 200 && !shown ? 404 : open, counts: false }
}

describe('a link', () => {
  let sharing: Sharing
  let people: Record<Who, Person>
  let siteId: string

  beforeAll(async () => {
    sharing = await startSharing()
    people = {
      'visitor': null,
      'visitor past the gate': null,
      'another user': await sharing.api.signUp(),
      'owner': sharing.owner,
    }
    siteId = await sharing.insertSite({
      gptQuotes: [{ text: 'We sign in March.', speaker: 'Ben' }],
      transcript: 'Ben: We sign in March.',
    })
  })
  afterAll(() => sharing.close())
  beforeEach(async () => {
    sharing.moveClient()
    // One owner creates all the links.
    for (const rule of [MADE, PASSWORDS]) await sharing.limiter.giveBack(rule, sharing.owner.userId)
    await sharing.updateSite(siteId, { status: 'active' })
  })

  const cases = Object.entries(STATES).flatMap(([name, state]) =>
    RESOURCES.flatMap((resource) =>
      WHO.map((who) => ({ name, state, resource, who, ...expected(state, resource, who) })),
    ),
  )

  test.each(cases)(
    '$name: $resource for $who is $status, counts $counts',
    async ({ state, resource, who, status, counts }) => {
      const link = await sharing.share(siteId, state.choice)
      if (state.site) await sharing.updateSite(siteId, state.site)
      const { token } = link
      const as = people[who]
      const passed = state.gate !== undefined && who === 'visitor past the gate'
      const cookie = passed
        ? cookieFor(await sharing.open(token, { form: { password: PASSWORD, email: EMAIL } }))
        : null
      const ticket = await sharing.ticket(token, cookie)
      await state.end?.(sharing, link)

      const answer = await ask(resource)
      expect(answer.status).toBe(status)
      const row = await sharing.findLink(token)
      expect(row?.viewCount ?? 0).toBe(counts ? 1 : 0)
      if (resource === 'page' || resource === 'API') expectShown(JSON.stringify(answer), state, status)

      function ask(what: Resource): Promise<{ status: number }> {
        if (what === 'API')
          return sharing.api.request('POST', '/api/get-shared-microsite', {
            as,
            json: { token, ...(passed && { password: PASSWORD, email: EMAIL }) },
          })
        if (what === 'view beacon') return sharing.sendBeacon(ticket || 'none', { as })
        return sharing.open(what === 'page' ? token : `${token}/${what === 'card' ? 'card.png' : what}`, { as, cookie })
      }
    },
  )
})

/** Expects only what the link shows, for a visitor it opens to. */
function expectShown(answer: string, { choice, waits }: State, answered: number): void {
  const status = waits ? 404 : answered
  const sections = choice?.sections
  expect(answer.includes('We sign in March')).toBe(status === 200)
  expect(answer.includes('They agreed')).toBe(status === 200 && sections === undefined)
  expect(answer.includes('Ben: We')).toBe(status === 200 && sections === undefined)
}
