import { expect, test } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { plainFieldsSchema } from '@callfolio/shared/contract/microsite-fields.ts'
import { exportFile } from '../../exports/export-file.ts'
import { richText } from '../../exports/rich-text.ts'
import { sampleSite } from '../library/microsite.testing.ts'
import { ownerExport } from './microsite-export.tsx'

const SITE = sampleSite({
  title: 'Call',
  transcript: 'Bob: We want it.',
  gpt_summary: null,
  summary_evidence: null,
  gpt_quotes: null,
  gpt_action_points: null,
  gpt_important_points: null,
  gpt_todo_list: null,
  segments: [
    {
      id: 's1',
      start_ms: 0,
      end_ms: 1000,
      speaker: 'Bob',
      text: 'We want it.',
      heard: { text: 'We need it.', speaker: 'Ann' },
    },
  ],
})

test('an export has the corrected lines, without the original transcription', () => {
  expect(ownerExport(SITE, 'https://example.com').segments).toEqual([
    { id: 's1', start_ms: 0, end_ms: 1000, speaker: 'Bob', text: 'We want it.' },
  ])
})

test('the JSON export has all plain fields of the microsite', async () => {
  const options = { now: new Date(2026, 10, 21), watermark: false }
  const { content } = await exportFile('json', ownerExport(SITE, 'https://example.com'), options)
  expect(JSON.parse(await content.text())).toMatchObject(plainFieldsSchema.parse(SITE))
})

test('no export shows items to check, or what was kept off the page', async () => {
  const marked: Microsite = {
    ...SITE,
    gpt_summary: 'They pay 40.',
    summary_evidence: [{ text: 'They pay 40.', start_ms: 0, unproven: ['summary-mark'] }],
    gpt_todo_list: [{ text: 'Send the offer', start_ms: 0, segment_ids: ['s1'], unproven: ['todo-mark'] }],
    withheld: [{ list: 'todo_list', text: 'Withheld step', reason: 'day', detail: 'Friday', segment_ids: ['s1'] }],
    analysis_notice: 'Owner notice',
    reviewed_at: '2026-11-21T09:00:00Z',
  }
  const source = ownerExport(marked, 'https://example.com')
  const options = { now: new Date(2026, 10, 21), watermark: false }
  const rich = richText(source, options)
  const files = await Promise.all(
    (['pdf', 'notion', 'srt', 'vtt', 'json'] as const).map(async (format) =>
      (await exportFile(format, source, options)).content.text(),
    ),
  )
  expect(files.filter((text) => text.includes('Send the offer'))).toHaveLength(3)
  for (const text of [...files, rich.html, rich.text])
    expect(text).not.toMatch(/-mark|unproven|Please check|Withheld step|Owner notice|reviewed/i)
})

test('documents show times without links, because readers can’t open the owner’s page', async () => {
  const source = ownerExport(
    { ...SITE, gpt_todo_list: [{ text: 'Send the offer', start_ms: 8000, segment_ids: ['s1'] }] },
    'https://example.com',
  )
  const options = { now: new Date(2026, 10, 21), watermark: false }
  const rich = richText(source, options)
  const files = await Promise.all(
    (['pdf', 'notion', 'word'] as const).map(async (format) =>
      (await exportFile(format, source, options)).content.text(),
    ),
  )
  expect(files[1]).toContain('Send the offer (0:08)')
  for (const text of [...files, rich.html, rich.text]) expect(text).not.toContain('example.com')
  expect(await (await exportFile('json', source, options)).content.text(), 'for programs, which sign in').toContain(
    'https://example.com/microsite/m1?t=8',
  )
})
