import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'

/** Containers of audio or video whose registered name doesn't begin so. */
const MORE_RECORDINGS: readonly string[] = ['application/ogg', 'application/vnd.ms-asf', 'application/mxf']
/** Notes to be played by an instrument, not a recording. */
const NO_RECORDING: readonly string[] = ['audio/midi']

/** Reads the first bytes, not at the name: a video or audio file (both can be transcribed), or something else. */
export async function isRecording(content: Readable): Promise<boolean> {
  try {
    const type = await fileTypeFromStream(Readable.toWeb(content) as ReadableStream<Uint8Array>)
    if (!type || NO_RECORDING.includes(type.mime)) return false
    return /^(video|audio)\//.test(type.mime) || MORE_RECORDINGS.includes(type.mime)
  } finally {
    content.destroy()
  }
}
