import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkVulnerabilities } from './dependencies.ts'

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-1',
  title: 'Reads what it should not',
  severity,
  vulnerable_versions: '<999',
})

/** @param answer a registry's response about known vulnerabilities; null: it doesn't support the query. */
async function audit(answer: object | null): Promise<{ said: string[]; refused: string | null }> {
  const registry = createServer((request, response) => {
    request.resume()
    if (answer === null || request.url !== '/-/npm/v1/security/advisories/bulk') response.writeHead(405).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const said: string[] = []
  try {
    const { port } = registry.address() as AddressInfo
    const refused = await checkVulnerabilities((text) => said.push(text), `http://127.0.0.1:${port}/`).then(
      () => null,
      (error: Error) => error.message,
    )
    return { said, refused }
  } finally {
    registry.close()
  }
}

test('names and refuses a vulnerable dependency, unless of low severity', async () => {
  expect(await audit({ hono: [advisory('critical')] })).toEqual({
    said: [],
    refused: expect.stringContaining('hono: Reads what it should not (critical, https://github.com/advisories/GHSA-1)'),
  })
  expect((await audit({ hono: [advisory('moderate')] })).refused).toBeNull()
  expect((await audit({})).said).toEqual([expect.stringContaining('No known vulnerabilities')])
})

test("warns when the registry can't report vulnerabilities", async () => {
  expect(await audit(null)).toEqual({ said: [expect.stringContaining('WARNING')], refused: null })
})
