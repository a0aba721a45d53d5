import { open, type FileHandle } from 'node:fs/promises'

/** How the top level of an MP4 or QuickTime file is laid out (ISO/IEC 14496-12 §4.2). */
export interface Mp4Layout {
  /** The major brand, for example `isom` or `qt  `; empty when the file names none. */
  brand: string
  /** False: the index of the recording (`moov`) is missing, so nothing can be played. */
  hasIndex: boolean
  /** The index stands before the media. */
  faststart: boolean
  fragmented: boolean
  /** False: the file ends inside a box, so its end is missing. */
  complete: boolean
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
/** Real files have a handful of boxes at the top before the first fragment; more is an attempt to keep us busy. */
const MAX_BOXES = 1000

/** Reads the box headers only, whatever the file's size. @returns null when this is no MP4 at all. */
export async function readMp4Layout(path: string): Promise<Mp4Layout | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const boxes = await readBoxes(file, size)
    const [first] = boxes
    if (first === undefined || !FIRST_BOXES.includes(first.type)) return null
    const position = (type: string): number => boxes.find((box) => box.type === type)?.start ?? Infinity
    return {
      brand: first.type === 'ftyp' ? (await readBytes(file, first.body, 4)).toString('latin1') : '',
      hasIndex: position('moov') < Infinity,
      faststart: position('moov') < position('mdat'),
      fragmented: position('moof') < Infinity,
      complete: boxes.every((box) => box.end <= size),
    }
  } finally {
    await file.close()
  }
}

async function readBoxes(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= size && boxes.length < MAX_BOXES) {
    const box = parseHeader(await readBytes(file, start, 16), start, size)
    if (box === null) break
    boxes.push(box)
    if (box.type === 'moof') break
    start = box.end
  }
  return boxes
}

function parseHeader(bytes: Buffer, start: number, fileSize: number): Box | null {
  const type = bytes.toString('latin1', 4, 8)
  const short = bytes.readUInt32BE(0)
  if (short === 0) return { type, start, body: start + 8, end: fileSize }
  if (short === 1) {
    if (bytes.length < 16) return null
    const long = Number(bytes.readBigUInt64BE(8))
    return long < 16 ? null : { type, start, body: start + 16, end: start + long }
  }
  return short < 8 ? null : { type, start, body: start + 8, end: start + short }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
