import { randomUUID } from 'node:crypto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router'
import { inject, vi } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'
import { hasStoredSession } from '../lib/stored-session.ts'
import { openAccount } from '../app/account.tsx'
import { Protected } from '../app/protected.tsx'
import { ROUTES } from '../app/router.tsx'

/** Someone with an account on a test server. */
export interface Person {
  name: string
  email: string
  password: string
  /** Sends a JSON request with the person's token. @returns the parsed reply. @throws for a status other than 2xx. */
  send(method: string, path: string, body?: unknown): Promise<unknown>
}

/** What a test drives. */
export interface OpenScreen {
  user: UserEvent
  /** Path and query that the app shows now. */
  location(): string
}

/** Signs up on the test server. @param plan of the account. */
export async function signUp(plan: 'premium' | 'starter' = 'premium', name = 'Ann Example'): Promise<Person> {
  const url = inject(plan === 'premium' ? 'premiumServer' : 'starterServer')
  window.happyDOM.setURL(url)
  const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
  const data = { full_name: name, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const session = await request(url, 'POST', '/auth/v1/signup', { ...account, data })
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  const { access_token: token } = session as { access_token: string }
  return { name, ...account, send: (method, path, body) => request(url, method, path, body, token) }
}

/** Renders the web app at an address, signed in as the person who signed up last in this test, else as a visitor. */
export function openScreen(path: string): OpenScreen {
  return open(ROUTES, path)
}

/** Renders one part of a screen with all that is around it in the app: much faster than its whole screen. */
export function openPart(part: ReactElement): OpenScreen {
  setTestServer()
  const Account = openAccount(window.location.origin)
  const around = hasStoredSession() ? <Protected /> : <Outlet />
  return open([{ element: <Account>{around}</Account>, children: [{ path: '*', element: part }] }], '/')
}

function open(routes: RouteObject[], path: string): OpenScreen {
  setTestServer()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    location: () => router.state.location.pathname + router.state.location.search,
  }
}

/**
 * Has requests whose path begins with `path` answered by `reply` instead of the server, until the test ends: for failures
 * that a server can't be brought to. @param reply throws as `fetch` does where the server can't be reached.
 */
export function replaceAnswers(path: string, reply: (request: Request) => Response | Promise<Response>): void {
  const fetch = window.fetch.bind(window)
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const address = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    return address.pathname.startsWith(path) ? reply(new Request(address, init)) : fetch(input, init)
  })
}

/** A visitor has the premium server. */
function setTestServer(): void {
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
