import {
  recordingCommandSchema,
  type RecordingAnswers,
  type RecordingCommand,
} from '../../messaging/recording-protocol.ts'
import type { Recorder } from './recorder.ts'

/** Answers the commands about recordings; undefined for what is none. */
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
    case 'takes/list':
      return recorder.kept()
    case 'recording/pause':
      recorder.pause()
      return null
    case 'recording/resume':
      recorder.resume()
      return null
    case 'recording/mute':
      recorder.mute(command.muted)
      return null
    case 'recording/rename':
      await recorder.rename(command.title)
      return null
    case 'recording/stop':
      await recorder.stop()
      return null
    case 'recording/discard':
      await recorder.discard()
      return null
    case 'takes/send':
      await recorder.send(command.takeId)
      return null
    case 'takes/rename':
      await recorder.renameTake(command.takeId, command.title)
      return null
    case 'takes/delete':
      await recorder.remove(command.takeId)
      return null
  }
}
