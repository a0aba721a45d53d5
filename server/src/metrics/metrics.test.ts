import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../http/listen.ts'
import { eventually, startApp, type RunningApp } from '../testing/app.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: I will send you the signed contract on Friday.\n'

let app: RunningApp
let close: () => Promise<void>
let port: number
beforeAll(async () => {
  app = await startApp({ DEFAULT_PLAN: 'team', ALLOWED_HOSTS: 'metrics.internal' })
  await app.services.start(0)
  port = await new Promise<number>((resolve, reject) => {
    close = listen(app.services.metricsApp, { port: 0, hostname: '127.0.0.1', onReady: resolve, onError: reject })
  })
  const ann = await app.signUp()
  const { body } = await ann.send('POST', '/api/process-meeting', { captions: CAPTIONS })
  const { job_id: id } = body as { job_id: string }
  await eventually(async () => {
    const { body: site } = await ann.send('GET', `/api/microsites/${id}`)
    return (site as { status: string }).status === 'active'
  })
  const { measuredSpeeds } = app.database.schema
  await app.database.insert(measuredSpeeds).values({ name: 'engine:sphinx', units: 100, seconds: 11 })
  await app.visitor('GET', '/s/a-secret-token')
  await app.visitor('GET', '/api/microsites')
})
afterAll(async () => {
  await close()
  await app.close()
})

const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** The value of a line, by its prefix. */
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )

describe('the metrics', () => {
  test('count requests by route and status, jobs by outcome, and pipeline stages', async () => {
    const text = await read()
    expect(valueOf(text, 'callfolio_http_requests_total{method="GET",route="/api/microsites",status="401"}')).toBe(1)
    expect(
      valueOf(text, 'callfolio_http_request_duration_seconds_count{method="POST",route="/api/process-meeting"}'),
    ).toBe(1)
    expect(valueOf(text, 'callfolio_job_runs_total{kind="microsite",lane="short",outcome="done"}')).toBe(1)
    for (const stage of ['transcribe', 'analyse', 'publish'])
      expect(valueOf(text, `callfolio_stage_runs_total{stage="${stage}",outcome="done"}`), stage).toBe(1)
  })

  test('report queue depth and age, storage, and process statistics', async () => {
    const text = await eventually(async () => {
      const said = await read()
      return valueOf(said, 'callfolio_storage_objects') > 0 && said
    })
    expect(valueOf(text, 'callfolio_queue_jobs{lane="long",state="ready"}')).toBe(0)
    expect(valueOf(text, 'callfolio_queue_oldest_seconds{lane="long"}')).toBe(0)
    for (const name of ['callfolio_storage_bytes', 'callfolio_disk_free_bytes', 'process_resident_memory_bytes'])
      expect(valueOf(text, name), name).toBeGreaterThan(0)
    expect(valueOf(text, 'callfolio_engine_seconds_per_sound_second{engine="sphinx"}')).toBe(0.11)
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).not.toBeNaN()
  })

  test('contain no path, token or address from a request', async () => {
    expect(await read()).not.toMatch(/a-secret-token|@example\.org/)
  })

  test("are not part of the public API, and are refused under a host name that isn't allowed", async () => {
    const { body } = await app.visitor('GET', '/metrics')
    expect(String(body)).not.toContain('callfolio_')
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path: '/metrics', headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    expect(await ask('evil.example.com')).toBe(421)
    expect(await ask(`metrics.internal:${port}`)).toBe(200)
    for (const address of ['172.18.0.5', '[fd00::5]']) expect(await ask(`${address}:${port}`), 'found in DNS').toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/api/microsites`)).status).toBe(404)
  })

  test('have every series that deploy/alerts.yml uses', async () => {
    const file = readFileSync(new URL('../../../deploy/alerts.yml', import.meta.url), 'utf8')
    const asked = new Set(file.match(/\b(callfolio|nodejs|process)_\w+/g))
    expect(asked.size).toBeGreaterThan(3)
    const text = await read()
    const known = new Set(text.match(/^# TYPE \w+/gm)?.map((line) => line.slice('# TYPE '.length)))
    const unknown = [...asked].filter((series) => !known.has(series) && !known.has(series.replace(/_bucket$/, '')))
    expect(unknown).toEqual([])
    // Labels too: a query with an unknown label shows nothing.
    for (const [, series = '', labels = ''] of file.matchAll(/by \(([\w, ]+)\) \([^)]*?\b((?:callfolio)_\w+)/g))
      for (const label of series.split(', ').filter((each) => each !== 'le'))
        expect(text, `${labels} by ${label}`).toMatch(
          new RegExp(`^${labels.replace(/_bucket$/, '')}\\w*{[^}]*${label}=`, 'm'),
        )
  })
})
