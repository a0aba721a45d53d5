import { BlobSource, Input, MP4, WEBM } from 'mediabunny'

/**
 * Duration of the audio in a recorder's file, which may be less than the recording time: data that its encoder had
 * not written when it was killed is missing, and an overloaded recorder may write a picture without any audio.
 * @returns ms; null if the file is broken, or has no audio. @throws DOMException when it can't be read.
 */
export async function heldDuration(file: Blob): Promise<number | null> {
  const input = new Input({ source: new BlobSource(await withoutTornBox(file)), formats: [MP4, WEBM] })
  try {
    // Video may outlast its audio, and a call without audio is worthless.
    const seconds = await (await input.getPrimaryAudioTrack())?.computeDuration()
    return seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
  } catch (error) {
    if (error instanceof DOMException) throw error
    return null
  } finally {
    input.dispose()
  }
}

/** @returns `heldDuration` with a cache by file name: a file is read again only after it has grown. */
export function createHeldDurations(): (name: string, file: Blob) => Promise<number | null> {
  const known = new Map<string, { bytes: number; ms: Promise<number | null> }>()
  return (name, file) => {
    const read = known.get(name)
    if (read?.bytes === file.size) return read.ms
    const ms = heldDuration(file)
    known.set(name, { bytes: file.size, ms })
    // A busy disk may read it next time.
    ms.catch(() => known.delete(name))
    return ms
  }
}

const HEADER_BYTES = 16

/** An MP4 file without an incomplete box at its end, which would make it unplayable and confuse readers. */
async function withoutTornBox(file: Blob): Promise<Blob> {
  let end = 0
  while (end < file.size) {
    const header = new DataView(await file.slice(end, end + HEADER_BYTES).arrayBuffer())
    // WebM doesn't begin with a box.
    if (end === 0 && (header.byteLength < HEADER_BYTES || header.getUint32(4) !== FTYP)) return file
    const size = boxSize(header)
    if (size === null || end + size > file.size) return file.slice(0, end, file.type)
    end += size
  }
  return file
}

/** "ftyp", with which every MP4 file begins. */
const FTYP = 0x66747970

/** Bytes of a box after its header (ISO 14496-12, 4.2); null if it declares no size. */
function boxSize(header: DataView): number | null {
  if (header.byteLength < 8) return null
  const size = header.getUint32(0)
  if (size >= 8) return size
  return size === 1 && header.byteLength === HEADER_BYTES ? Number(header.getBigUint64(8)) : null
}
