import { STEP } from '@callfolio/shared/steps.ts'
import type { Stage } from '../stage.ts'

/** In place of all that makes a transcript, where only the recap is made again: the one that stands there. */
export const currentTranscript: Stage<'transcript'> = {
  name: 'transcript',
  step: STEP.analysis,
  weight: 1,
  async run({ recording }) {
    if (recording.anew === null) throw new Error('no recap was asked for anew')
    return recording.anew.transcript
  },
  deliver: (made, sink) => sink.transcript(made),
}
