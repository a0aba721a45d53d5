import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HAS_POSTGRES } from '../../server/src/testing/databases.ts'
import { createPostgres } from '../../server/src/testing/postgres.ts'
import { startServer } from '../fixtures/server.ts'
import { installSchemathesis } from './install.ts'
import { addPeople } from './people.ts'

/** Settings that enable every route. */
const SETTINGS = {
  TRUST_PROXY: 'true',
  DEFAULT_PLAN: 'team',
  CONTACT_EMAIL: 'contact@example.org',
  TRANSCRIBER: 'none',
  ANALYST: 'extractive',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  LOG_LEVEL: 'error',
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

test('the API answers generated requests as documented in OpenAPI, and never with a server error', async () => {
  const program = await installSchemathesis()
  // The stricter database: it refuses values that SQLite stores.
  const server = await startServer({
    ...SETTINGS,
    ...(HAS_POSTGRES && { DATABASE_URL: await createPostgres({ migrated: true }) }),
  })
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  try {
    const options = ['--generation-deterministic', '--max-examples=10', '--no-shrink', '--phases=coverage,fuzzing']
    const sending = ['--max-redirects=0', '--request-timeout=120', '--no-color', '--warnings=off']
    const child = spawn(
      program,
      ['run', `${server.url}/api/openapi.json`, `--checks=${CHECKS.join(',')}`, ...options, ...sending],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          PYTHONPATH: import.meta.dirname,
          PYTHONDONTWRITEBYTECODE: '1',
          SCHEMATHESIS_HOOKS: 'hooks',
          KNOWN: JSON.stringify(await addPeople(server.url)),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let report = ''
    child.stdout.on('data', (part: Buffer) => (report += part.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code, report).toBe(0)
    // An empty run would pass too.
    expect(Number(/(\d+) generated/.exec(report)?.[1])).toBeGreaterThan(1000)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}, 1_800_000)
