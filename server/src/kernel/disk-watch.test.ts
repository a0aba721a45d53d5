import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { createDiskWatch } from './disk-watch.ts'

test('logs one line when a disk problem begins and one when it ends, and again for the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'))
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  let isFull = true
  const lines: string[] = []
  const over: (() => void)[] = []
  const isOver = () => new Promise<void>((resolve) => over.push(resolve))
  const watch = createDiskWatch({
    folder,
    tryDatabase: async () => {
      if (isFull) throw full
    },
    clock: systemClock,
    log: {
      error: () => void lines.push('trouble'),
      info: () => {
        lines.push('over')
        for (const resolve of over.splice(0)) resolve()
      },
    },
    everyMs: 5,
  })
  try {
    for (const round of [1, 2]) {
      const ended = isOver()
      isFull = true
      for (let errors = 0; errors < 3; errors += 1) watch.note(full)
      expect(watch.note(new Error('another')), `round ${round}`).toBe(false)
      isFull = false
      await ended
    }
    expect(lines).toEqual(['trouble', 'over', 'trouble', 'over'])
  } finally {
    watch.stop()
    await rm(folder, { recursive: true })
  }
})
