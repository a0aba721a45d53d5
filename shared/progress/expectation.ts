import type { Capabilities } from '../contract/capabilities.ts'
import { getIds, TRANSCRIBERS } from '../engines.ts'

/**
 * What to expect of a recording's transcript, before it is sent; `poor`: a caption file or a better engine would
 * help.
 */
export interface Expectation {
  sentence: string
  poor: boolean
}

/** Where call tools store their captions. */
export const WHERE_CAPTIONS_ARE =
  'Meet saves the transcript in the organizer’s Drive. Zoom lists it next to the cloud recording as “Audio transcript”. In Teams, download it from the meeting recap.'

/** @returns null with captions, with an AI server (`aiUseSentences` covers it), or if unknown. */
export function getExpectation({
  withCaptions,
  recorded = false,
  capabilities,
}: {
  withCaptions: boolean
  /** For a call that is going to be recorded, not a file. */
  recorded?: boolean
  capabilities: Pick<Capabilities, 'transcribers'> | undefined
}): Expectation | null {
  if (withCaptions || capabilities === undefined) return null
  const without = recorded ? 'Without the meeting’s captions' : 'Without a caption file'
  const used = capabilities.transcribers.find(({ ready }) => ready)
  if (used === undefined)
    return {
      sentence: `${without}, your microsite will have no transcript: this server can’t transcribe.`,
      poor: true,
    }
  const engine = getIds(TRANSCRIBERS).find((id) => id === used.name)
  if (engine === undefined || used.sends_to !== null || used.hour !== undefined) return null
  return TRANSCRIBERS[engine].draft
    ? {
        sentence: `${without}, you get a rough draft transcript.`,
        poor: true,
      }
    : { sentence: `${without}, this server transcribes the audio.`, poor: false }
}
