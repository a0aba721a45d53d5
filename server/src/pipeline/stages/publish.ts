import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Stage } from '../stage.ts'

/** Delivers the recap: the last step for a recording. */
export const publish: Stage<'publish'> = {
  name: 'publish',
  step: STEP.finalizing,
  weight: 2,
  run: async () => ({}),
  deliver: (_, sink, { output }) => {
    const { analyst, notice } = output('analyse')
    const analysis = output('verify')
    const engines = { transcriber: output('transcript').info.source, analyst }
    return sink.publish(analysis, engines, notice ?? analysis.warning ?? null)
  },
}
