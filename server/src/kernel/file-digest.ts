import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const BUFFER_BYTES = 1024 * 1024

export interface DigestOptions {
  signal: AbortSignal
  /** Bytes read so far. */
  onProgress: (bytes: number) => void
}

/**
 * SHA-256 of a local file, hexadecimal. Reuses one buffer: with a stream's new buffer for each chunk, garbage
 * collection takes longer than hashing.
 */
export async function fileDigest(path: string, { signal, onProgress }: DigestOptions): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  const handle = await open(path, 'r')
  try {
    for (let position = 0; ;) {
      signal.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      position += bytesRead
      onProgress(position)
    }
  } finally {
    await handle.close()
  }
}
