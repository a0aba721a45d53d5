import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'

/** Audio or video containers whose registered type has another prefix. */
const MORE_RECORDINGS: readonly string[] = ['application/ogg', 'application/vnd.ms-asf', 'application/mxf']
/** Notes for an instrument, not a recording. */
const NO_RECORDING: readonly string[] = ['audio/midi']

/** Checks the first bytes, not the name: true for a video or audio file (both can be transcribed). */
export async function isRecording(content: Readable): Promise<boolean> {
  try {
    const type = await fileTypeFromStream(Readable.toWeb(content) as ReadableStream<Uint8Array>)
    if (!type || NO_RECORDING.includes(type.mime)) return false
    return /^(video|audio)\//.test(type.mime) || MORE_RECORDINGS.includes(type.mime)
  } finally {
    content.destroy()
  }
}
