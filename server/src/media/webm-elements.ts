import { open } from 'node:fs/promises'

/** The layout facts a player needs to seek in a Matroska or WebM file (RFC 8794, RFC 9559). */
export interface WebmLayout {
  /** `webm`, or `matroska`, which browsers don't guarantee to play. */
  docType: string
  /** The index of seek points (Cues) is in the file and announced at its start. */
  hasCues: boolean
}

interface Element {
  id: number
  body: number
  /** Infinity: unknown to the writer, as for live recorders. */
  end: number
}

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
}
/** The seek head is in the first bytes of a segment, before the media. */
const HEAD_BYTES = 64 * 1024

/** Reads the start of the file. @returns null when it is not a Matroska file. */
export async function readWebmLayout(path: string): Promise<WebmLayout | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const header = readElement(head, 0)
    if (header === null || header.id !== ID.ebml) return null
    const docType = children(head, header).find(({ id }) => id === ID.docType)
    const segment = readElement(head, header.end)
    return {
      docType: docType === undefined ? '' : head.toString('latin1', docType.body, docType.end).replace(/\0+$/, ''),
      hasCues: segment !== null && segment.id === ID.segment && hasCues(head, segment, size),
    }
  } finally {
    await file.close()
  }
}

function hasCues(head: Buffer, segment: Element, fileSize: number): boolean {
  for (const element of children(head, segment)) {
    if (element.id === ID.cues) return true
    if (element.id === ID.cluster) return false
    if (
      element.id === ID.seekHead &&
      children(head, element).some((seek) => pointsToCues(head, seek, segment.body, fileSize))
    )
      return true
  }
  return false
}

/** A truncated file still announces its cues, so they must be inside it. */
function pointsToCues(head: Buffer, seek: Element, segmentBody: number, fileSize: number): boolean {
  if (seek.id !== ID.seek) return false
  const parts = children(head, seek)
  const target = parts.find(({ id }) => id === ID.seekId)
  const position = parts.find(({ id }) => id === ID.seekPosition)
  if (target === undefined || position === undefined) return false
  return readNumber(head, target) === ID.cues && segmentBody + readNumber(head, position) < fileSize
}

/** The elements inside `parent`, as far as `head` reaches. */
function children(head: Buffer, parent: Element): Element[] {
  const found: Element[] = []
  let at = parent.body
  while (at < Math.min(parent.end, head.length)) {
    const element = readElement(head, at)
    if (element === null) break
    found.push(element)
    at = element.end
  }
  return found
}

function readElement(head: Buffer, at: number): Element | null {
  const id = readVint(head, at, true)
  if (id === null) return null
  const size = readVint(head, at + id.length, false)
  if (size === null) return null
  const body = at + id.length + size.length
  return { id: id.value, body, end: body + size.value }
}

/**
 * A number of 1–8 bytes whose first byte gives its length; IDs keep that marker, sizes drop it and all ones mean
 * "unknown".
 */
function readVint(head: Buffer, at: number, keepMarker: boolean): { value: number; length: number } | null {
  const first = head[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > head.length) return null
  const marker = 1 << (8 - length)
  let value = keepMarker ? first : first & (marker - 1)
  let unknown = (first & (marker - 1)) === marker - 1
  for (const byte of head.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    unknown &&= byte === 0xff
  }
  return { value: unknown && !keepMarker ? Infinity : value, length }
}

function readNumber(head: Buffer, { body, end }: Element): number {
  return head.subarray(body, Math.min(end, body + 8)).reduce((value, byte) => value * 256 + byte, 0)
}
