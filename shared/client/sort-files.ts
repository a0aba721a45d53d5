import { isTranscriptFile } from '../captions/transcript-endings.ts'
import type { PickedFile } from './file-handles.ts'
import { fileProblem } from './recording-file.ts'

/** The files of one call: a recording, or only a transcript. */
export interface CallFiles extends PickedFile {
  /** The caption file that belongs to a recording. */
  captionFile: File | null
}

/** A file that can't become a microsite. */
export interface RefusedFile {
  file: File
  reason: string
}

/** Files saved within this time may be of the same call. ms */
const SAME_TIME_MS = 10 * 60_000
/** A chat, or a second copy of the captions, never replaces the first. */
const BEST_FIRST = ['.vtt', '.srt']
const WORDS_OF_RECORDERS =
  /\b(?:transcripts?|captions?|cc|subtitles?|closed|audio|video|recording|\d{3,4}x\d{3,4}|[a-z]{2}(?:-[a-z]{2})?$)\b/g
const TIME = /20\d\d\D?\d\d\D?\d\d\D{0,4}\d\d\D?\d\d/

/**
 * Groups files dropped together into calls: captions belong to the recording with the same name or time.
 * @param kind tells recordings from other files.
 */
export function sortFiles(
  picked: readonly PickedFile[],
  kind: 'video' | 'audio' = 'video',
): { calls: CallFiles[]; refused: RefusedFile[] } {
  const isText = ({ file }: PickedFile) => isTranscriptFile(file.name)
  const media = picked.filter((one) => !isText(one)).map((one) => ({ ...one, problem: fileProblem(one.file, kind) }))
  const recordings: CallFiles[] = media
    .filter(({ problem }) => problem === null)
    .map(({ file, handle }) => ({ file, handle, captionFile: null }))
  const refused = media.flatMap(({ file, problem }) => (problem === null ? [] : [{ file, reason: problem }]))
  const alone: CallFiles[] = []
  const texts = picked.filter(isText).toSorted((a, b) => getRank(a.file) - getRank(b.file))
  for (const { file, handle } of texts) {
    const recording = recordingFor(file, recordings, texts.length)
    if (recording === undefined) alone.push({ file, handle, captionFile: null })
    else if (recording.captionFile === null) recording.captionFile = file
    else refused.push({ file, reason: `${recording.file.name} already has captions: ${recording.captionFile.name}.` })
  }
  return { calls: [...recordings, ...alone], refused }
}

function getRank({ name }: File): number {
  return BEST_FIRST.some((ending) => name.toLowerCase().endsWith(ending)) ? 0 : 1
}

function recordingFor(text: File, recordings: readonly CallFiles[], texts: number): CallFiles | undefined {
  const [only] = recordings
  if (recordings.length === 1 && texts === 1) return only
  const name = getName(text)
  const time = getTime(text)
  const near = recordings.filter(({ file }) => Math.abs(file.lastModified - text.lastModified) <= SAME_TIME_MS)
  return (
    recordings.find(({ file }) => name !== '' && getName(file) === name) ??
    recordings.find(({ file }) => time !== null && getTime(file) === time) ??
    (near.length === 1 ? near[0] : undefined)
  )
}

/** A name without its extensions and what recorders add to it. */
function getName({ name }: File): string {
  return name
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replaceAll(/[_.]/g, ' ')
    .replaceAll(WORDS_OF_RECORDERS, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The digits of a date and minute in a name. */
function getTime({ name }: File): string | null {
  return TIME.exec(name)?.[0].replaceAll(/\D/g, '') ?? null
}
