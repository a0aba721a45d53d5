import { expect, it } from 'vitest'
import { BRAND } from '@callfolio/shared/brand.ts'
import { micrositeFileSchema } from '@callfolio/shared/contract/microsite-file.ts'
import type { OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { exportFile } from './export-file.ts'
import type { ExportSource, FileFormat } from './export-source.ts'
import { richText } from './rich-text.ts'
import { HOSTILE, hostileSource, item, NO_OUTLINE, sampleSource } from './sample.testing.ts'

const options = { now: new Date(2026, 10, 21, 15, 4), watermark: false }
const WATERMARK = `Powered by ${BRAND.name}`
const TEXT_FORMATS = ['pdf', 'notion', 'srt', 'vtt', 'json'] as const satisfies FileFormat[]

async function getText(format: FileFormat, source: ExportSource, watermark = false): Promise<string> {
  return (await exportFile(format, source, { ...options, watermark })).content.text()
}

it.each([
  ['pdf', 'html', 'text/html;charset=utf-8'],
  ['notion', 'md', 'text/markdown;charset=utf-8'],
  ['word', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['srt', 'srt', 'application/x-subrip;charset=utf-8'],
  ['vtt', 'vtt', 'text/vtt;charset=utf-8'],
  ['json', 'json', 'application/json'],
] as const)('%s is a .%s file named by title and date', async (format, extension, type) => {
  const file = await exportFile(format, sampleSource(), options)
  expect([file.name, file.type, file.content.type]).toEqual([
    `Acme - rollout & pricing-2026-11-21.${extension}`,
    type,
    type,
  ])
  expect(file.content.size).toBeGreaterThan(0)
})

it('the printable page names the product only on request', async () => {
  expect(await getText('pdf', sampleSource(), true)).toContain(`<p>${WATERMARK}</p>`)
  for (const format of TEXT_FORMATS) expect(await getText(format, sampleSource())).not.toContain(WATERMARK)
  expect(richText(sampleSource(), options).text).not.toContain(WATERMARK)
})

it('a draft says so in every format', async () => {
  const draft = (notice: string | null) =>
    sampleSource({ transcriptInfo: { source: 'sphinx', draft: true, language: 'en', notice } })
  for (const format of ['pdf', 'notion'] as const) {
    expect(await getText(format, draft('It may be wrong.'))).toContain('It may be wrong.')
    expect(await getText(format, draft(null))).toContain('Automatic transcript')
    expect(await getText(format, sampleSource())).not.toContain('Automatic transcript')
  }
  expect(richText(draft('It may be wrong.'), options).html).toContain('It may be wrong.')
  for (const format of ['srt', 'vtt'] as const)
    expect(await getText(format, draft(null))).toContain('[Automatic transcript')
  expect(JSON.parse(await getText('json', draft('It may be wrong.')))).toMatchObject({
    transcript: { info: { draft: true, notice: 'It may be wrong.' } },
  })
})

it('JSON has the documented shape for any content, and includes every timestamp', async () => {
  const file = micrositeFileSchema.parse(JSON.parse(await getText('json', sampleSource())))
  expect(file).toMatchObject({
    kind: 'microsite',
    version: 1,
    title: 'Acme: rollout & pricing',
    created_at: '2026-11-20T09:30:00.000Z',
    exported_at: options.now.toISOString(),
    duration_ms: 2_772_000,
  })
  expect(file.quotes[0]).toEqual({
    text: 'We can start in March.',
    speaker: 'Dana',
    start_ms: 12_000,
    end_ms: 15_000,
    segment_ids: ['s3'],
    url: 'https://calls.example/s/abc?t=12',
  })
  expect(file.quotes[2]).toEqual({
    text: 'No one knows who said it.',
    speaker: null,
    start_ms: null,
    end_ms: null,
    segment_ids: [],
    url: null,
  })
  expect(file.summary.sentences.map(({ start_ms }) => start_ms)).toEqual([12_000, null])
  expect(file.transcript.segments).toEqual(sampleSource().segments)

  const hostile = micrositeFileSchema.parse(JSON.parse(await getText('json', hostileSource())))
  expect(hostile.todo_list.map(({ text }) => text)).toEqual(
    HOSTILE.map((text) =>
      text
        .replaceAll('\r\n', '\n')
        .replaceAll(/[^\P{Cc}\n]/gu, ' ')
        .toWellFormed(),
    ),
  )
  const none = micrositeFileSchema.parse(
    JSON.parse(
      await getText(
        'json',
        sampleSource({
          outline: NO_OUTLINE,
          description: null,
          duration_ms: null,
          segments: [],
          transcriptInfo: null,
          momentUrl: null,
        }),
      ),
    ),
  )
  expect(none).toMatchObject({
    description: null,
    duration_ms: null,
    quotes: [],
    transcript: { info: null, text: null, segments: [] },
  })
})

const CHAPTERS = [
  { text: 'Hello', moment: { startMs: 0, endMs: 12_000, segmentIds: ['s0'] } },
  { text: 'The start', moment: { startMs: 12_000, endMs: 15_500, segmentIds: ['s3'] } },
]

it('chapters with their times are above the transcript in every format that has one', async () => {
  const source = sampleSource({ chapters: CHAPTERS })
  expect(await getText('pdf', source)).toMatch(
    /<h2>Transcript<\/h2>\n<div class="chapters"><h3>Chapters<\/h3>\n<p class="line" dir="auto"><a class="time" [^>]*>0:00<\/a> Hello<\/p>\n.*The start<\/p>\n<\/div>\n<p class="speaker"/s,
  )
  expect(richText(source, options).text).toContain('Transcript\n\nChapters\n0:00 Hello\n0:12 The start\n\nDana\n')
  expect(await getText('notion', source)).not.toContain('The start')
  expect(
    micrositeFileSchema
      .parse(JSON.parse(await getText('json', source)))
      .chapters.map(({ text, start_ms, end_ms }) => [text, start_ms, end_ms]),
  ).toEqual([
    ['Hello', 0, 12_000],
    ['The start', 12_000, 15_500],
  ])
  expect(await getText('pdf', sampleSource({ chapters: CHAPTERS, segments: [] }))).not.toContain('<h3>')
})

// Other programs read this format. A field may be added (`vitest run web/exports/export-file.test.ts --update`),
// never changed.
it('JSON keeps its published format', async () => {
  const line = { id: 's4', start_ms: 12_000, end_ms: 15_500, speaker: 'Dana', text: 'We can start in March.' }
  const said = (text: string, speaker: string | null): OutlineItem => ({
    text,
    speaker,
    moment: { startMs: line.start_ms, endMs: line.end_ms, segmentIds: [line.id] },
  })
  const example = sampleSource({
    description: null,
    outline: {
      ...NO_OUTLINE,
      summary: { text: 'They start in March.', sentences: [said('They start in March.', null)] },
      quotes: [said(line.text, line.speaker)],
      todo_list: [item('Ask legal.')],
    },
    segments: [line],
    momentUrl: (ms) => `https://calls.example/microsite/7f3a?t=${ms / 1000}`,
  })
  const { content } = await exportFile('json', example, { ...options, now: new Date('2026-11-21T14:04:00Z') })
  const file: unknown = JSON.parse(await content.text())
  expect(micrositeFileSchema.parse(file)).toEqual(file)
  await expect(`${JSON.stringify(file, null, 2)}\n`).toMatchFileSnapshot('fixtures/microsite.json')
})

it('rich text has unstyled headings, lists and links, and comes with plain text', () => {
  const { html, text } = richText(sampleSource(), options)
  expect(html).toContain(
    '<h2>Action Points</h2>\n<ul><li dir="auto">Send the order form. <span class="source">(<bdi>Marcus</bdi>, <a class="time" href="https://calls.example/s/abc?t=44">0:44</a>)</span></li>',
  )
  expect(html).not.toMatch(/<style|style=|<html/)
  expect(text).toContain('Key Quotes\n\n“We can start in March.”\n— Dana, 0:12\n\n“Fine with us.”\n— Marcus\n\n')
  expect(text).toContain(
    'Todo List\n\n☐ Book the training. (Dana, 1:00)\n☐ Ask legal.\n\nTranscript\n\nDana\n0:00 Hello everyone.\n',
  )
})

it('rich text escapes markup in what was said', () => {
  const { html, text } = richText(
    sampleSource({
      outline: { ...NO_OUTLINE, action_points: [item(HOSTILE[0], 0, '<b>Eve</b>')] },
      momentUrl: () => 'https://x.example/"><script>',
    }),
    options,
  )
  expect(html).not.toMatch(/<script|<b o|<b>Eve/)
  expect(html).toContain('href="https://x.example/&quot;&gt;&lt;script&gt;"')
  expect(text).toContain(`• ${HOSTILE[0]} (<b>Eve</b>, 0:00)`)
})
