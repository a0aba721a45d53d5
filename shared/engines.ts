/**
 * Every engine a server can work with, in order of preference: what is said of it, and how its work is treated. The server
 * adds to each row how it is made and what can be set (`server/src/engines/registry.ts`).
 */

/** What transcribes a recording. */
export interface TranscriberRow {
  /** As in "Transcribe again with …"; of one elsewhere the host is named instead, where it is known. */
  label: string
  /** What the page says of a transcript that it made. */
  source: string
  /** True: its text is a guess that may be badly wrong. */
  draft: boolean
  /** True: a neural model transcribes, here or elsewhere. */
  model: boolean
}

/** What writes recaps. */
export interface AnalystRow {
  /** How a sentence about it begins; so do the messages of its failures. */
  label: string
  /** The button that asks it once more for a recap that another had to make; null: it is not asked for. */
  tryAgain: string | null
  /** True: it writes in its own words, in the language of the call where no other is chosen. */
  writes: boolean
  /** True: it takes minutes, so that another's recap is shown first and its own takes that one's place. */
  afterwards: boolean
  /** True: its recaps reach recipients before its model was tried. */
  trustedUntried: boolean
}

export const TRANSCRIBERS = {
  openai: {
    label: 'the AI server',
    source: 'Made from the recording by an AI speech model.',
    draft: false,
    model: true,
  },
  sherpa: {
    label: 'the speech model here',
    source: 'Made from the recording by a speech model on this server.',
    draft: false,
    model: true,
  },
  sphinx: {
    label: 'the built-in engine (draft quality)',
    source: 'A rough draft by the built-in speech engine.',
    draft: true,
    model: false,
  },
} as const satisfies Record<string, TranscriberRow>
export type SpeechEngine = keyof typeof TRANSCRIBERS

export const ANALYSTS = {
  openai: {
    label: 'The AI server',
    tryAgain: 'Try the AI server again',
    writes: true,
    afterwards: false,
    trustedUntried: true,
  },
  llama: {
    label: 'The writing model of this server',
    tryAgain: 'Try the writing model again',
    writes: true,
    afterwards: true,
    trustedUntried: false,
  },
  extractive: {
    label: 'The analyst of this server',
    tryAgain: null,
    writes: false,
    afterwards: false,
    trustedUntried: true,
  },
} as const satisfies Record<string, AnalystRow>
export type AnalystName = keyof typeof ANALYSTS

/** What separates voices. Nothing of it is named on a page, so that there is no more to say of one than its id. */
export const DIARISERS = ['sherpa', 'clustering'] as const
export type DiariserName = (typeof DIARISERS)[number]

/** The ids of rows, in their order: what the enums of wire and settings are made of. */
export function idsOf<Id extends string>(rows: Record<Id, unknown>): Id[] {
  return Object.keys(rows) as Id[]
}

/** Where a transcript can come from. `given`: its owner added it later; `none`: the recording has no usable transcript. */
export function transcriptSources<Id extends string>(transcribers: Record<Id, unknown>) {
  return ['captions', 'given', ...idsOf(transcribers), 'none'] as const
}

/** What the page says of where the words of a transcript come from; empty where there are none. */
export function describeSource(source: string, transcribers: Record<string, Pick<TranscriberRow, 'source'>>): string {
  if (source === 'captions') return 'From the captions that came with the recording.'
  if (source === 'given') return 'From a transcript that was added later.'
  return transcribers[source]?.source ?? ''
}
