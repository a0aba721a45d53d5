import { describe, expect, test } from 'vitest'
import { createGrowingFile, growingReader, finishedFile, isGrowing } from './growing-file.ts'

const bytes = (size: number) => new Blob([new Uint8Array(size)])
const growingFile = () => createGrowingFile(async (start, end) => bytes(end - start))
/** Pieces are sent as they are, as in a browser. */
const asTheyAre = {
  openFile: async (input: Blob) => ({
    size: input.size,
    close() {},
    slice: async () => ({ value: input, done: true }),
  }),
}

describe('a growing file', () => {
  test('is awaited until it is long enough', async () => {
    const file = growingFile()
    let isThere = false
    const there = file.until(100).then(() => (isThere = true))
    file.grow(99)
    await Promise.resolve()
    expect(isThere).toBe(false)
    file.grow(100)
    await there
    expect(file.size()).toBe(100)
  })

  test('is not awaited once it is complete', async () => {
    const file = growingFile()
    const waited = file.until(100)
    file.grow(10)
    file.end()
    await waited
    expect([file.size(), file.hasEnded()]).toEqual([10, true])
  })

  test('is not mistaken for a file on disk', () => {
    expect([isGrowing(growingFile()), isGrowing(finishedFile(bytes(1))), isGrowing(bytes(1))]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is sent in pieces of at most 8 MiB, the last of which is marked', async () => {
    const file = growingFile()
    file.grow(10 * 1024 ** 2)
    file.end()
    const source = await growingReader(file, asTheyAre).openFile(file, 0)
    const first = await source.slice(0, 50 * 1024 ** 2)
    expect([(first.value as Blob).size, first.done]).toEqual([8 * 1024 ** 2, false])
    const last = await source.slice(8 * 1024 ** 2, 50 * 1024 ** 2)
    expect([(last.value as Blob).size, last.done]).toEqual([2 * 1024 ** 2, true])
  })

  test('is not sent in tiny pieces: a piece waits for 256 KiB, or for the end', async () => {
    const file = growingFile()
    const source = await growingReader(file, asTheyAre).openFile(file, 0)
    let came = false
    const piece = source.slice(0, 50 * 1024 ** 2).finally(() => (came = true))
    file.grow(256 * 1024 - 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(came).toBe(false)
    file.grow(256 * 1024)
    expect([((await piece).value as Blob).size, (await piece).done]).toEqual([256 * 1024, false])
    const end = source.slice(256 * 1024, 50 * 1024 ** 2)
    file.end()
    expect([((await end).value as Blob).size, (await end).done]).toEqual([0, true])
  })
})
