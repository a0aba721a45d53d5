import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { systemClock as clock } from '../../kernel/clock.ts'
import type { Recording } from '../../pipeline/recording.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { eventually, startApp } from '../../testing/app.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { MICROSITE_JOB, RECAP_JOB } from '../work/job-kinds.ts'
import { micrositeSink } from './microsite-sink.ts'
import { getOwned } from '../records/get-owned.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { processMicrosite } from './process-microsite.ts'
import { createSpeedsRepo } from '../work/speeds-repo.ts'

test('a recap left for the local model is not picked up by a job that a killed server was running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  const db = await openMemory()
  try {
    const microsites = createMicrositesRepo(db)
    const [id, userId] = [randomUUID(), await insertUser(db)]
    await microsites.insert(
      { id, userId, title: 'Call', description: null, sourceKey: null, language: null, sample: false },
      null,
    )
    const speeds = createSpeedsRepo(db)
    const began = await getOwned(microsites, userId, id)
    const sink = micrositeSink({ microsites, speeds, clock, eraseSoon: () => undefined }, began, {
      id: 'next',
      analyst: 'llama',
    })
    await sink.transcript({
      segments: [{ id: 's1', start_ms: 0, end_ms: 1000, speaker: 'Ana', text: 'We ship in March.' }],
      info: { source: 'captions', draft: false, language: null, notice: null },
    })
    await sink.publish(
      { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] },
      { transcriber: 'captions', analyst: 'extractive' },
      null,
    )
    const worked: (string | undefined)[] = []
    const pipeline = {
      finished: async () => 0,
      process: async ({ rerun }: Recording) => void worked.push(rerun?.analyst),
    }
    const storage = createDiskStorage({ root: folder, links: createLinkSigner({ secretKey: 's'.repeat(32), clock }) })
    const deps = {
      microsites,
      speeds,
      storage,
      clock,
      pipeline,
      plan: async () => PLANS.free,
      fullName: async () => null,
      timeZone: async () => 'UTC',
      removeUpload: async () => {},
      uploadName: async () => null,
      afterwards: async () => null,
      eraseSoon: () => undefined,
    }
    const run = (kind: string) => processMicrosite(deps, { id, signal: new AbortController().signal }, kind)
    await run(MICROSITE_JOB)
    expect(worked).toEqual([])
    await run(RECAP_JOB)
    expect(worked).toEqual(['llama'])
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})

test('work whose job could not be stored gets one within a minute, without another request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = await startApp()
  try {
    await app.services.start(1)
    const person = await app.signUp()
    const database = new Sqlite(join(app.folder, 'callfolio.db'))
    database.exec(
      "create trigger refused before insert on jobs when new.kind = 'microsite' begin select raise(abort, 'away'); end",
    )
    const captions = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ana>We ship in March.'
    const sent = await person.send('POST', MICROSITE_PATHS.processMeeting, { captions })
    expect(sent.status, 'the row was stored, its job was not').toBe(500)
    database.exec('drop trigger refused')
    database.close()
    const [site] = await app.database
      .select({ id: app.database.schema.microsites.id })
      .from(app.database.schema.microsites)
    const read = async () => micrositeSchema.parse((await person.send('GET', MICROSITE_PATHS.one(site?.id ?? ''))).body)
    expect((await read()).status).toBe('processing')
    vi.advanceTimersByTime(60_000)
    await eventually(async () => (await read()).status === 'active')
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})
