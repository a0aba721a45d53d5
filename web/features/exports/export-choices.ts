import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { FileFormat } from '../../exports/export-source.ts'

/** What the Export menu offers. `google-docs` goes to the clipboard, the others become files. */
export type ExportId = FileFormat | 'google-docs'

export interface ExportChoice {
  id: ExportId
  name: string
  /** What one gets. */
  hint: string
  /** Not on the free plan. */
  premium: boolean
  /** Made of the transcript's times: there is none without them. */
  timed: boolean
  /** Called once it is done. */
  done: string
  /** Called when it can’t be made. */
  failed: string
}

const FAILED = 'The export failed. Try again.'

export const EXPORT_CHOICES: readonly ExportChoice[] = [
  {
    id: 'pdf',
    name: 'PDF',
    hint: 'A printable page',
    premium: false,
    timed: false,
    done: 'PDF download started! The file will be saved as HTML which you can open and print to PDF.',
    failed: FAILED,
  },
  {
    id: 'notion',
    name: 'Notion',
    hint: 'Markdown',
    premium: true,
    timed: false,
    done: 'Markdown file downloaded! You can import this into Notion.',
    failed: FAILED,
  },
  {
    id: 'word',
    name: 'Word',
    hint: 'Document (.docx)',
    premium: true,
    timed: false,
    done: 'Word document downloaded successfully!',
    failed: 'Error generating Word document. Please try again.',
  },
  {
    id: 'google-docs',
    name: 'Google Docs',
    hint: 'Copied, ready to paste',
    premium: true,
    timed: false,
    done: 'Copied. Paste it into a document in Google Docs.',
    failed: FAILED,
  },
  {
    id: 'srt',
    name: 'SRT',
    hint: 'Subtitles with speakers',
    premium: false,
    timed: true,
    done: 'SRT file downloaded.',
    failed: FAILED,
  },
  {
    id: 'vtt',
    name: 'WebVTT',
    hint: 'Subtitles with speakers',
    premium: false,
    timed: true,
    done: 'WebVTT file downloaded.',
    failed: FAILED,
  },
  {
    id: 'json',
    name: 'JSON',
    hint: 'All data, for developers',
    premium: false,
    timed: false,
    done: 'JSON file downloaded.',
    failed: FAILED,
  },
]

/** Whether the plan of the one who exports leaves this out. While the plan is not known (null) nothing is blocked. */
export function isLocked({ premium }: ExportChoice, planId: PlanId | null): boolean {
  return premium && planId === 'free'
}
