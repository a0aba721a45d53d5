import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'

/** What a worker needs for a job, by the names under which workers announce it. */
export const NEEDS = {
  /** The best speech engine that any worker has. */
  bestSpeech: 'speech',
  speech: (engine: SpeechEngine) => `speech:${engine}`,
  recap: (analyst: AnalystName) => `recap:${analyst}`,
} as const
