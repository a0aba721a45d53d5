import { STEP } from '@callfolio/shared/progress/steps.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { checkLength } from '../check-length.ts'
import type { Stage } from '../stage.ts'

/** Probes the uploaded file: its format, whether it fits the plan and which of its tracks have audio. */
export const probe: Stage<'probe'> = {
  name: 'probe',
  step: STEP.audio,
  weight: 2,
  async run(context) {
    const { recording, parts } = context
    const key = recording.sourceKey
    if (key === null) return { source: null }
    const stored = await parts.storage.stat(key)
    if (!stored) throw new PermanentFailure('upload_gone')
    const info = await parts.storage.withLocalFile(key, async (path) => {
      const probed = await parts.media.probe(path, { signal: context.signal })
      checkLength(probed.durationMs, recording.maxVideoSeconds)
      return parts.media.measureSound(path, probed, { signal: context.signal })
    })
    return { source: { key, bytes: stored.size, info } }
  },
}
