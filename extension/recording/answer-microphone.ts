import { askForMicrophone, closeMicrophonePage } from '../browser/microphone.ts'
import { recordingChoicesSchema, type StartAnswer } from '../messaging/recording-protocol.ts'
import { startRecordingOf } from './recorder-client.ts'

/** The recording that waits for the answer about the microphone. */
export interface WaitingRecording {
  /** Asks the browser's question. @returns whether it is allowed. */
  ask: () => Promise<boolean>
  /** Starts it, and leads back to its tab when it has started. */
  start: (microphone: boolean) => Promise<StartAnswer>
}

/** Reads the address of the page with the question. */
export function readWaitingRecording(query: string): WaitingRecording {
  const asked = new URLSearchParams(query)
  const tabId = Number(asked.get('tab'))
  const choices = recordingChoicesSchema.parse(JSON.parse(asked.get('choices') ?? 'null'))
  return {
    ask: askForMicrophone,
    async start(microphone) {
      const answer = await startRecordingOf(tabId, { ...choices, microphone })
      if (answer.started) await closeMicrophonePage(tabId)
      return answer
    },
  }
}
