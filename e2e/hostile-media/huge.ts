import { open, readFile, writeFile } from 'node:fs/promises'
import { box, EBML_HEADER, element, FTYP, patchBox, uint32 } from './bytes.ts'
import { changed, noRecording, type Recipe } from './recipe.ts'

const MOST = 2 ** 32 - 1
const SPARSE_BYTES = 100 * 1024 ** 2

/** A real MP4 with a false value in a box's field. @param offset from the beginning of the box's name. */
function claim(name: string, ...patches: [type: string, offset: number, value: Uint8Array][]): Recipe {
  return changed(name, 'mp4', (bytes) =>
    patches.reduce((patched, [type, offset, value]) => patchBox(patched, type, offset, value), bytes),
  )
}

/** A real recording whose bytes are changed in place. */
function edited(name: string, end: string, edit: (bytes: Buffer) => unknown): Recipe {
  return changed(name, end, (bytes) => {
    edit(bytes)
    return bytes
  })
}

/** A real recording followed by a hole. */
function sparse(end: string): Recipe {
  return {
    name: `sparse ${end} of ${SPARSE_BYTES / 1024 ** 2} MiB`,
    filename: `call.${end}`,
    async make(path, { media }) {
      await writeFile(path, await readFile(media.get(end) ?? ''))
      const file = await open(path, 'r+')
      await file.truncate(SPARSE_BYTES)
      await file.close()
    },
  }
}

const header = Buffer.alloc(4)

/** Files that claim far more than they hold. */
export const HUGE: readonly Recipe[] = [
  claim('136 years in the movie header', ['mvhd', 16, uint32(1)], ['mvhd', 20, uint32(MOST)]),
  claim('136 years in the media header', ['mdhd', 16, uint32(1)], ['mdhd', 20, uint32(MOST)]),
  claim('a time scale of 0', ['mvhd', 16, uint32(0)], ['mdhd', 16, uint32(0)]),
  claim('a time scale of 2^32-1', ['mdhd', 16, uint32(MOST)]),
  claim('2^31 frames in stts', ['stts', 12, uint32(2 ** 31)]),
  claim('a frame of 2^31 ticks', ['stts', 16, uint32(2 ** 31)]),
  claim('2^32-1 entries in stts', ['stts', 8, uint32(MOST)]),
  claim('2^32-1 entries in stsz', ['stsz', 12, uint32(MOST)]),
  claim('frames of 2^31 bytes', ['stsz', 8, uint32(2 ** 31 - 1)]),
  claim('2^32-1 entries in stco', ['stco', 8, uint32(MOST)]),
  claim('2^32-1 samples in a chunk', ['stsc', 16, uint32(MOST)]),
  claim('2^32-1 descriptions in stsd', ['stsd', 8, uint32(MOST)]),
  claim('a picture of 65535x65535 in avc1', ['avc1', 28, Buffer.alloc(4, 0xff)]),
  claim('a picture of 65535x65535 in the track header', ['tkhd', 80, Buffer.alloc(8, 0xff)]),
  claim('65535 channels', ['mp4a', 20, Buffer.alloc(2, 0xff)]),
  claim('a sample rate of 2^32-1', ['mp4a', 28, uint32(MOST)]),
  edited('WAV of 65535 channels', 'wav', (bytes) => bytes.writeUInt16LE(65_535, 22)),
  edited('WAV at 4 GHz', 'wav', (bytes) => bytes.writeUInt32LE(MOST, 24)),
  // Its 88,200 samples truly last a day.
  { ...edited('WAV at 1 Hz', 'wav', (bytes) => bytes.writeUInt32LE(1, 24)), hours: 24.5 },
  edited('WAV of 0 bits', 'wav', (bytes) => bytes.writeUInt16LE(0, 34)),
  edited('WAV of blocks of 0 bytes', 'wav', (bytes) => bytes.writeUInt16LE(0, 32)),
  edited('WAV that claims 4 GB', 'wav', (bytes) => bytes.writeUInt32LE(MOST, bytes.indexOf('data') + 4)),
  edited('FLAC of 2^36 samples', 'flac', (bytes) => bytes.fill(0xff, 22, 26)),
  edited('FLAC at 1 MHz', 'flac', (bytes) => bytes.fill(0xff, 18, 20)),
  edited('AVI of 2^32-1 frames', 'avi', (bytes) => bytes.writeUInt32LE(MOST, bytes.indexOf('avih') + 24)),
  edited('AVI of 65535x65535', 'avi', (bytes) => {
    bytes.writeUInt32LE(65_535, bytes.indexOf('strf') + 12)
    bytes.writeUInt32LE(65_535, bytes.indexOf('strf') + 16)
  }),
  edited('MKV of 1e300 ms', 'mkv', (bytes) => {
    const at = bytes.indexOf(Buffer.from('448988', 'hex'))
    if (at > 0) bytes.writeDoubleBE(1e300, at + 3)
  }),
  edited('Ogg that ends at 2^63', 'ogg', (bytes) =>
    bytes.writeBigInt64LE(2n ** 63n - 1n, bytes.lastIndexOf('OggS') + 6),
  ),
  sparse('mp4'),
  sparse('webm'),
  sparse('mp3'),
  noRecording('10000 tracks', 'call.mp4', () => {
    const track = box('trak', box('mdia', box('minf', box('stbl', box('stts', Buffer.alloc(8))))))
    return Buffer.concat([FTYP, box('moov', Buffer.concat(Array.from({ length: 10_000 }, () => track)))])
  }),
  noRecording('10000 tracks in mkv', 'call.mkv', () => {
    const tracks = Array.from({ length: 10_000 }, (_, index) => {
      const number = Buffer.from(uint32(index + 1))
      const facts = [
        element('d7', number),
        element('73c5', number),
        element('83', Buffer.of(2)),
        element('86', Buffer.from('A_OPUS')),
      ]
      return element('ae', Buffer.concat(facts))
    })
    return Buffer.concat([EBML_HEADER, element('18538067', element('1654ae6b', Buffer.concat(tracks)))])
  }),
  noRecording('3 million entries in stts', 'call.mp4', () => {
    const entries = Buffer.alloc(3_000_000 * 8, 1)
    const stts = box('stts', Buffer.concat([header, uint32(3_000_000), entries]))
    return Buffer.concat([FTYP, box('moov', box('trak', box('mdia', box('minf', box('stbl', stts)))))])
  }),
]
