import type { Diariser } from './diariser.ts'
import { voiceTurns } from './voice-turns.ts'

/**
 * Clusters what the voices sound like. It needs no model and is always ready.
 * @param cluster does the work; absent: this process.
 */
export function createClusteringDiariser(
  cluster: Diariser['diarise'] = ({ wavPath, segments, count }, signal) =>
    voiceTurns(wavPath, segments, { count, signal }),
): Diariser {
  return {
    name: 'clustering',
    status: async () => ({
      name: 'clustering',
      ready: true,
      sends_to: null,
      note: 'Separates voices without a model.',
      cost_ratio: 0,
    }),
    diarise: cluster,
  }
}
