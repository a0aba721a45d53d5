import { Parser, type Node } from 'commonmark'
import { assert, constantFrom, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { formatClock } from '@callfolio/shared/format.ts'
import { cleanTexts, type ExportSource } from './export-source.ts'
import { exportDocument } from './export-document.ts'
import { markdown } from './markdown.ts'
import { HOSTILE, hostileSource, item, NO_OUTLINE, sampleSource } from './sample.testing.ts'

const options = { now: new Date(2026, 10, 21, 15, 4), watermark: false }
const write = (source: ExportSource): string => markdown(exportDocument(cleanTexts(source), options))

interface Block {
  kind: string
  text: string
  links: string[]
}

/** The blocks that a CommonMark parser finds, in order. */
function read(text: string): Block[] {
  const blocks: Block[] = []
  const walker = new Parser().parse(text).walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event
    if (!entering) continue
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'thematic_break')
      blocks.push({ kind: getKind(node), text: '', links: [] })
    else if (node.type === 'text') blocks.at(-1)!.text += node.literal
    else if (node.type === 'link') blocks.at(-1)!.links.push(node.destination ?? '')
    else if (!['document', 'list', 'item', 'block_quote'].includes(node.type))
      blocks.push({ kind: `unexpected ${node.type}`, text: node.literal ?? '', links: [] })
  }
  return blocks
}

function getKind(node: Node): string {
  if (node.type === 'heading') return `h${node.level}`
  return node.type === 'paragraph' && node.parent !== null && node.parent.type !== 'document'
    ? node.parent.type
    : node.type
}

const visible = (text: string): string => cleanTexts(text).replaceAll(/\s+/g, ' ').trim()

it('contains summary, points and checkboxes with their timestamps, but neither quotes nor transcript', () => {
  const url = (seconds: number): string => `https://calls.example/s/abc?t=${seconds}`
  expect(read(write(sampleSource())).map(({ kind, text, links }) => [kind, text, ...links])).toEqual([
    ['h1', 'Acme: rollout & pricing'],
    ['paragraph', 'Nov 20, 2026 · 46:12 · 2 speakers'],
    ['paragraph', 'Second call with procurement.'],
    ['h2', 'Summary'],
    ['paragraph', 'They start in March. (0:12) The price is agreed.', url(12)],
    ['h2', 'Action Points'],
    ['item', 'Send the order form. (Marcus, 0:44)', url(44)],
    ['h2', 'Important Points'],
    ['item', 'The budget ends in June. (1:02:09)', url(3729)],
    ['h2', 'Todo List'],
    ['item', '[ ] Book the training. (Dana, 1:00)', url(60)],
    ['item', '[ ] Ask legal.'],
    ['thematic_break', ''],
    ['paragraph', 'Generated on November 21, 2026 at 3:04 PM'],
  ])
  expect(write(sampleSource())).toContain('\n- [ ] Ask legal.\n')
})

it('leaves out what is empty, and shows times without links if there is no URL', () => {
  expect(
    read(write(sampleSource({ outline: NO_OUTLINE, description: null, duration_ms: null, segments: [] }))).map(
      ({ text }) => text,
    ),
  ).toEqual(['Acme: rollout & pricing', 'Nov 20, 2026', '', 'Generated on November 21, 2026 at 3:04 PM'])
  expect(write(sampleSource({ momentUrl: null }))).toContain('- Send the order form. (Marcus, 0:44)\n')
})

it('escapes text that looks like markup', () => {
  const blocks = read(write({ ...hostileSource(), momentUrl: null }))
  expect(blocks[0]).toEqual({ kind: 'h1', text: visible(HOSTILE.join(' ')), links: [] })
  expect(blocks.filter(({ kind, links }) => kind.startsWith('unexpected') || links.length > 0)).toEqual([])
  const expected = HOSTILE.map((text, index) => `${visible(text)} (${visible(text)}, ${formatClock(index * 4000)})`)
  expect(blocks.filter(({ kind }) => kind === 'item').map(({ text }) => text)).toEqual([
    ...expected,
    ...expected,
    ...expected.map((text) => `[ ] ${text}`),
  ])
})

it('round-trips any text', () => {
  const signs = string({
    unit: constantFrom(
      ...Array.from('ab1.)-+=_*#>`~\\[]()!&;<:|$ \t\n"\'é漢🎉ש'),
      '&amp;',
      '&#42;',
      'http://x.y',
      'www.x.y',
      '<!--',
      '  \n',
    ),
    minLength: 1,
    maxLength: 40,
  })
  assert(
    property(signs, (text) => {
      const shown = visible(text)
      const blocks = read(
        write(
          sampleSource({
            title: text,
            description: null,
            momentUrl: null,
            outline: { ...NO_OUTLINE, summary: { text: shown, sentences: [] }, todo_list: [item(text)] },
          }),
        ),
      )
      const paragraph = shown === '' ? [] : ['Summary', shown, 'Todo List', `[ ] ${shown}`]
      expect(blocks.map((block) => block.text)).toEqual([
        shown || 'Meeting Summary',
        'Nov 20, 2026 · 46:12 · 2 speakers',
        ...paragraph,
        '',
        'Generated on November 21, 2026 at 3:04 PM',
      ])
    }),
    { numRuns: 500 },
  )
})

it('keeps a timestamp with an unusual URL as one link', () => {
  const momentUrl = (ms: number): string => `https://calls.example/s/a(b)<c>\\d e_f*g?t=${ms}`
  const todo = read(
    write(sampleSource({ momentUrl, outline: { ...NO_OUTLINE, todo_list: [item('Call.', 5000)] } })),
  ).find(({ kind }) => kind === 'item')
  expect(todo).toEqual({
    kind: 'item',
    text: '[ ] Call. (0:05)',
    links: ['https://calls.example/s/a%28b%29%3Cc%3E%5Cd%20e_f*g?t=5000'],
  })
})
