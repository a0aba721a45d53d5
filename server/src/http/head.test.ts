import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterAll(() => app.close())

/** All bytes of the response to a HEAD request, because HTTP clients drop a body. */
async function head(path: string, headers: Record<string, string> = {}): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  const lines = Object.entries({ host: '127.0.0.1', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write([`HEAD ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  return text(socket)
}

test.each<[path: string, headers?: Record<string, string>]>([
  ['/'],
  ['/nothing'],
  ['/healthz'],
  ['/readyz'],
  ['/api/nothing'],
  ['/api/capabilities'],
  ['/api/openapi.json'],
  ['/api/microsites'],
  ['/api/logos/none'],
  ['/auth/v1/user'],
  ['/auth/v1/authorize?provider=none'],
  ['/auth/v1/sso/saml/acs'],
  ['/auth/v1/nothing'],
  ['/files'],
  ['/files/none'],
  ['/storage/none'],
  ['/storage/v1/object/none'],
  ['/s/none'],
  ['/s/none/live'],
  ['/s/none/ticket'],
  ['/s/none/video'],
  ['/s/none/card.png'],
  ['/metrics'],
  ['/extension/callfolio-chrome.zip'],
  ['//'],
  ['/%'],
  ['/', { host: 'elsewhere.example' }],
  ['/', { host: '' }],
  ['/', { host: '%' }],
  ['/', { 'transfer-encoding': 'chunked', 'content-length': '1' }],
  ['/', { 'x-large': 'x'.repeat(40_000) }],
  ['/', { 'x large': 'x' }],
  ['/', { 'content-length': '-1' }],
  ['/', { expect: 'nothing' }],
])('sends no body in response to HEAD %s %o', async (path, headers = {}) => {
  for (const authorization of ['', `Bearer ${person.token}`]) {
    const answer = await head(path, { ...headers, authorization })
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3}/)
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('')
  }
})
