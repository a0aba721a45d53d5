import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProcesses, type Processes } from '../db/processes/open-processes.ts'
import { DATABASES, HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { createImportsUnderWay, type ImportsUnderWay } from './imports-under-way.ts'

const MINUTE = 60_000

describe.each(DATABASES)('running imports on %s', (name) => {
  let processes: Processes[]
  /** Two processes' view; SQLite has only one. */
  let here: ImportsUnderWay
  let there: ImportsUnderWay
  let now: number
  beforeEach(async () => {
    const url = name === 'postgres' && HAS_POSTGRES ? await createPostgres({ migrated: true }) : null
    processes = [await openProcesses(url)]
    if (url !== null) processes.push(await openProcesses(url))
    now = Date.parse('2026-03-02T09:00:00Z')
    const imports = processes.map((each) => createImportsUnderWay({ ...each, clock: () => new Date(now) }))
    here = imports[0] ?? expect.unreachable()
    there = imports.at(-1) ?? expect.unreachable()
  })
  afterEach(async () => {
    for (const each of processes) await each.close()
  })

  test('allow one per user across all processes', async () => {
    const end = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const first = here.run('ann', () => {
      begun.resolve()
      return end.promise
    })
    await begun.promise
    await expect(there.run('ann', async () => 'second')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another import is running. Wait until it finishes.',
    })
    expect(await there.run('ben', async () => 'of another')).toBe('of another')
    end.resolve('first')
    expect(await first).toBe('first')
    expect(await there.run('ann', async () => 'afterwards')).toBe('afterwards')
  })

  test('release the lock after a failure', async () => {
    const broken = here.run('ann', async (onProgress) => {
      onProgress({ done: 1, of: 3 })
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await there.run('ann', async () => 'again')).toBe('again')
    expect(here.getProgress('ann')).toBeNull()
  })

  test('show their progress to every process until they end', async () => {
    const progress = () => [here, there].map((each) => each.getProgress('ann')?.done)
    const end = Promise.withResolvers<void>()
    const running = here.run('ann', async (onProgress) => {
      onProgress({ done: 1, of: 3 })
      await end.promise
    })
    await expect.poll(progress).toEqual([1, 1])
    expect(there.getProgress('ben')).toBeNull()
    end.resolve()
    await running
    await expect.poll(progress).toEqual([undefined, undefined])
  })

  test('end with their process after ten minutes of silence', async () => {
    const end = Promise.withResolvers<void>()
    const running = here.run('ann', (onProgress) => {
      onProgress({ done: 1, of: 3 })
      return end.promise
    })
    await expect.poll(() => there.getProgress('ann')).not.toBeNull()
    now += 10 * MINUTE - 1
    expect(there.getProgress('ann')).toEqual({ done: 1, of: 3 })
    now += 1
    expect(there.getProgress('ann')).toBeNull()
    end.resolve()
    await running
  })
})
