import type { KeptTake } from '../messaging/recording-protocol.ts'

/** Whether a kept recording waits for the person: nothing sends it, and nothing will by itself. */
export function needsPerson({ sending: { state } }: Pick<KeptTake, 'sending'>): boolean {
  return state === 'idle' || state === 'refused'
}
