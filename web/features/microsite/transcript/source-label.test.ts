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
const WORDS = 'Made from the recording by an AI speech model.'

test('the label says where the words come from, how the speakers were found, and what else there is to know', () => {
  expect(sourceLabel(info({}))).toBe(WORDS)
  expect(sourceLabel(info({ notice: 'Times are estimated.' }))).toBe(`${WORDS} Times are estimated.`)
  expect(sourceLabel(info({ language: 'de' }))).toBe(`${WORDS} The call is in German.`)
  expect(sourceLabel(info({ language: '??' }))).toBe(`${WORDS} The call is in ??.`)
  expect(sourceLabel(info({ speakers: { from: 'tracks', found: 2, asked: null } }))).toBe(
    `${WORDS} Who speaks is known from the sound of each side.`,
  )
  expect(sourceLabel(info({ speakers: { from: 'voices', found: 3, asked: null } }))).toBe(
    `${WORDS} Speakers are separated by their voices alone, so some lines may be another’s.`,
  )
  expect(sourceLabel(info({ speakers: { from: 'voices', found: 0, asked: null } }))).toBe(
    `${WORDS} The voices could not be separated.`,
  )
})

test('a draft’s notice stands elsewhere, and without a transcript there is only its notice', () => {
  expect(sourceLabel(info({ source: 'sphinx', draft: true, notice: 'A draft.' }))).toBe(
    'A rough draft made from the recording by a simple speech engine.',
  )
  expect(sourceLabel(info({ source: 'none', notice: 'No speech was found.' }))).toBe('No speech was found.')
})
