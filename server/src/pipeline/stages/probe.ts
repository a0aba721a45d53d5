import { STEP } from '@callfolio/shared/steps.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { checkLength } from '../check-length.ts'
import type { Stage } from '../stage.ts'

/** Probes the uploaded file: what it is and whether the plan takes it. */
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
    const info = await parts.storage.withLocalFile(key, (path) => parts.media.probe(path, { signal: context.signal }))
    checkLength(info.durationMs, recording.maxVideoSeconds)
    return { source: { key, bytes: stored.size, info } }
  },
}
