/** The first bytes of an MP4 file (ISO 14496-12 `ftyp`), then filler: enough to look like one, not to be played. */
export function mp4Bytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, 'call')
  bytes.writeUInt32BE(24, 0)
  bytes.write('ftypisom\0\0\x02\0isomiso2', 4, 'latin1')
  for (let offset = 24; offset + 4 <= size; offset += 4096) bytes.writeUInt32BE(offset, offset)
  return bytes
}

export const PLAYLIST = Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
