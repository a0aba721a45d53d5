import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineStatusSchema } from '@callfolio/shared/contract/capabilities.ts'
import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expectFailure, expectStop, ownTemporaryFolder } from '../testing/contract-runs.ts'
import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from './analyst.ts'

interface OpenedAnalyst {
  analyst: Analyst
  close?: () => Promise<void>
}

interface OpenedModelAnalyst extends OpenedAnalyst {
  /** Whether the model was called. */
  isAtWork: () => boolean
  /** The same analyst when its model can't be used. */
  broken: Analyst
}

const SAID = [
  'Thanks for joining. What keeps your team from closing requests on the first day?',
  'We lose about sixty requests every month because they sit in three inboxes.',
  'I will send you the signed contract on Friday morning.',
  'Our budget for this is twelve thousand dollars a year.',
  'We need thirty seats by the first of May.',
]

/** Behavior that every analyst must have. @param open is given a folder for the analyst's files. */
export function describeAnalyst(name: string, open: (folder: string) => Promise<OpenedAnalyst>): void {
  describe(`an analyst: ${name}`, () => {
    const signal = new AbortController().signal
    const folder = mkdtempSync(join(tmpdir(), 'analyst-contract-'))
    const input = getCall(40)
    let opened: OpenedAnalyst
    let draft: AnalysisDraft
    let temporary: Awaited<ReturnType<typeof ownTemporaryFolder>>
    const done: number[] = []

    beforeAll(async () => {
      opened = await open(folder)
      temporary = await ownTemporaryFolder(folder)
      const given = structuredClone(input)
      draft = await opened.analyst.analyse(given, { signal, onProgress: (fraction) => done.push(fraction) })
      expect(given, 'what it was given is as it was').toEqual(input)
    }, 120_000)
    afterAll(async () => {
      temporary.restore()
      await opened.close?.()
      await rm(folder, { recursive: true, force: true })
    })
    const analyse = (call: AnalyseInput, stop = signal) =>
      opened.analyst.analyse(call, { signal: stop, onProgress: () => {} })

    test('is ready under its own name, and says where it sends the words', async () => {
      const status = engineStatusSchema.parse(await opened.analyst.status())
      expect(status).toMatchObject({ name: opened.analyst.name, ready: true })
    })

    test('makes claims, each citing lines of the call', () => {
      const ids = new Set(input.segments.map(({ id }) => id))
      const items = getItems(draft)
      expect(items.length).toBeGreaterThan(0)
      for (const { text, segmentIds } of items) {
        expect(text.trim()).not.toBe('')
        expect(segmentIds.length).toBeGreaterThan(0)
        expect(segmentIds.length).toBeLessThanOrEqual(MOST_EVIDENCE_LINES)
        expect(segmentIds.filter((id) => !ids.has(id))).toEqual([])
      }
    })

    test('reports progress from 0 to 1 that never decreases', () => {
      expect(done).toEqual(done.toSorted((a, b) => a - b))
      expect(done[0]).toBeGreaterThanOrEqual(0)
      expect(done.at(-1)).toBe(1)
    })

    test('names the model that it used, or none', async () => {
      const { hour } = await opened.analyst.status()
      expect(draft.use?.model).toBe(hour?.model)
      if (draft.use) expect(draft.use.requests).toBeGreaterThan(0)
    })

    test('claims nothing for a call without lines', async () => {
      expect(getItems(await analyse(getCall(0)))).toEqual([])
    })

    test('does not start when already canceled', async () => {
      await expect(analyse(input, AbortSignal.abort(new Error('shutting down')))).rejects.toThrow('shutting down')
    })

    test('leaves no temporary files', async () => {
      expect(await temporary.left()).toEqual([])
    })
  })
}

/** Additional behavior of an analyst that uses a model. */
export function describeModelAnalyst(name: string, open: (folder: string) => Promise<OpenedModelAnalyst>): void {
  describeAnalyst(name, open)

  describe(`the model of an analyst: ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'analyst-contract-'))
    let opened: OpenedModelAnalyst
    beforeAll(async () => {
      opened = await open(folder)
    })
    afterAll(async () => {
      await opened.close?.()
      await rm(folder, { recursive: true, force: true })
    })

    test('stops soon after the work is canceled, and leaves no process running', async () => {
      const { analyst, isAtWork } = opened
      await expectStop((signal) => analyst.analyse(getCall(400), { signal, onProgress: () => {} }), isAtWork)
    })

    test('fails with a readable sentence when it can’t be used', async () => {
      const { signal } = new AbortController()
      await expectFailure(opened.broken.analyse(getCall(40), { signal, onProgress: () => {} }))
    })
  })
}

function getCall(lines: number): AnalyseInput {
  const segments: Segment[] = Array.from({ length: lines }, (_, i) => ({
    id: `line-${i}`,
    start_ms: i * 5000,
    end_ms: i * 5000 + 4000,
    speaker: i % 2 === 0 ? 'Dana' : 'Lee',
    text: SAID[i % SAID.length] ?? '',
  }))
  return { segments, title: null, description: null, draft: false, language: null, date: '2026-03-04' }
}

function getItems({
  summary,
  quotes,
  actionPoints,
  importantPoints,
  todoList,
  chapters = [],
}: AnalysisDraft): DraftItem[] {
  return [summary, quotes, actionPoints, importantPoints, todoList, chapters].flat()
}
