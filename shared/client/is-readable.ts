import { readMp4Layout } from '../mp4-boxes.ts'

/** First bytes of the other containers that the server reads. */
const SIGNATURES = ['\x1aE\xdf\xa3', 'RIFF', 'OggS', 'fLaC', 'ID3', 'FLV', '\x30\x26\xb2\x75', '\x00\x00\x01\xba']
/** MP3 without tags and ADTS begin with an audio frame. */
const SOUND_FRAME = /^\xff[\xe0-\xff]/
/** A transport stream has a G at the start of each packet, perhaps after a four-byte timestamp. */
const TRANSPORT_STREAM = /^(?:G.{187}G|.{4}G.{191}G)/s
const HEAD_BYTES = 512

/** Whether a file starts like a recording, and an MP4 has its index. Only the server can check the rest. */
export async function isReadable(file: Blob): Promise<boolean> {
  const read = async (position: number, length: number) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer())
  const layout = await readMp4Layout({ size: file.size, read })
  if (layout !== null) return layout.hasIndex
  const head = String.fromCharCode(...(await read(0, HEAD_BYTES)))
  const isKnown = SIGNATURES.some((signature) => head.startsWith(signature))
  return isKnown || SOUND_FRAME.test(head) || TRANSPORT_STREAM.test(head)
}
