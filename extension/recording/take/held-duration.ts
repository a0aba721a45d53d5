import { BlobSource, Input, MP4, WEBM } from 'mediabunny'

/**
 * How much sound a recorder's file holds, which may be less than the time that it recorded: what its encoder had not
 * written when it was killed is not in it, and a starved recorder has written a picture without any sound.
 * @returns ms; null where the file can't be read, or has no sound.
 */
export async function heldDuration(file: Blob): Promise<number | null> {
  const input = new Input({ source: new BlobSource(await withoutTornBox(file)), formats: [MP4, WEBM] })
  try {
    // Video may outlast its sound, and a call is worth nothing without sound.
    const seconds = await (await input.getPrimaryAudioTrack())?.computeDuration()
    return seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** @returns `heldDuration` that reads each file once for as long as it doesn't grow; by its name. */
export function createHeldDurations(): (name: string, file: Blob) => Promise<number | null> {
  const known = new Map<string, { bytes: number; ms: Promise<number | null> }>()
  return (name, file) => {
    const read = known.get(name)
    if (read?.bytes === file.size) return read.ms
    const ms = heldDuration(file)
    known.set(name, { bytes: file.size, ms })
    return ms
  }
}

const HEADER_BYTES = 16

/** An MP4 file without a box at its end that was not written completely: it can't be played, and readers stumble on it. */
async function withoutTornBox(file: Blob): Promise<Blob> {
  let end = 0
  while (end < file.size) {
    const header = new DataView(await file.slice(end, end + HEADER_BYTES).arrayBuffer())
    // WebM begins with no box.
    if (end === 0 && (header.byteLength < HEADER_BYTES || header.getUint32(4) !== FTYP)) return file
    const size = boxSize(header)
    if (size === null || end + size > file.size) return file.slice(0, end, file.type)
    end += size
  }
  return file
}

/** "ftyp", with which every MP4 file begins. */
const FTYP = 0x66747970

/** Bytes of a box after its header (ISO 14496-12, 4.2); null where it says no size. */
function boxSize(header: DataView): number | null {
  if (header.byteLength < 8) return null
  const size = header.getUint32(0)
  if (size >= 8) return size
  return size === 1 && header.byteLength === HEADER_BYTES ? Number(header.getBigUint64(8)) : null
}
