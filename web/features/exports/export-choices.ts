import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { FileFormat } from '../../exports/export-source.ts'

/** The Export menu's items. `google-docs` goes to the clipboard, the others become files. */
export type ExportId = FileFormat | 'google-docs'

export interface ExportChoice {
  id: ExportId
  name: string
  /** Description of the result. */
  hint: string
  /** Not on the free plan. */
  premium: boolean
  /** Made from the transcript's times: unavailable without them. */
  timed: boolean
  /** Message on success. */
  done: string
  /** Message on failure. */
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
    hint: 'Copy, then paste into a document',
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
    hint: 'Structured data, for developers',
    premium: false,
    timed: false,
    done: 'JSON file downloaded.',
    failed: FAILED,
  },
]

/** Whether the exporting user's plan excludes this. While the plan is unknown (null) nothing is blocked. */
export function isLocked({ premium }: ExportChoice, planId: PlanId | null): boolean {
  return premium && planId === 'free'
}
