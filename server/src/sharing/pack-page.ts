import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { RenderedPage } from './page-renderer.ts'

/** Encodes a text once for all who are sent it. Each part has memory of its own, so that another thread can take it over. */
export function packPage(text: string): RenderedPage {
  const body = Uint8Array.from(Buffer.from(text))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 24)
  return { body, gzip: Uint8Array.from(gzipSync(body)), etag: `"${digest}"` }
}
