import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'
import { readCompose } from './compose.ts'

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
/** Lines that say something, without what surrounds them. */
const directivesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
const { services } = readCompose('deploy/compose.cluster.yaml')

describe('nginx', () => {
  const directives = directivesOf(read('nginx.conf'))

  test('passes uploads, videos and live pages on as they come, of any size and for as long as they take', () => {
    expect(directives).toEqual(
      expect.arrayContaining([
        'client_max_body_size 0;',
        'proxy_request_buffering off;',
        'proxy_buffering off;',
        'proxy_http_version 1.1;',
      ]),
    )
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout', 'client_body_timeout'])
      expect(directives).toContain(`${name} 10m;`)
  })

  test('writes what TRUST_PROXY believes itself: the client’s address, the protocol and the host, with a request’s id', () => {
    expect(directives).toEqual(
      expect.arrayContaining([
        'proxy_set_header Host $http_host;',
        // The product takes the last entry.
        'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
        'proxy_set_header X-Forwarded-Proto $scheme;',
        'proxy_set_header X-Forwarded-Host $http_host;',
        'proxy_set_header X-Request-Id $request_id;',
      ]),
    )
  })

  test('limits the connections of an address, which the product leaves to it', () => {
    expect(directives).toContain('limit_conn people 256;')
  })

  test('keeps no paths, which hold the tokens of links', () => {
    expect(directives).toContain('access_log off;')
  })
})

test('both proxies lead to the processes that answer, at their port', () => {
  expect(services).toHaveProperty('web')
  expect(directivesOf(read('nginx.conf'))).toContain('server web:3000;')
  expect(directivesOf(read('Caddyfile'))).toContain('reverse_proxy web:3000 {')
})

test('Caddy passes bytes on as they come, for as long as they take, and names each request', () => {
  expect(directivesOf(read('Caddyfile'))).toEqual(
    expect.arrayContaining([
      'flush_interval -1',
      'read_timeout 10m',
      'write_timeout 10m',
      'header_up X-Request-Id {http.request.uuid}',
    ]),
  )
  // Caddy writes no log of requests unless it is configured to, and the addresses of links are in it.
  expect(read('Caddyfile')).not.toMatch(/^\s*log\b/m)
})

test('Prometheus asks every process of the cluster at the port where its metrics are', () => {
  const schema = z.object({
    scrape_configs: z.tuple([
      z.object({
        dns_sd_configs: z.tuple([z.object({ names: z.array(z.string()), type: z.literal('A'), port: z.number() })]),
      }),
    ]),
    rule_files: z.tuple([z.literal('alerts.yml')]),
  })
  const [
    {
      dns_sd_configs: [found],
    },
  ] = schema.parse(parse(read('prometheus.yml'))).scrape_configs
  for (const name of found.names) {
    expect(services[name]?.environment).toMatchObject({ METRICS_PORT: String(found.port), METRICS_HOST: '0.0.0.0' })
  }
  expect(found.names).toEqual(Object.keys(services).filter((name) => services[name]?.image === 'callfolio'))
})
