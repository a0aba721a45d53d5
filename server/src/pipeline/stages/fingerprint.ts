import { STEP } from '@callfolio/shared/progress/steps.ts'
import { fileDigest } from '../../kernel/file-digest.ts'
import type { Stage } from '../stage.ts'

/**
 * The upload's SHA-256, which identifies the original. Runs alongside the conversion, which mostly waits for the disk.
 */
export const fingerprint: Stage<'fingerprint'> = {
  name: 'fingerprint',
  step: STEP.audio,
  weight: 2,
  async run({ output, parts, signal, report }) {
    const { source } = output('probe')
    if (source === null) return { sha256: null }
    const onProgress = (bytes: number) => report(bytes / source.bytes)
    return { sha256: await parts.storage.withLocalFile(source.key, (path) => fileDigest(path, { signal, onProgress })) }
  },
}
