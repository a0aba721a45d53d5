/**
 * Every engine a server can use, in order of preference: its labels, and how its output is treated. The server adds
 * each engine's factory and settings (`server/src/engines/registry.ts`).
 */

/** A transcription engine. */
export interface TranscriberRow {
  /** As in "Transcribe again with …"; for a remote engine the host is named instead, if known. */
  label: string
  /** The page's note on a transcript made by it. */
  source: string
  /** True: its text is a guess that may be badly wrong. */
  draft: boolean
  /** True: it transcribes with a neural model, local or remote. */
  model: boolean
}

/** A recap engine. */
export interface AnalystRow {
  /** Start of sentences about it, including its error messages. */
  label: string
  /** Label of the button that retries it after another engine made the recap; null: no button. */
  tryAgain: string | null
  /** True: it writes in its own words, in the language of the call unless another is chosen. */
  writes: boolean
  /** True: it takes minutes, so another engine's recap is shown until its own is ready. */
  afterwards: boolean
  /** True: its recaps reach recipients without a trial of its model. */
  trustedUntried: boolean
}

export const TRANSCRIBERS = {
  openai: {
    label: 'the AI server',
    source: 'Transcribed by an AI speech model.',
    draft: false,
    model: true,
  },
  sherpa: {
    label: 'the speech model',
    source: 'Transcribed by a speech model on this server.',
    draft: false,
    model: true,
  },
  sphinx: {
    label: 'the built-in engine (draft quality)',
    source: 'Draft transcript by the built-in speech engine.',
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
    label: 'This server’s recap model',
    tryAgain: 'Try the recap model again',
    writes: true,
    afterwards: true,
    trustedUntried: false,
  },
  extractive: {
    label: 'The built-in recap engine',
    tryAgain: null,
    writes: false,
    afterwards: false,
    trustedUntried: true,
  },
} as const satisfies Record<string, AnalystRow>
export type AnalystName = keyof typeof ANALYSTS

/** A diarization engine. Pages never name it, so it only has an id. */
export const DIARISERS = ['sherpa', 'clustering'] as const
export type DiariserName = (typeof DIARISERS)[number]

/** The ids of rows, in order: the values of API and settings enums. */
export function getIds<Id extends string>(rows: Record<Id, unknown>): Id[] {
  return Object.keys(rows) as Id[]
}

/** Source of a transcript. `given`: the owner added it later; `none`: the recording has no usable transcript. */
export function transcriptSources<Id extends string>(transcribers: Record<Id, unknown>) {
  return ['captions', 'given', ...getIds(transcribers), 'none'] as const
}

/** The page's note on where a transcript's words come from; empty if there are none. */
export function describeSource(source: string, transcribers: Record<string, Pick<TranscriberRow, 'source'>>): string {
  if (source === 'captions') return 'From the call’s captions.'
  if (source === 'given') return 'From a transcript added later.'
  return transcribers[source]?.source ?? ''
}
