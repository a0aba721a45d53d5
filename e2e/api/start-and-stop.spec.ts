import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HANGS_MS, SERVER_MAIN, slowness, startServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('refuses to start with an invalid setting, with one sentence that names it', () => {
  for (const [name, value] of [
    ['PORT', 'abc'],
    ['PUBLIC_URL', 'not a url'],
    ['TRANSCRIBER', 'magic'],
    ['ANALYST', 'openai'],
    ['SMTP_URL', 'http://mail'],
  ] as const) {
    const run = spawnSync(process.execPath, [SERVER_MAIN], {
      cwd: root,
      env: { PATH: process.env.PATH, [name]: value },
      encoding: 'utf8',
      timeout: HANGS_MS * slowness(),
    })
    expect(run.status, name).toBe(1)
    expect(run.stderr.trim().split('\n'), name).toHaveLength(1)
    expect(run.stderr, name).toContain(name)
  }
})

test('reports source lines for an unexpected error, not lines of the build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-'))
  await mkdir(join(folder, 'server.lock'))
  const run = spawnSync(process.execPath, [SERVER_MAIN], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: 'utf8',
    timeout: HANGS_MS * slowness(),
  })
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/server\/src\/db\/folder-lock\.ts:\d+:\d+/)
  expect(run.stderr).not.toContain('server/dist')
  await rm(folder, { recursive: true })
})

test('prints its address, answers health checks, describes its API and stops gracefully', async () => {
  const server = await startServer()
  await expect.poll(() => server.log()).toContain(server.url)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> }
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/api/process-meeting', '/api/microsites', '/api/microsites/{id}', '/api/capabilities']),
  )
  expect((await fetch(`${server.url}/api/nothing`)).status).toBe(404)
  const page = await fetch(`${server.url}/dashboard`)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await page.text()).toContain('<div id="root"')
  expect((await stat(join(server.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(server.dataDir, 'secret.key'), 'utf8')).not.toBe('')
  expect(await server.stop()).toBe(0)
})

test('logs no token, password or email address', async () => {
  const server = await startServer({ LOG_LEVEL: 'debug' })
  const email = 'secret.person@example.org'
  const reply = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'hunter2 hunter2' }),
  })
  const { access_token, refresh_token } = (await reply.json()) as Record<string, string>
  await fetch(`${server.url}/api/microsites`, { headers: { authorization: `Bearer ${access_token}` } })
  for (const secret of [email, 'hunter2', access_token, refresh_token]) expect(server.log()).not.toContain(secret)
  await server.stop()
})
