import { expect, test } from '../fixtures/test.ts'
import { recordSync } from './recorded-sync.ts'

/** Finds what is apart from the start or soon. An hour at 720p: `npm run bench -- recorder --minutes 60`. */
const MINUTES = 10
const SIZE = { width: 640, height: 400 }
/** The goal is 80 ms, which the bench measures on a quiet machine. */
const APART_MS = 150

test('picture and sound of a recording fit, from its beginning to its end', async () => {
  const info = test.info()
  test.setTimeout(info.timeout + MINUTES * 60_000)
  const { offsets, lost, ...figures } = await recordSync({
    minutes: MINUTES,
    size: SIZE,
    video: info.outputPath('recorded.mp4'),
  })
  const later = offsets.map(({ ms }) => Math.round(ms))
  info.annotations.push({ type: 'figures', description: JSON.stringify({ ...figures, later }) })
  expect(later.length).toBeGreaterThan((MINUTES * 60) / 6)
  expect(lost, 'each beep has its flash').toBe(0)
  // On a busy machine the tab itself draws some flashes late.
  const third = Math.floor(later.length / 3)
  for (const part of [later.slice(0, third), later.slice(third, -third), later.slice(-third)])
    expect(Math.abs(median(part)), `of ${part.join(', ')} ms`).toBeLessThan(APART_MS)
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
