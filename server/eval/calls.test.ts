import { expect, it } from 'vitest'
import { readCalls, readSalesCalls, SALES_FOLDERS } from './calls.ts'

it.each(SALES_FOLDERS)('notes of the sales calls in %s name only cues and people of their call', async (folder) => {
  const calls = await readSalesCalls(folder)
  expect(calls.length).toBeGreaterThanOrEqual(2)
  for (const { id, cues, captions, notes } of calls) {
    expect(notes.id).toBe(id)
    // Evidence counts the file's cues.
    expect(cues.length).toBe(captions.match(/-->/g)?.length)
    const speakers = [...new Set(cues.map(({ speaker }) => speaker ?? ''))]
    expect(speakers.toSorted()).toEqual(notes.speakers.toSorted())
    const named = [...notes.actions, ...notes.decisions, ...notes.traps].flatMap(({ evidence }) => evidence)
    expect(named.filter((cue) => cue >= cues.length)).toEqual([])
    const owners = notes.actions.flatMap(({ owner }) => owner)
    // A colleague who is not in the call may be named in it.
    const names = new Set([...speakers, ...cues.map(({ text }) => text)].flatMap((text) => text.split(/[^\p{L}]+/u)))
    expect(owners.filter((owner) => !names.has(owner))).toEqual([])
  }
})

it('no call is in two folders', async () => {
  const calls = [
    ...(await readCalls()),
    ...(await readCalls('held-out')),
    ...(await Promise.all(SALES_FOLDERS.map(readSalesCalls))).flat(),
  ]
  expect(new Set(calls.map(({ captions }) => captions)).size).toBe(calls.length)
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
})
