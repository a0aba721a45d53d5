import { randomUUID } from 'node:crypto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { inject, onTestFinished, vi } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { hasStoredSession } from '../lib/stored-session.ts'
import { openAccount } from '../app/account.tsx'
import { Protected } from '../app/protected.tsx'
import { AppNavigation, Screens } from '../app/router.tsx'

/** A user with an account on a test server. */
export interface Person {
  name: string
  email: string
  password: string
  /** Sends a JSON request with the person's token. @returns the parsed reply. @throws for a status other than 2xx. */
  send: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Signs the person in again: for a user shared by the tests of a file. */
  enter: () => void
}

/** The handle a test drives. */
export interface OpenScreen {
  user: UserEvent
  /** Path and query that the app shows now. */
  location: () => string
}

/** Signs up on the test server. @param plan of the account. */
export async function signUp(plan: 'premium' | 'starter' = 'premium', name = 'Ann Example'): Promise<Person> {
  visit(plan)
  const url = window.location.origin
  const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
  const data = { full_name: name, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const session = await request(url, 'POST', '/auth/v1/signup', { ...account, data })
  const enter = () => {
    visit(plan)
    localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  }
  enter()
  const { access_token: token } = session as { access_token: string }
  return { name, ...account, send: (method, path, body) => request(url, method, path, body, token), enter }
}

/** Runs the rest of the test as a visitor of this server. */
export function visit(plan: 'premium' | 'starter'): void {
  window.happyDOM.setURL(inject(plan === 'premium' ? 'premiumServer' : 'starterServer'))
}

/** Renders the web app at a URL, signed in as the last user to sign up in this test, else as a visitor. */
export function openScreen(path: string): OpenScreen {
  setTestServer()
  const Account = openAccount(window.location.origin)
  // The app opens one account per page load; here each test is one page load.
  return open(
    <Account>
      <Screens />
    </Account>,
    path,
  )
}

/**
 * Renders one part of a screen inside the app's providers: much faster than the whole screen.
 * @param path the URL that the part sees.
 */
export function openPart(part: ReactElement, path = '/dashboard'): OpenScreen {
  setTestServer()
  const Account = openAccount(window.location.origin)
  return open(<Account>{hasStoredSession() ? <Protected>{part}</Protected> : part}</Account>, path)
}

function open(page: ReactElement, path: string): OpenScreen {
  setTestServer()
  history.replaceState(null, '', path)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AppNavigation>{page}</AppNavigation>
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    location: () => window.location.pathname + window.location.search,
  }
}

/** Replaces the server's answer; its second argument calls the server. Throws as `fetch` does. */
type Reply = (request: Request, askServer: () => Promise<Response>) => Response | Promise<Response>

/** This test's answer overrides, the last one first; null: `fetch` is the DOM's own. */
let replacements: { path: string; reply: Reply }[] | null = null

/**
 * Answers requests whose path begins with `path` with `reply` instead of the server, until the test ends: for
 * failures that can't be provoked on a server.
 */
export function replaceAnswers(path: string, reply: Reply): void {
  takeFetch().unshift({ path, reply })
}

/** Replaces `fetch` until the test ends: clients keep the `fetch` they were created with. */
function takeFetch(): { path: string; reply: Reply }[] {
  if (replacements !== null) return replacements
  const fetch = window.fetch.bind(window)
  const taken: { path: string; reply: Reply }[] = (replacements = [])
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    const ask = async (from: number): Promise<Response> => {
      const at = taken.findIndex(({ path }, index) => index >= from && address.pathname.startsWith(path))
      return taken[at]?.reply(new Request(address, init), () => ask(at + 1)) ?? fetch(input, init)
    }
    return ask(0)
  })
  onTestFinished(() => void (replacements = null))
  return taken
}

/**
 * Changes the server's answer to GET requests whose path begins with `path`. @param change applied to the parsed
 * body.
 */
export function changeAnswers<Body>(path: string, change: (body: Body) => Body): void {
  replaceAnswers(path, async ({ method }, askServer) => {
    const answer = await askServer()
    return method === 'GET' ? Response.json(change((await answer.json()) as Body)) : answer
  })
}

/**
 * Holds requests of one method whose path begins with `path`. @returns a function that releases them to the server.
 */
export function holdRequests(path: string, method: string): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  replaceAnswers(path, async (request, askServer) => {
    if (request.method === method) await released
    return askServer()
  })
  return release
}

/** Runs the test as a visitor of the premium server. */
export function setTestServer(): void {
  takeFetch()
  if (!window.location.href.startsWith('http')) window.happyDOM.setURL(inject('premiumServer'))
}

async function request(url: string, method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
