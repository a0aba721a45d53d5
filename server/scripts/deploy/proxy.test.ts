import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'
import { readCompose } from './compose.ts'

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
/** Lines without comments, whitespace and empty lines. */
const getDirectives = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
const { services } = readCompose('deploy/compose.cluster.yaml')

describe('nginx', () => {
  const directives = getDirectives(read('nginx.conf'))

  test('streams uploads, videos and live pages, without limits on size or duration', () => {
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

  test('sets the headers that TRUST_PROXY trusts itself: client address, protocol and host, and a request id', () => {
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

  test('limits connections per address, which the product leaves to it', () => {
    expect(directives).toContain('limit_conn people 256;')
  })

  test('logs no paths, which contain link tokens', () => {
    expect(directives).toContain('access_log off;')
  })
})

test('both proxies forward to the web processes at their port', () => {
  expect(services).toHaveProperty('web')
  expect(getDirectives(read('nginx.conf'))).toContain('server web:3000;')
  expect(getDirectives(read('Caddyfile'))).toContain('reverse_proxy web:3000 {')
})

test('Caddy streams without a time limit, and adds a request id', () => {
  expect(getDirectives(read('Caddyfile'))).toEqual(
    expect.arrayContaining([
      'flush_interval -1',
      'read_timeout 10m',
      'write_timeout 10m',
      'header_up X-Request-Id {http.request.uuid}',
    ]),
  )
  // Caddy logs requests, whose paths contain link tokens, only if configured to.
  expect(read('Caddyfile')).not.toMatch(/^\s*log\b/m)
})

test('Prometheus scrapes every process of the cluster at its metrics port', () => {
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
