import { describe, expect, it } from 'vitest'
import type { SalesNotes } from './calls.ts'
import type { PageItem } from './page-items.ts'
import { strictMeasures, getSum } from './strict.ts'

const LINES = [
  ['Ann Lee', "I'll send you the revised quote by Friday."],
  ['Bob Ray', 'And I get the purchase form signed by our finance people.'],
  ['Ann Lee', "I'll throw in free training for all branches."],
  ['Bob Ray', 'Lovely.'],
  ['Ann Lee', 'Actually no, the free training I have to take back.'],
].map(([speaker = '', text = ''], i) => ({
  id: `s${i + 1}`,
  speaker,
  text,
  start_ms: i * 1000,
  end_ms: i * 1000 + 900,
}))

const NOTES: SalesNotes = {
  id: 'quote',
  domain: 'sales',
  language: 'en',
  date: '2025-09-18',
  speakers: ['Ann Lee', 'Bob Ray'],
  general: ['Ann sells to Bob.'],
  actions: [
    {
      text: 'Ann will send the revised quote by Friday.',
      owner: ['Ann'],
      task: 'send the revised quote',
      due: 'Friday',
      evidence: [0],
    },
    {
      text: 'Bob will get the purchase form signed.',
      owner: ['Bob'],
      task: 'get the purchase form signed by finance',
      due: '',
      evidence: [1],
    },
  ],
  decisions: [],
  key_facts: ['Walk-away condition: no training at all branches.'],
  traps: [{ kind: 'retracted', text: 'Free training was taken back.', evidence: [2, 4] }],
}

function measured(...items: [PageItem['kind'], string][]) {
  return strictMeasures(
    items.map(([kind, text]) => ({ kind, text })),
    { cues: LINES, notes: NOTES },
  )
}

describe('an action of the notes', () => {
  it('is covered by a next step that names its owner and half of its task', () => {
    expect(measured(['Action', 'Ann Lee will send the quote.']).actions).toEqual({ of: 2, are: 1 })
    expect(measured(['To-do', 'Ann Lee: send the quote']).actions).toEqual({ of: 2, are: 1 })
  })

  it('is not covered without its owner, with less than half of its task, or only in the summary', () => {
    expect(measured(['Action', 'Send the revised quote.']).actions.are).toBe(0)
    expect(measured(['Action', 'Annabel will send the revised quote.']).actions.are).toBe(0)
    expect(measured(['Action', 'Ann Lee will send it.']).actions.are).toBe(0)
    expect(measured(['Summary', 'Ann Lee will send the revised quote.']).actions.are).toBe(0)
  })

  it('is covered by one step, not by words spread over several', () => {
    expect(
      measured(['Action', 'Bob Ray will get the form.'], ['Action', 'Bob Ray will ask finance.']).actions.are,
    ).toBe(0)
  })

  it('has its day only if the step that states it names that day', () => {
    expect(measured(['Action', 'Ann Lee will send the revised quote by Friday.']).days).toEqual({ of: 1, are: 1 })
    expect(measured(['Action', 'Ann Lee will send the revised quote by Monday.']).days.are).toBe(0)
    expect(
      measured(['Action', 'Ann Lee will send the revised quote.'], ['Action', 'Bob Ray will call on Friday.']).days.are,
    ).toBe(0)
  })
})

it('a next step that matches no action of the notes counts against the page', () => {
  expect(
    measured(
      ['Action', 'Ann Lee will send the revised quote.'],
      ['Action', 'Ann Lee will send the moon.'],
      ['Point', 'Lovely.'],
    ).right,
  ).toEqual({ of: 2, are: 1 })
})

describe('a trap', () => {
  it('is covered by a summary, a point or a next step based on its lines', () => {
    for (const kind of ['Summary', 'Point', 'Action', 'To-do'] as const)
      expect(measured([kind, 'Free training for all branches.']).traps).toEqual({ of: 1, are: 1 })
    expect(measured(['Action', 'Ann Lee: free training for Bob Ray’s branches']).traps.are).toBe(1)
  })

  it('is not covered by other lines, by two words, or by an action of the notes on the same lines', () => {
    expect(measured(['Point', 'Bob Ray: the purchase form is signed by finance.']).traps.are).toBe(0)
    expect(measured(['Point', 'Free training.']).traps.are).toBe(0)
    const notes = { ...NOTES, traps: [{ kind: 'corrected' as const, text: 'First it was Thursday.', evidence: [0] }] }
    const told = (text: string) => strictMeasures([{ kind: 'Action', text }], { cues: LINES, notes }).traps.are
    expect(told('Ann Lee will send the revised quote by Friday.')).toBe(0)
    expect(told('Bob Ray will send the revised quote by Friday.')).toBe(1)
  })
})

it('a key fact is covered when one item in any list has half of its content words', () => {
  for (const kind of ['Title', 'Summary', 'Point', 'Action', 'Quote'] as const)
    expect(measured([kind, 'No training for branches']).facts).toEqual({ of: 1, are: 0 })
  for (const kind of ['Title', 'Summary', 'Point', 'Action', 'Quote'] as const)
    expect(measured([kind, 'They walk away without training at the branches.']).facts).toEqual({ of: 1, are: 1 })
  expect(measured(['Point', 'They walk away.'], ['Point', 'Training at the branches.']).facts.are).toBe(0)
})

it('an empty page states nothing, and results of several calls are summed', () => {
  const nothing = measured()
  expect(nothing).toEqual({
    actions: { of: 2, are: 0 },
    days: { of: 1, are: 0 },
    right: { of: 0, are: 0 },
    traps: { of: 1, are: 0 },
    facts: { of: 1, are: 0 },
  })
  expect(getSum([nothing, measured(['Action', 'Ann Lee will send the quote.'])]).actions).toEqual({ of: 4, are: 1 })
})
