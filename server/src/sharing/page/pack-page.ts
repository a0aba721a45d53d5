import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { RenderedPage } from './page-renderer.ts'

/**
 * Encodes a text once for all its readers. Each part has its own memory, so that it can be transferred to another
 * thread.
 */
export function packPage(text: string): RenderedPage {
  const body = Uint8Array.from(Buffer.from(text))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 24)
  return { body, gzip: Uint8Array.from(gzipSync(body)), etag: `"${digest}"` }
}
