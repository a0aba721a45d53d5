import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLANS } from '@callfolio/shared/plans.ts'
import { expect, test } from 'vitest'
import { systemClock as clock } from '../kernel/clock.ts'
import type { Recording } from '../pipeline/recording.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { openMemory } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { MICROSITE_JOB, RECAP_JOB } from './job-kinds.ts'
import { micrositeSink } from './microsite-sink.ts'
import { createMicrositesRepo } from './microsites-repo.ts'
import { processMicrosite } from './process-microsite.ts'
import { createSpeedsRepo } from './speeds-repo.ts'

test('a recap that is left for the model of this machine is no work for a job that a killed server had under way', async () => {
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
    const sink = micrositeSink({ microsites, speeds, clock }, id, { id: 'next', analyst: 'llama' })
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
      process: async ({ anew }: Recording) => void worked.push(anew?.analyst),
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
      afterwards: async () => null,
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
