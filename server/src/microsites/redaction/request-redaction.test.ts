import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { systemClock as clock } from '../../kernel/clock.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { getOwned } from '../records/get-owned.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { createOwnerNamesRepo } from './owner-names-repo.ts'
import { requestRedaction, type RequestRedactionDeps } from './request-redaction.ts'

const SPANS = [{ start_ms: 0, end_ms: 1000 }]
let db: Database
let deps: RequestRedactionDeps

beforeAll(async () => {
  db = await openMemory()
  deps = {
    microsites: createMicrositesRepo(db),
    ownerNames: createOwnerNamesRepo(db),
    storage: { stat: async () => null },
    queue: { enqueue: async () => undefined },
    clock,
    eraseSoon: () => undefined,
  }
})
afterAll(() => db.close())

class Killed extends Error {}

test.each(['before', 'after'] as const)(
  'leaves no redacted word in a link’s label when the process ends %s a write and the owner asks again',
  async (when) => {
    for (let n = 1, isOver = false; !isOver; n += 1) {
      const userId = await insertUser(db)
      const id = await insertMicrosite(db, {
        userId,
        segments: [
          { id: 's1', start_ms: 0, end_ms: 1000, speaker: null, text: 'The zebracorn is late.' },
          { id: 's2', start_ms: 1000, end_ms: 2000, speaker: null, text: 'We ship on Friday.' },
        ],
        transcript: 'The zebracorn is late.\nWe ship on Friday.',
        transcriptInfo: { source: 'captions', draft: false, language: 'en', notice: null },
      })
      const link = { id: randomUUID(), token: randomUUID(), micrositeId: id, createdByUserId: userId }
      await db.insert(db.schema.shareableLinks).values({ ...link, label: 'Zebracorn team', expiresAt: clock() })
      const ask = async (with_: RequestRedactionDeps) =>
        requestRedaction(with_, await getOwned(deps.microsites, userId, id), SPANS)

      const error = await ask(killedAt(n, when)).catch((thrown: unknown) => thrown)
      isOver = !(error instanceof Killed)
      const { redacted } = await getOwned(deps.microsites, userId, id)
      // The owner sees a microsite that was not redacted.
      if (redacted === null) await ask(deps)
      const [stored] = await db.select().from(db.schema.shareableLinks)
      expect(stored?.label, `${when} write ${n}`).toBeNull()
      await db.delete(db.schema.shareableLinks)
    }
  },
)

/** The dependencies of a process that ends at its nth write. */
function killedAt(n: number, when: 'before' | 'after'): RequestRedactionDeps {
  let writes = 0
  const counted =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1
      if (writes === n && when === 'before') throw new Killed()
      const result = await write(...args)
      if (writes === n) throw new Killed()
      return result
    }
  const { microsites, ownerNames, queue } = deps
  return {
    ...deps,
    microsites: { ...microsites, replace: counted((site, change, at) => microsites.replace(site, change, at)) },
    ownerNames: { ...ownerNames, remove: counted((id, names) => ownerNames.remove(id, names)) },
    queue: { enqueue: counted((job) => queue.enqueue(job)) },
  }
}
