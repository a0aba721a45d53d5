import { z } from 'zod'
import { untilModelSchema, type UntilModel } from '../contract/transcript.ts'
import { isTranscriptFile } from '../captions/transcript-endings.ts'
import { titleOfFile } from '../titles.ts'

/** One upload as the browser remembers it, from the choice of a file until its microsite is made. */
export const uploadEntrySchema = z.object({
  id: z.string(),
  userId: z.string(),
  fileName: z.string(),
  /** Bytes; null while the file is still being recorded. */
  fileSize: z.number().nullable(),
  fileType: z.string(),
  /** Unix time of the file's last change, ms. */
  lastModified: z.number(),
  /** Where the server takes the bytes; null until it gave an address. */
  uploadUrl: z.string().nullable(),
  /** Bytes sent when last saved; the server's own number is the truth. */
  sentBytes: z.number(),
  title: z.string(),
  /** The person typed the title, and its page may have another one. */
  titleUnsent: z.boolean().optional(),
  description: z.string(),
  /** Text of a caption file that goes with the recording. */
  captions: z.string().nullable(),
  /** Code of the language that the recap is written in; without it the language of the call. */
  recapLanguage: z.string().optional(),
  /** What its owner chose while the speech model was on its way. */
  untilModel: untilModelSchema.optional(),
  /** Opens the file again without choosing, where the browser can keep one. */
  handle: z.custom<FileSystemFileHandle>().optional(),
  /** The extension's recording that it is an upload of: the recorder sends it, and keeps its file until it is a microsite. */
  takeId: z.string().optional(),
  /** A link is made with its page. */
  link: z.boolean().optional(),
  /** What the call is about, perhaps nothing: the server may transcribe what has arrived. Without it nothing is before all has. */
  speech: z.string().optional(),
  /** Set once all bytes have arrived. */
  storagePath: z.string().nullable(),
  /** Set once a microsite is being made of it. */
  micrositeId: z.string().nullable(),
  /** Unix time, ms. */
  createdAt: z.number(),
  /** Given up then, and kept until the server has forgotten it too. Unix time, ms. */
  discardedAt: z.number().optional(),
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
  takeId?: string
  link?: boolean
  /** Null: its text comes from elsewhere. By default the title, where no captions go with it. */
  speech?: string | null
}

type ChosenFile = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>

type NewFile = Omit<ChosenFile, 'size'> & { size: number | null }

/** What is sent of a chosen file: nothing of a transcript without a recording, whose text goes with the request. */
export function fileToSend({ name, type, lastModified, size }: ChosenFile): ChosenFile {
  return { name, type, lastModified, size: isTranscriptFile(name) ? 0 : size }
}

/** The entry of a file that was just chosen, or (`size` null) has just begun to be recorded. */
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
    takeId,
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
    ...(takeId === undefined ? {} : { takeId }),
    ...(link ? { link } : {}),
    ...(speech === null ? {} : { speech }),
    storagePath: null,
    micrositeId: null,
    createdAt: now,
  }
}

/** What is kept of an upload that was given up: enough for the server to forget it, and nothing of what it was about. */
export function discardedEntry(entry: UploadEntry, discardedAt: number): UploadEntry {
  const { handle: _, recapLanguage: __, titleUnsent: ___, speech: ____, ...kept } = entry
  return { ...kept, fileName: '', title: '', description: '', captions: null, discardedAt }
}

/** The id that the microsite of an upload is to have; a recording's is its own, so that it is known before there is an upload. */
export function micrositeIdOf({ id, takeId, micrositeId }: Pick<UploadEntry, 'id' | 'takeId' | 'micrositeId'>): string {
  return micrositeId ?? takeId ?? id
}

/** True when a file that was chosen (again) is the one of an entry, as far as a browser can know without reading it. */
export function matchesEntry(entry: UploadEntry, file: ChosenFile): boolean {
  return entry.fileName === file.name && entry.fileSize === file.size && entry.lastModified === file.lastModified
}

/** Whether a page is made of captions alone: there is no file to send. */
export function isCaptionsOnly({ fileSize, captions }: Pick<UploadEntry, 'fileSize' | 'captions'>): boolean {
  return fileSize === 0 && captions !== null
}

/** How much of an entry has been sent, in whole per cent; 100 only when all has, 0 as long as it still grows. */
export function sentPercent({ sentBytes, fileSize }: Pick<UploadEntry, 'sentBytes' | 'fileSize'>): number {
  return fileSize === null || fileSize === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, fileSize)) / fileSize)
}

/** What to call the recording: its title, or the file's name as the server makes a title of it. */
export function titleOfEntry({ title, fileName }: Pick<UploadEntry, 'title' | 'fileName'>): string {
  return title.trim() || titleOfFile(fileName)
}

/** Says how an upload that broke off goes on. @param hasFile the file need not be chosen again. */
export function unfinishedText(entry: UploadEntry, hasFile = entry.handle !== undefined): string {
  if (entry.storagePath !== null) return 'Uploaded. Microsite not created yet.'
  if (isCaptionsOnly(entry)) return 'Microsite not created yet.'
  const percent = `${sentPercent(entry)}%`
  return hasFile ? `Continue at ${percent}` : `Choose the same file to continue at ${percent}`
}

/** The sentence for a file that does not match an entry. */
export function notTheSameFile({ fileName }: Pick<UploadEntry, 'fileName'>): string {
  return `This is not the same file. Please choose ${fileName}.`
}

/** Not `crypto.randomUUID`: that is missing on plain http in a local network. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
