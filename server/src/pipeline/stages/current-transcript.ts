import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Stage } from '../stage.ts'

/** Replaces the transcript stages when only the recap is made again: uses the current transcript. */
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
