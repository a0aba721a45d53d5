import type { Diariser } from './diariser.ts'
import { voiceTurns } from './voice-turns.ts'

/** Clusters what the voices sound like. It needs no model and is always ready. */
export function createClusteringDiariser(): Diariser {
  return {
    name: 'clustering',
    status: async () => ({
      name: 'clustering',
      ready: true,
      sends_to: null,
      note: 'Tells voices apart without a model.',
      cost_ratio: 0,
    }),
    diarise: ({ wavPath, segments, count }, signal) => voiceTurns(wavPath, segments, { count, signal }),
  }
}
