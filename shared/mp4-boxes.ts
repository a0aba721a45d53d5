/** Top-level layout of an MP4 or QuickTime file (ISO/IEC 14496-12 §4.2). */
export interface Mp4Layout {
  /** The major brand, for example `isom` or `qt  `; empty if the file has none. */
  brand: string
  /** False: the index of the recording (`moov`) is missing, so nothing can be played. */
  hasIndex: boolean
  /** The index precedes the media. */
  faststart: boolean
  fragmented: boolean
  /** False: the file ends inside a box, so its end is missing. */
  complete: boolean
}

/** A file in any location: on the server's disk or in a browser. */
export interface ByteSource {
  /** Bytes. */
  size: number
  /** @returns fewer bytes at the end of the file. */
  read: (position: number, length: number) => Promise<Uint8Array>
}

interface Box {
  type: string
  start: number
  /** First byte after the header. */
  body: number
  end: number
}

/** A file begins with one of these; `wide`, `skip` and `pnot` come from old QuickTime writers. */
const FIRST_BOXES = ['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot']
/** Real files have a handful of top-level boxes before the first fragment; more is an attempt to waste our time. */
const MAX_BOXES = 1000

/** Reads only the box headers, whatever the file's size. @returns null if this is no MP4 at all. */
export async function readMp4Layout(file: ByteSource): Promise<Mp4Layout | null> {
  const boxes = await readBoxes(file)
  const [first] = boxes
  if (first === undefined || !FIRST_BOXES.includes(first.type)) return null
  const position = (type: string): number => boxes.find((box) => box.type === type)?.start ?? Infinity
  return {
    brand: first.type === 'ftyp' ? latin1(await file.read(first.body, 4)) : '',
    hasIndex: position('moov') < Infinity,
    faststart: position('moov') < position('mdat'),
    fragmented: position('moof') < Infinity,
    complete: boxes.every((box) => box.end <= file.size),
  }
}

async function readBoxes({ size, read }: ByteSource): Promise<Box[]> {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= size && boxes.length < MAX_BOXES) {
    const box = parseHeader(await read(start, 16), start, size)
    if (box === null) break
    boxes.push(box)
    if (box.type === 'moof') break
    start = box.end
  }
  return boxes
}

function parseHeader(bytes: Uint8Array, start: number, fileSize: number): Box | null {
  if (bytes.length < 8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const type = latin1(bytes.subarray(4, 8))
  const short = view.getUint32(0)
  if (short === 0) return { type, start, body: start + 8, end: fileSize }
  if (short === 1) {
    if (bytes.length < 16) return null
    const long = Number(view.getBigUint64(8))
    return long < 16 ? null : { type, start, body: start + 16, end: start + long }
  }
  return short < 8 ? null : { type, start, body: start + 8, end: start + short }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
