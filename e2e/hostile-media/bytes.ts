/** Parts of containers, written by hand. */

/** A box of MP4. @param size the claimed size; default: its true one. */
export function box(type: string, content: Uint8Array, size = content.length + 8): Buffer {
  return Buffer.concat([uint32(size), Buffer.from(type, 'latin1'), content])
}

/** A box with a 64-bit size. */
export function largeBox(type: string, content: Uint8Array, size: bigint): Buffer {
  const stated = Buffer.alloc(8)
  stated.writeBigUInt64BE(BigInt.asUintN(64, size))
  return Buffer.concat([uint32(1), Buffer.from(type, 'latin1'), stated, content])
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

export const FTYP = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))

/** An element of EBML. @param size the claimed size; default: its true one. */
export function element(id: string, content: Uint8Array, size = BigInt(content.length)): Buffer {
  const stated = Buffer.alloc(8)
  stated.writeBigUInt64BE((1n << 56n) | BigInt.asUintN(56, size))
  return Buffer.concat([Buffer.from(id, 'hex'), stated, content])
}

export const EBML_HEADER = element('1a45dfa3', element('4282', Buffer.from('matroska')))

/** Position of a box of this type in a file: of its size, four bytes before its name. -1: nowhere. */
export function findBox(bytes: Buffer, type: string): number {
  const at = bytes.indexOf(type, 0, 'latin1')
  return at < 4 ? -1 : at - 4
}

/** Sets a field of a box. @param offset from the beginning of its name. @throws when there is no such box. */
export function patchBox(bytes: Buffer, type: string, offset: number, value: Uint8Array): Buffer {
  const at = findBox(bytes, type)
  if (at < 0) throw new Error(`There is no box ${type}.`)
  const patched = Buffer.from(bytes)
  patched.set(value, at + 4 + offset)
  return patched
}
