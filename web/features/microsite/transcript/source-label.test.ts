import { expect, test } from 'vitest'
import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import { sourceLabel } from './source-label.ts'

const info = (given: Partial<TranscriptInfo>): TranscriptInfo => ({
  source: 'openai',
  draft: false,
  language: null,
  notice: null,
  ...given,
})
const LABEL = sourceLabel(info({}))

test('names the language of the call, or its code when the language is unknown', () => {
  expect(sourceLabel(info({ language: 'de' }))).toContain('German')
  expect(sourceLabel(info({ language: '??' }))).toContain('??')
})

test('describes separated speakers differently by tracks, by voices and when voices could not be separated', () => {
  const labels = [
    { from: 'tracks', found: 2, asked: null } as const,
    { from: 'voices', found: 3, asked: null } as const,
    { from: 'voices', found: 0, asked: null } as const,
  ].map((speakers) => sourceLabel(info({ speakers })))
  expect(new Set([LABEL, ...labels]).size).toBe(4)
})

test('ends with the notice, except for a draft, whose notice is shown above the transcript', () => {
  expect(sourceLabel(info({ notice: 'Times are estimated.' }))).toBe(`${LABEL} Times are estimated.`)
  expect(sourceLabel(info({ source: 'none', notice: 'No speech found in this recording.' }))).toBe(
    'No speech found in this recording.',
  )
  expect(sourceLabel(info({ source: 'sphinx', draft: true, notice: 'It may be wrong.' }))).not.toContain('wrong')
})
