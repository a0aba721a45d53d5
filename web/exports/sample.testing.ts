import { SAMPLE_FIELDS } from '@callfolio/shared/contract/samples.testing.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { MicrositeOutline, OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import type { ExportSource } from './export-source.ts'

/** Texts that some format could interpret as markup, or break on. */
export const HOSTILE = [
  '<script>alert(1)</script> & <b onmouseover="x()">bold</b> &amp; &#60; </style></title>',
  '# not a heading *not* _emphasised_ `code` [link](javascript:alert(1)) ![x](y) ~~gone~~ | table | $x$',
  '1. not a list',
  '- not a list',
  '+ 12) not a list',
  '> not a quote',
  '===',
  '---',
  '```',
  '    indented',
  '[ ] not a box',
  '\\*escaped\\*',
  'a\\',
  'שלום, Dana! נדבר ב-3 PM על המחיר.',
  'مرحبا بكم في الاجتماع',
  'Said “שלום עולם” twice',
  '👩🏽‍💻 shipped 🎉 家族 👨‍👩‍👧‍👦',
  'Café naïve ½ ≠ ∞',
  'bell\u0007 null\u0000 lone\uD83D end',
  'two\r\nlines',
  ']]> <!-- --> %PDF {{x}} ${x}',
] as const

export function segment(id: number, text: string, speaker: string | null = 'Dana', start_ms = id * 4000): Segment {
  return { id: `s${id}`, start_ms, end_ms: start_ms + 3500, speaker, text }
}

export function item(text: string, at: number | null = null, speaker: string | null = null): OutlineItem {
  return {
    text,
    speaker,
    moment: at === null ? null : { startMs: at, endMs: at + 3000, segmentIds: [`s${Math.floor(at / 4000)}`] },
  }
}

export const NO_OUTLINE: MicrositeOutline = {
  summary: { text: '', sentences: [] },
  quotes: [],
  action_points: [],
  important_points: [],
  todo_list: [],
}

/** A call with content in every section, and timestamps that can be linked. */
export function sampleSource(changes: Partial<ExportSource> = {}): ExportSource {
  return {
    ...SAMPLE_FIELDS,
    title: 'Acme: rollout & pricing',
    description: 'Second call with procurement.',
    created_at: '2026-11-20T09:30:00.000Z',
    call_date: '2026-11-20',
    duration_ms: 2_772_000,
    outline: {
      summary: {
        text: 'They start in March. The price is agreed.',
        sentences: [item('They start in March.', 12_000), item('The price is agreed.')],
      },
      quotes: [
        item('We can start in March.', 12_000, 'Dana'),
        item('Fine with us.', null, 'Marcus'),
        item('No one knows who said it.'),
      ],
      action_points: [item('Send the order form.', 44_000, 'Marcus')],
      important_points: [item('The budget ends in June.', 3_729_000)],
      todo_list: [item('Book the training.', 60_000, 'Dana'), item('Ask legal.')],
    },
    chapters: [],
    transcript: null,
    segments: [
      segment(0, 'Hello everyone.'),
      segment(1, 'Shall we begin?'),
      segment(2, 'Yes.', 'Marcus'),
      segment(3, 'We can start in March.'),
    ],
    transcriptInfo: { source: 'captions', draft: false, language: 'en', notice: null },
    momentUrl: (ms) => `https://calls.example/s/abc?t=${Math.floor(ms / 1000)}`,
    momentsOpenTo: 'readers',
    ...changes,
  }
}

/** The same with every hostile text in every field that accepts one. */
export function hostileSource(): ExportSource {
  const items = HOSTILE.map((text, index) => item(text, index * 4000, text))
  return sampleSource({
    title: HOSTILE.join(' '),
    description: HOSTILE.join('\n'),
    outline: {
      summary: { text: HOSTILE.join('\n'), sentences: [] },
      quotes: items,
      action_points: items,
      important_points: items,
      todo_list: items,
    },
    chapters: HOSTILE.map((text, index) => ({ text, moment: { startMs: index * 4000, endMs: null, segmentIds: [] } })),
    segments: HOSTILE.map((text, index) => segment(index, text, text)),
  })
}
