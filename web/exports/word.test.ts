import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { expect, it } from 'vitest'
import { BRAND } from '@callfolio/shared/brand.ts'
import { cleanTexts, type ExportOptions, type ExportSource } from './export-source.ts'
import { exportDocument } from './export-document.ts'
import { HOSTILE, hostileSource, item, NO_OUTLINE, sampleSource, segment } from './sample.testing.ts'
import { wordFile } from './word.ts'

const options = { now: new Date(2026, 10, 21, 15, 4), watermark: false }

async function write(source: ExportSource, how: ExportOptions = options): Promise<Buffer> {
  const file = await wordFile(exportDocument(cleanTexts(source), how))
  return Buffer.from(await file.arrayBuffer())
}

/** The paragraphs as another program reads them. */
async function paragraphs(source: ExportSource, how?: ExportOptions): Promise<string[]> {
  const { value } = await mammoth.extractRawText({ buffer: await write(source, how) })
  return value
    .split('\n\n')
    .filter((text) => text !== '')
    .map((text) => text.trimEnd())
}

async function asHtml(source: ExportSource): Promise<string> {
  const { value, messages } = await mammoth.convertToHtml({ buffer: await write(source) })
  expect(messages.filter(({ type }) => type === 'error')).toEqual([])
  return value
}

it('the Word document has chapters with their times above the transcript', async () => {
  const chapters = [item('Hello', 0), item('The start', 12_000)].flatMap(({ text, moment }) =>
    moment === null ? [] : [{ text, moment }],
  )
  const all = await paragraphs(sampleSource({ chapters }))
  expect(all.slice(all.indexOf('Transcript'), all.indexOf('Transcript') + 5)).toEqual([
    'Transcript',
    'Chapters',
    '0:00\tHello',
    '0:12\tThe start',
    'Dana',
  ])
})

it('contains everything in order, as read by another program', async () => {
  expect(await paragraphs(sampleSource())).toEqual([
    'Acme: rollout & pricing',
    'Nov 20, 2026 · 46:12 · 2 speakers',
    'Second call with procurement.',
    'Summary',
    'They start in March. (0:12) The price is agreed.',
    'Key Quotes',
    '“We can start in March.”',
    '— Dana, 0:12',
    '“Fine with us.”',
    '— Marcus',
    '“No one knows who said it.”',
    'Action Points',
    'Send the order form. (Marcus, 0:44)',
    'Important Points',
    'The budget ends in June. (1:02:09)',
    'Todo List',
    'Book the training. (Dana, 1:00)',
    'Ask legal.',
    'Transcript',
    'Dana',
    '0:00\tHello everyone.',
    '0:04\tShall we begin?',
    'Marcus',
    '0:08\tYes.',
    'Dana',
    '0:12\tWe can start in March.',
    'Generated on November 21, 2026 at 3:04 PM',
  ])
})

it('the Word document has headings, lists, and links on the times', async () => {
  const page = await asHtml(sampleSource())
  expect([...page.matchAll(/<h1>(?:<a id="[^"]*"><\/a>)*(.*?)<\/h1>/g)].map(([, text]) => text)).toEqual([
    'Summary',
    'Key Quotes',
    'Action Points',
    'Important Points',
    'Todo List',
    'Transcript',
  ])
  expect(page).toContain('<li>Send the order form. (Marcus, <a href="https://calls.example/s/abc?t=44">0:44</a>)</li>')
  expect(page).toContain('— Dana, <a href="https://calls.example/s/abc?t=12">0:12</a>')
  expect(await asHtml(sampleSource({ momentUrl: null }))).not.toContain('href')
})

it('keeps text unchanged, whatever characters it contains', async () => {
  const found = await paragraphs(hostileSource())
  const shown = cleanTexts([...HOSTILE]).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  for (const text of shown) {
    expect(found).toContain(`“${text}”`)
    expect(found.filter((paragraph) => paragraph.startsWith(`${text} (${text}, `))).toHaveLength(3)
    expect(found.filter((paragraph) => paragraph.endsWith(`\t${text}`))).toHaveLength(2)
  }
  expect(found[0]).toBe(shown.join(' '))
})

it('sets the direction of right-to-left text, in its paragraph and in its runs', async () => {
  const xml = await getPart(
    sampleSource({ segments: [segment(0, 'נדבר עם Acme מחר', null), segment(1, 'He said שלום twice', null)] }),
    'word/document.xml',
  )
  const [hebrew = '', english = ''] = xml
    .split('<w:p>')
    .filter((paragraph) => paragraph.includes('<w:r><w:tab/></w:r>'))
  expect([hebrew, english].map((paragraph) => /<w:bidi\/>/.test(paragraph))).toEqual([true, false])
  expect([hebrew, english].map(rightToLeftTexts)).toEqual([['נדבר עם ', ' מחר'], ['שלום']])
})

it('marks words that the engine was unsure of', async () => {
  const words = [
    ['We', 0.9],
    ['sign', 0.1],
  ].map(([text, confidence]) => ({ text: String(text), start_ms: 0, end_ms: 1, confidence: Number(confidence) }))
  expect(await asHtml(sampleSource({ segments: [{ ...segment(0, 'We sign'), words }] }))).toContain('We<em> sign</em>')
})

it('includes a transcript without times, and leaves out empty parts', async () => {
  expect(
    await paragraphs(
      sampleSource({
        outline: NO_OUTLINE,
        description: ' ',
        duration_ms: null,
        segments: [],
        transcript: 'First line.\n\nSecond line.',
        title: ' ',
      }),
    ),
  ).toEqual([
    'Meeting Summary',
    'Nov 20, 2026',
    'Transcript',
    'First line.',
    'Second line.',
    'Generated on November 21, 2026 at 3:04 PM',
  ])
})

it('says that it is a draft, and names the product on request', async () => {
  expect(
    await paragraphs(
      sampleSource({ transcriptInfo: { source: 'sphinx', draft: true, language: 'en', notice: 'It may be wrong.' } }),
    ),
  ).toContain('It may be wrong.')
  expect((await paragraphs(sampleSource())).join()).not.toMatch(/It may be wrong|Powered by/)
  expect((await paragraphs(sampleSource(), { ...options, watermark: true })).at(-1)).toBe(`Powered by ${BRAND.name}`)
})

it('names no author', async () => {
  const core = await getPart(sampleSource(), 'docProps/core.xml')
  expect(core).not.toMatch(/creator|lastModifiedBy|Un-named/)
})

it('writes three hours of talk and a very long title in full', async () => {
  const segments = Array.from({ length: 3600 }, (_, index) =>
    segment(index, `Sentence ${index} of a long call.`, index % 7 === 0 ? 'Marcus' : 'Dana', index * 3000),
  )
  const title = 'A title without end '.repeat(100).trim()
  const found = await paragraphs(sampleSource({ title, segments }))
  expect(found[0]).toBe(title)
  expect(found.filter((paragraph) => paragraph.includes('\tSentence '))).toHaveLength(3600)
  expect(found).toContain('2:59:57\tSentence 3599 of a long call.')
})

it('keeps a timestamp with an unusual URL as one link', async () => {
  const momentUrl = (ms: number): string => `https://calls.example/s/a&b"c<d>?t=${ms}&x='y'`
  const outline = { ...NO_OUTLINE, todo_list: [item('Call.', 5000)] }
  expect(await asHtml(sampleSource({ outline, segments: [], momentUrl }))).toContain(
    '<a href="https://calls.example/s/a&amp;b&quot;c&lt;d&gt;?t=5000&amp;x=\'y\'">0:05</a>',
  )
})

function rightToLeftTexts(paragraph: string): string[] {
  return paragraph
    .split('<w:r>')
    .filter((run) => run.includes('<w:rtl/>'))
    .map((run) => /<w:t[^>]*>([^<]*)/.exec(run)?.[1] ?? '')
}

async function getPart(source: ExportSource, path: string): Promise<string> {
  return strFromU8(unzipSync(await write(source))[path] ?? new Uint8Array())
}
