import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Stage } from '../stage.ts'

/** Replaces the transcript stages when only the recap is made again: uses the current transcript. */
export const currentTranscript: Stage<'transcript'> = {
  name: 'transcript',
  step: STEP.analysis,
  weight: 1,
  async run({ recording }) {
    if (recording.rerun === null) throw new Error('no rerun was requested')
    return recording.rerun.transcript
  },
  deliver: (made, sink) => sink.transcript(made),
}
