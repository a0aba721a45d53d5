import type { Diariser } from './diariser.ts'
import { voiceTurns } from './voice-turns.ts'

/**
 * Clusters voices by sound. Needs no model and is always ready.
 * @param diarise does the work; absent: this process.
 */
export function createClusteringDiariser(diarise: Diariser['diarise'] = voiceTurns): Diariser {
  const note = 'Separates voices without a model.'
  return {
    name: 'clustering',
    status: async () => ({ name: 'clustering', ready: true, sends_to: null, note, cost_ratio: 0 }),
    diarise,
  }
}
