import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getDrainMs, parseConfig } from '../../src/config/config.ts'
import { SETTINGS } from '../../src/config/settings.ts'
import { ROOT } from '../places.ts'
import { filledIn, getMount, readCompose, getSeconds, type Service } from './compose.ts'

const KNOWN = new Set(SETTINGS.flatMap((group) => Object.keys(group)))
/** Values that users provide, in the expected format. */
const GIVEN = {
  PUBLIC_URL: 'https://calls.example.com',
  SECRET_KEY: 's'.repeat(32),
  POSTGRES_PASSWORD: 'a-password',
  S3_SECRET: 'a-secret',
}
/** The last stage is the one that runs. */
const image =
  readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1) ?? ''
const instruction = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(image)?.[1] ?? ''
const imageSettings = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
)
/** Folders that the image creates for its user: a volume takes owner and mode from its mount point, else root's. */
const OWN_FOLDERS = /install -d -o callfolio -g callfolio -m 700 ([^&\n]+)/.exec(image)?.[1]?.trim().split(/\s+/) ?? []

const isProduct = ({ image: name }: Service) => name === 'callfolio'
const getConfig = ({ environment }: Service) =>
  parseConfig({
    ...imageSettings,
    ...Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filledIn(text, GIVEN)])),
  })
const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

describe.each(globSync('deploy/compose*.yaml', { cwd: ROOT }))('%s', (path) => {
  const compose = readCompose(path)
  const services = Object.entries(compose.services)
  const products = services.filter(([, service]) => isProduct(service))

  test('sets only known settings, to valid values', () => {
    expect(products.length).toBeGreaterThan(0)
    for (const [name, service] of products) {
      expect(Object.keys(service.environment).filter((each) => !KNOWN.has(each))).toEqual([])
      expect(() => getConfig(service), name).not.toThrow()
      expect(getConfig(service), name).toMatchObject({ TRUST_PROXY: true, HOST: '0.0.0.0', PORT: 3000 })
    }
  })

  test('runs the product unprivileged and read-only, with a writable place for everything it writes', () => {
    for (const [name, service] of products) {
      const { read_only, tmpfs, cap_drop, security_opt, volumes } = service
      expect({ read_only, tmpfs, cap_drop, security_opt }, name).toEqual({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      const mounts = volumes.map((volume) => getMount(volume).path)
      const { DATA_DIR, MODELS_DIR } = getConfig(service)
      for (const written of [DATA_DIR, MODELS_DIR])
        expect(
          mounts.filter((mount) => isBelow(written, mount)),
          `${name}: ${written}`,
        ).toHaveLength(1)
      for (const mount of mounts) expect(OWN_FOLDERS, name).toContain(mount)
    }
  })

  test('gives each process its own data folder', () => {
    for (const [name, service] of products) {
      const data = service.volumes.map(getMount).find((mount) => mount.path === '/data')
      if ((service.deploy?.replicas ?? 1) > 1) expect(data, name).toEqual({ source: null, path: '/data' })
      else expect(data?.source, name).toBe('data')
    }
  })

  test('waits for running work before killing the process', () => {
    for (const [name, service] of products)
      expect(getSeconds(service.stop_grace_period), name).toBeGreaterThanOrEqual(
        getDrainMs(getConfig(service)) / 1000 + 10,
      )
  })
})

test('puts a server without egress on an internal network, reached through a proxy', () => {
  const { services, networks } = readCompose('deploy/compose.internal.yaml')
  const { web, proxy } = services
  if (web === undefined || proxy === undefined) expect.unreachable('there are no such services')
  expect(getConfig(web).EGRESS).toEqual([])
  expect(web).toMatchObject({ ports: [], networks: ['inside'] })
  expect(networks['inside']).toEqual({ internal: true })
  expect(proxy.networks.map((name) => networks[name]?.internal)).toEqual([true, false])
})

describe('the cluster', () => {
  const { services } = readCompose('deploy/compose.cluster.yaml')
  const service = (name: string) => services[name] ?? expect.unreachable(`there is no ${name}`)

  test('has two web processes and two workers, which share database, bucket and secret', () => {
    const facts = ['web', 'worker'].map((name) => ({
      replicas: service(name).deploy?.replicas,
      ROLE: getConfig(service(name)).ROLE,
    }))
    expect(facts).toEqual([
      { replicas: 2, ROLE: 'web' },
      { replicas: 2, ROLE: 'worker' },
    ])
    const shared = ['web', 'worker'].map((name) => {
      const { DATABASE_URL, S3_BUCKET, S3_ENDPOINT, SECRET_KEY, PUBLIC_URL } = getConfig(service(name))
      return { DATABASE_URL, S3_BUCKET, S3_ENDPOINT, SECRET_KEY, PUBLIC_URL }
    })
    expect(shared[0]).toEqual(shared[1])
  })
})
