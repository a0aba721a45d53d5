import type { FileReader } from 'tus-js-client'

/** The first bytes of an MP4 file (ISO 14496-12 `ftyp`), then filler: enough to be detected, not to be played. */
export function mp4Bytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, 'call')
  bytes.writeUInt32BE(24, 0)
  bytes.write('ftypisom\0\0\x02\0isomiso2', 4, 'latin1')
  for (let offset = 24; offset + 4 <= size; offset += 4096) bytes.writeUInt32BE(offset, offset)
  return bytes
}

export const PLAYLIST = Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')

/**
 * Outside browsers, the tus client sends buffers only. Small pieces, so that an upload can be interrupted in the
 * middle.
 */
export function bufferReader(onPiece: (start: number) => void = () => {}): FileReader {
  return {
    async openFile(input: Blob) {
      return {
        size: input.size,
        close() {},
        async slice(start, end) {
          onPiece(start)
          const piece = Buffer.from(await input.slice(start, Math.min(end, start + 1_000_000)).arrayBuffer())
          return { value: Object.assign(piece, { size: piece.length }), done: start + piece.length >= input.size }
        },
      }
    },
  }
}
