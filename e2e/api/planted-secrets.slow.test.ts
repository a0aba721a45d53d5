import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'

/** Unique values, so that any copy found comes from here. */
const mark = (name: string) => `${name}-${randomUUID()}`

const SETTINGS = {
  SECRET_KEY: mark('secret-key-of-the-server'),
  OPENAI_API_KEY: mark('sk-openai'),
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  STRIPE_SECRET_KEY: mark('sk_test'),
  STRIPE_WEBHOOK_SECRET: mark('whsec_planted'),
  STRIPE_API_BASE: 'http://127.0.0.1:9',
}
const SAID = mark('confidential')
const EMAIL = `${mark('person')}@example.org`
const VISITOR = `${mark('visitor')}@buyer.example`

describe('after a run of everything that has secrets', () => {
  let server: RunningServer
  /** Secrets that must not be stored in plain text, by kind. */
  const secrets: Record<string, string> = { ...SETTINGS }
  delete secrets['OPENAI_BASE_URL']
  delete secrets['STRIPE_API_BASE']
  /** Values that the database must store in plain text, and the log must not. */
  const kept: Record<string, string> = { said: SAID, email: EMAIL, visitor: VISITOR }

  beforeAll(async () => {
    server = await startServer({
      ...SETTINGS,
      LOG_LEVEL: 'debug',
      TRANSCRIBER: 'none',
      ANALYST: 'extractive',
      CONTACT_EMAIL: 'contact@example.org',
    })
    await useEverything()
  })
  afterAll(() => server.stop())

  test('the log has no secret, token, personal address or spoken word', () => {
    expect(server.log()).toContain('request')
    const found = Object.entries({ ...secrets, ...kept }).filter(([, value]) => server.log().includes(value))
    expect(found.map(([name]) => name)).toEqual([])
  })

  test('no file has a password, key or session token, and only the database has share tokens and words', async () => {
    const files = await getFiles(server.dataDir)
    expect(files.map(({ name }) => name)).toContain('callfolio.db')
    const holders = (value: string) => files.filter(({ content }) => content.includes(value)).map(({ name }) => name)
    for (const [name, value] of Object.entries(secrets)) expect([name, holders(value)]).toEqual([name, []])
    expect(holders(kept['share token'] ?? '').filter((name) => !name.startsWith('callfolio.db'))).toEqual([])
    expect(holders(kept['share token'] ?? ''), 'the search finds what is there').not.toEqual([])
  })

  async function useEverything(): Promise<void> {
    const password = (secrets['password'] = mark('password'))
    const { access_token: first, refresh_token: refresh } = await ask('POST', '/auth/v1/signup', {
      email: EMAIL,
      password,
    })
    secrets['access token'] = first ?? ''
    secrets['refresh token'] = refresh ?? ''
    secrets['wrong password'] = mark('wrong')
    await ask('POST', '/auth/v1/token?grant_type=password', { email: EMAIL, password: secrets['wrong password'] })
    const session = await ask('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refresh })
    const token = (secrets['second access token'] = session['access_token'] ?? '')
    secrets['second refresh token'] = session['refresh_token'] ?? ''
    secrets['new password'] = mark('new-password')
    await ask('PUT', '/auth/v1/user', { password: secrets['new password'] }, token)

    const captions = `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Dana>We keep ${SAID} to ourselves.\n`
    const { job_id: id } = await ask('POST', '/api/process-meeting', { title: 'Call', captions }, token)
    await waitFor(
      async () => (await ask('GET', `/api/microsites/${id}`, undefined, token))['status'] === 'active',
      'the microsite',
    )
    secrets['link password'] = mark('link-password')
    const link = await ask(
      'POST',
      '/api/create-shareable-link',
      { microsite_id: id, expires_in_days: 7, password: secrets['link password'], asks_email: true },
      token,
    )
    const share = (kept['share token'] = (link['share_url'] ?? '').split('/').at(-1) ?? '')
    for (const tried of [secrets['wrong password'], secrets['link password']]) {
      const body = new URLSearchParams({ password: tried ?? '', email: VISITOR })
      const reply = await fetch(`${server.url}/s/${share}`, { method: 'POST', body, redirect: 'manual' })
      const pass = reply.headers.get('set-cookie')?.split(';')[0]
      if (pass !== undefined) secrets['pass of a link'] = pass.slice('pass='.length)
    }
    await fetch(`${server.url}/s/${share}/video`)
    await ask('POST', '/api/get-shared-microsite', { token: share, password: secrets['link password'], email: VISITOR })
    const { url: preview } = await ask('POST', `/api/microsites/${id}/preview`, undefined, token)
    secrets['ticket of a preview'] = (preview ?? '').split('/').at(-1) ?? ''
    await fetch(preview ?? '')
    const { url: archive } = await ask('POST', '/api/account/export', undefined, token)
    if (archive !== undefined) await (await fetch(new URL(archive, server.url))).arrayBuffer()
    // The places where they don't belong.
    await ask('GET', `/api/microsites?q=${token}&cursor=${secrets['second refresh token']}`, undefined, token)
    await ask('POST', `/api/billing/portal?token=${share}`, {}, token)
    await ask('POST', '/auth/v1/recover', { email: EMAIL })
    await ask('POST', '/api/contact', { name: 'Ann', email: VISITOR, message: 'Hello' })
    await ask('POST', '/auth/v1/logout?scope=global', undefined, token)
    await ask('GET', '/api/usage', undefined, token)
  }

  async function ask(method: string, path: string, json?: unknown, token?: string): Promise<Record<string, string>> {
    const reply = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await reply.text()
    return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
  }
})

async function getFiles(folder: string): Promise<{ name: string; content: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(folder.length + 1), content: await readFile(file) })),
  )
}
