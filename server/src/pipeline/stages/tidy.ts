import { STEP } from '@callfolio/shared/steps.ts'
import { removeEarlySpeech } from '../early-parts.ts'
import type { Stage } from '../stage.ts'
import { audioKey } from './speech.ts'

/**
 * Removes what was needed on the way, and the original once the playable file has taken its place (`playable` has reported
 * the sink by now). Comes before `publish`: a job that is killed in between comes back, a published one would not.
 */
export const tidy: Stage<'tidy'> = {
  name: 'tidy',
  step: STEP.finalizing,
  weight: 1,
  async run({ output, parts, recording }) {
    await parts.storage.remove(audioKey(recording.folder))
    const { source } = output('probe')
    const { playable } = output('playable')
    if (source) await removeEarlySpeech(parts.storage, source.key)
    if (source && playable && playable.videoKey !== source.key) await parts.storage.remove(source.key)
    return {}
  },
}
