import { describe, expect, test } from 'vitest'
import { callTitleOfFile, replacesTitle, titleOfFile, titleSourceSchema } from './titles.ts'

test('a title is replaced by one from an equal or better source, a typed one only by a person', () => {
  const replaced = titleSourceSchema.options.map((present) =>
    titleSourceSchema.options.filter((source) => replacesTitle(source, present)),
  )
  expect(replaced).toEqual([
    ['typed'],
    ['typed', 'meeting'],
    ['typed', 'meeting', 'recap'],
    ['typed', 'meeting', 'recap', 'file'],
  ])
})

describe('the title of a file', () => {
  test.each([
    ['Acme discovery.mp4', 'Acme discovery'],
    ['Acme 2.0 demo.mov', 'Acme 2.0 demo'],
    ['acme_kick-off_call.mp4', 'acme kick-off call'],
    ['Discovery call 2026-11-22.webm', 'Discovery call'],
    ['Weekly sync-20261123_140512-Meeting Recording.mp4', 'Weekly sync'],
    ['Weekly sync (2026-11-23 14:05 GMT+1).mp4', 'Weekly sync'],
    ['Weekly sync – 2026_11_23 14_05 CET – Recording.mp4', 'Weekly sync'],
    ['Pricing-3f9ac01b7d.mp4', 'Pricing'],
    ['Pricing 0f8fad5b-d9cb-469f-a165-70867728950e.mp4', 'Pricing'],
    ['Plan for 2027 (board).mp4', 'Plan for 2027 (board)'],
    ['Weekly sync - 2026-11-23 14-05 CET - Transcript.docx', 'Weekly sync'],
    ['Vertrieb-20261123_140512-Besprechungsaufzeichnung.mp4', 'Vertrieb'],
    ['Pricing 2026-11-23T14-05-12Z.webm', 'Pricing'],
    ['Angebot für Müller & Söhne.mp4', 'Angebot für Müller & Söhne'],
  ])('%s is %s', (file, title) => {
    expect(titleOfFile(file)).toBe(title)
  })

  test.each([
    ['GMT20261123-140500_Recording_1920x1080.mp4', 'Recording'],
    ['2026-11-23 14-05-12.mkv', '2026-11-23 14-05-12'],
    ['3f9ac01b7d.mp4', '3f9ac01b7d'],
    ['Recording.mp4', 'Recording'],
    ['.mp4', 'mp4'],
    ['', ''],
  ])('%s, which has no words of its own, stays readable: %s', (file, title) => {
    expect(titleOfFile(file)).toBe(title)
  })

  test('is truncated at the server’s limit, and long runs of digits and dashes take no time', () => {
    expect(titleOfFile(`${'a b'.repeat(400)}.mp4`)).toHaveLength(300)
    expect(titleOfFile('2026-'.repeat(2000)).length).toBeLessThanOrEqual(300)
    expect(titleOfFile(`x ${' -'.repeat(4000)} y`)).toHaveLength(300)
  })
})

test.each([
  'Recording.mp4',
  'call.vtt',
  'video1234.mp4',
  'Meeting Recording (2).mp4',
  'Screen Recording 2026-05-07 at 10.00.00.mov',
  'audio_only.m4a',
  'GMT20261123-140500_Recording_1920x1080.mp4',
  '2026-11-23 14-05-12.mkv',
  '3f9ac01b7d.mp4',
  'Meet - abc-defg-hij.webm',
  'abc-defg-hij (2026-11-23 14:05 GMT+1).mp4',
  'abc-defg-hij (2026-11-23 at 14:05 GMT-8) - Transcript.docx',
  'meet_abc-defg-hij_2026-11-23.webm',
  'GMT20261126-103000_Recording.transcript.vtt',
  'meeting_saved_closed_caption.txt',
  'Bildschirmaufnahme 2026-05-07 um 10.00.00.mov',
  'Neue Aufnahme 3.m4a',
  'Enregistrement 4.m4a',
  'Grabación 4.m4a',
  'IMG_1234.MOV',
  'PXL_20261123_140500123.mp4',
  '',
])('a generic file name gives no title: %s', (file) => {
  expect(callTitleOfFile(file)).toBeNull()
})

test.each([
  ['Callfolio <> Northwind.mp4', 'Callfolio <> Northwind'],
  ['Recording of the board.mp4', 'Recording of the board'],
  ['Video strategy.mp4', 'Video strategy'],
  ['Recording with off-site-day team.mp4', 'Recording with off-site-day team'],
])('a file name with words of its own gives a title: %s', (file, title) => {
  expect(callTitleOfFile(file)).toBe(title)
})
