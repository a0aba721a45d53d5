import {
  recordingCommandSchema,
  type LiveCommand,
  type RecordingAnswers,
  type RecordingCommand,
} from '../../messaging/recording-protocol.ts'
import type { LiveRecorder } from './live-recording.ts'
import type { Recorder } from './recorder.ts'

/** Answers recording commands; undefined for other messages. */
export function answerRecorder(
  recorder: Recorder,
): (message: unknown) => Promise<RecordingAnswers[keyof RecordingAnswers]> | undefined {
  return (message) => {
    const { data } = recordingCommandSchema.safeParse(message)
    return data === undefined ? undefined : carryOut(recorder, data)
  }
}

async function carryOut(
  recorder: Recorder,
  command: RecordingCommand,
): Promise<RecordingAnswers[keyof RecordingAnswers]> {
  switch (command.type) {
    case 'recording/open':
      return recorder.open(command.order)
    case 'recording/live':
      return recorder.live()
    case 'recordings/list':
      return recorder.kept()
    case 'recording/stop':
      if (command.recordingId === undefined || command.recordingId === recorder.live()?.recordingId)
        await recorder.stop()
      return null
    case 'recordings/send':
      await recorder.send(command.recordingId)
      return null
    case 'recordings/rename':
      await recorder.renameRecording(command.recordingId, command.title)
      return null
    case 'recordings/copy-link':
      await recorder.copyLink(command.recordingId)
      return null
    case 'recordings/delete':
      await recorder.remove(command.recordingId)
      return null
  }
}

/** Applies a window's command to the running recording. */
export function obeyLiveCommand(recorder: LiveRecorder, command: LiveCommand): void {
  switch (command.type) {
    case 'pause':
      return recorder.pause()
    case 'resume':
      return recorder.resume()
    case 'mute':
      return recorder.mute(command.muted)
    case 'choose-microphone':
      return recorder.chooseMicrophone(command.id)
    case 'dismiss-microphone':
      return recorder.dismissMicrophone()
    case 'rename':
      return recorder.rename(command.title)
    case 'mark':
      return recorder.mark()
    case 'call':
      return recorder.followCall(command.tabId, command.hasLeft, command.people)
    case 'stop':
      return void recorder.stop()
    case 'discard':
      return void recorder.discard()
  }
}
