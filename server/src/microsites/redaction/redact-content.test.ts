import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openMemory } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { redactContent } from './redact-content.ts'

test.each([
  ['The AI server refused the request: “zebracorn” isn’t allowed, so the recap hasn’t changed.', null],
  ['The AI server is busy, so the recap hasn’t changed.', 'The AI server is busy, so the recap hasn’t changed.'],
])('removes a notice that repeats a lost line, as a refusing AI server may: %s', async (analysisNotice, left) => {
  const db = await openMemory()
  try {
    const id = await insertMicrosite(db, {
      id: randomUUID(),
      userId: await insertUser(db),
      segments: [
        { id: 's1', start_ms: 0, end_ms: 1000, speaker: null, text: 'The zebracorn is late.' },
        { id: 's2', start_ms: 1000, end_ms: 2000, speaker: null, text: 'We ship on Friday.' },
      ],
      analysisNotice,
    })
    const site = await createMicrositesRepo(db).findForProcessing(id)
    expect(site).not.toBeNull()
    if (site === null) return
    const { change } = redactContent(site, [{ start_ms: 0, end_ms: 1000 }])
    expect({ ...site, ...change }.analysisNotice).toBe(left)
  } finally {
    await db.close()
  }
})
