import * as z from 'zod/mini'
import { untilModelSchema, type UntilModel } from '../../contract/transcript.ts'
import { isTranscriptFile } from '../../captions/transcript-endings.ts'
import { titleOfFile } from '../../titles.ts'

/** One upload as stored in the browser, from choosing a file until its microsite is made. */
export const uploadEntrySchema = z.object({
  id: z.string(),
  userId: z.string(),
  fileName: z.string(),
  /** Bytes; null while the file is still being recorded. */
  fileSize: z.nullable(z.number()),
  fileType: z.string(),
  /** Last modification of the file, Unix time in ms. */
  lastModified: z.number(),
  /** Upload URL; null until the server has assigned one. */
  uploadUrl: z.nullable(z.string()),
  /** Bytes sent when last saved; the server's own count is authoritative. */
  sentBytes: z.number(),
  title: z.string(),
  /** The person typed the title, and its page may have another one. */
  titleUnsent: z.optional(z.boolean()),
  description: z.string(),
  /** Text of a caption file that accompanies the recording. */
  captions: z.nullable(z.string()),
  /** Language code of the recap; defaults to the language of the call. */
  recapLanguage: z.optional(z.string()),
  /** What the owner chose to do while the speech model was being downloaded. */
  untilModel: z.optional(untilModelSchema),
  /** Reopens the file without choosing it again, where the browser can store a handle. */
  handle: z.optional(z.custom<FileSystemFileHandle>()),
  /**
   * The extension's recording that is being uploaded: the recorder sends it, and keeps its file until it is a
   * microsite.
   */
  recordingId: z.optional(z.string()),
  /** A link is created with its page. */
  link: z.optional(z.boolean()),
  /** The address of that link, once it exists. */
  shareUrl: z.optional(z.string()),
  /**
   * Subject of the call, may be empty: lets the server transcribe what has arrived. Without it, transcription waits
   * for all bytes.
   */
  speech: z.optional(z.string()),
  /** Set once all bytes have arrived. */
  storagePath: z.nullable(z.string()),
  /** Set once its microsite is being made. */
  micrositeId: z.nullable(z.string()),
  /** What couldn't be read and was left out of it, as a sentence. */
  leftOut: z.optional(z.string()),
  /** Unix time, ms. */
  createdAt: z.number(),
  /** When it was given up; kept until the server has forgotten it too. Unix time, ms. */
  discardedAt: z.optional(z.number()),
})
export type UploadEntry = z.infer<typeof uploadEntrySchema>

export interface UploadDetails {
  userId: string
  title?: string
  description?: string
  captions?: string | null
  recapLanguage?: string | null
  untilModel?: UntilModel
  handle?: FileSystemFileHandle
  recordingId?: string
  link?: boolean
  /** Null: its text comes from elsewhere. Defaults to the title, unless captions accompany it. */
  speech?: string | null
}

type ChosenFile = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>

type NewFile = Omit<ChosenFile, 'size'> & { size: number | null }

/** The bytes to send of a chosen file: none for a transcript without a recording, whose text goes in the request. */
export function fileToSend({ name, type, lastModified, size }: ChosenFile): ChosenFile {
  return { name, type, lastModified, size: isTranscriptFile(name) ? 0 : size }
}

/** The entry of a newly chosen file, or (`size` null) of a recording that has just started. */
export function createUploadEntry(
  file: NewFile,
  {
    userId,
    title = '',
    description = '',
    captions = null,
    recapLanguage = null,
    untilModel,
    handle,
    recordingId,
    link = false,
    speech = captions === null ? title : null,
  }: UploadDetails,
  now = Date.now(),
): UploadEntry {
  return {
    id: randomId(),
    userId,
    fileName: file.name,
    fileSize: file.size,
    fileType: file.type,
    lastModified: file.lastModified,
    uploadUrl: null,
    sentBytes: 0,
    title,
    description,
    captions,
    ...(recapLanguage === null ? {} : { recapLanguage }),
    ...(untilModel === undefined ? {} : { untilModel }),
    ...(handle ? { handle } : {}),
    ...(recordingId === undefined ? {} : { recordingId }),
    ...(link ? { link } : {}),
    ...(speech === null ? {} : { speech }),
    storagePath: null,
    micrositeId: null,
    createdAt: now,
  }
}

/** What is kept of an upload that was given up: enough for the server to forget it, and no content. */
export function discardedEntry(entry: UploadEntry, discardedAt: number): UploadEntry {
  const { handle: _, recapLanguage: __, titleUnsent: ___, speech: ____, shareUrl: _____, ...kept } = entry
  return { ...kept, fileName: '', title: '', description: '', captions: null, discardedAt }
}

/** The id of the upload's future microsite; a recording uses its own id, so it is known before the upload exists. */
export function getMicrositeId({
  id,
  recordingId,
  micrositeId,
}: Pick<UploadEntry, 'id' | 'recordingId' | 'micrositeId'>): string {
  return micrositeId ?? recordingId ?? id
}

/** True if a chosen file matches an entry, as far as a browser can tell without reading it. */
export function matchesEntry(entry: UploadEntry, file: ChosenFile): boolean {
  return entry.fileName === file.name && entry.fileSize === file.size && entry.lastModified === file.lastModified
}

/** Whether a page is made from captions alone: there is no file to send. */
export function isCaptionsOnly({ fileSize, captions }: Pick<UploadEntry, 'fileSize' | 'captions'>): boolean {
  return fileSize === 0 && captions !== null
}

/** Whole percent of an entry that has been sent; 100 only when complete, 0 while it still grows. */
export function sentPercent({ sentBytes, fileSize }: Pick<UploadEntry, 'sentBytes' | 'fileSize'>): number {
  return fileSize === null || fileSize === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, fileSize)) / fileSize)
}

/** Display name: the recording's title, or the file name as the server would turn it into a title. */
export function titleOfEntry({ title, fileName }: Pick<UploadEntry, 'title' | 'fileName'>): string {
  return title.trim() || titleOfFile(fileName)
}

/** Describes how to resume an interrupted upload. @param hasFile the file need not be chosen again. */
export function unfinishedText(entry: UploadEntry, hasFile = entry.handle !== undefined): string {
  if (entry.storagePath !== null) return 'Uploaded. Microsite not created yet.'
  if (isCaptionsOnly(entry)) return 'Microsite not created yet.'
  const percent = `${sentPercent(entry)}%`
  return hasFile ? `Stopped at ${percent}` : `Choose the same file to resume at ${percent}`
}

/** The sentence for a file that doesn't match an entry. */
export function notTheSameFile({ fileName }: Pick<UploadEntry, 'fileName'>): string {
  return `This isn’t the same file. Choose ${fileName}.`
}

/** Not `crypto.randomUUID`: it is missing on plain http in a local network. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
