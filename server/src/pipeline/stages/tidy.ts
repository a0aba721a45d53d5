import { STEP } from '@callfolio/shared/progress/steps.ts'
import { removeEarlySpeech } from '../early-parts.ts'
import type { Stage } from '../stage.ts'
import { audioKey } from './speech.ts'

/**
 * Removes intermediate files, and the original once the playable file has replaced it (`playable` has reported the sink
 * by now). Runs before `publish`: a job killed in between is retried, a published one would not be.
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
