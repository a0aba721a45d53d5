import { Upload, type FileReader } from 'tus-js-client'
import { ApiError } from '../api-client.ts'
import { UPLOAD_FAILED } from './failure-of.ts'
import { growingReader, isGrowing, type GrowingFile } from './growing-file.ts'

/** Small enough for proxies that cap bodies at 100 MB, large enough to cost nothing. */
const CHUNK_BYTES = 50 * 1024 * 1024

export interface SendOptions {
  /** Where a new upload is made; used only when there is no `uploadUrl` yet. Absolute. */
  endpoint: string
  /** An upload that was begun before. */
  uploadUrl: string | null
  fileName: string
  fileType: string
  /** What the call is about, where the server may transcribe what has arrived. */
  speech?: string | undefined
  /** Asked for each request, so that a long upload outlives a token. */
  authorization: () => Promise<string>
  /** Awaited before the first byte is sent. */
  onUrl: (uploadUrl: string) => Promise<void>
  /** Bytes on their way, not yet acknowledged. */
  onProgress: (sentBytes: number) => void
  /** Bytes that the server has. */
  onAccepted: (bytes: number) => void
  signal: AbortSignal | undefined
  fileReader?: FileReader | undefined
}

/**
 * One try at sending a file from wherever the server has it, without retries. Of a growing file the length is sent with
 * its last piece; one whose length the server knows already is sent as a Blob.
 * @returns the storage path.
 * @throws what the tus client reports; the signal's reason when it is aborted, once it is known where a new upload is.
 */
export function sendFile(file: Blob | GrowingFile, options: SendOptions): Promise<string> {
  const { endpoint, uploadUrl, signal, fileReader } = options
  const ended = new AbortController()
  let isCreated = uploadUrl !== null
  const sent = new Promise<string>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const reader = isGrowing(file) ? growingReader(file, fileReader) : fileReader
    // Its types know the files of browsers only; a reader of ours reads anything.
    const upload = new Upload(file as Blob, {
      // Never both: the client would answer any failure to resume, a busy server's too, with a new upload from zero.
      ...(uploadUrl === null ? { endpoint } : { uploadUrl }),
      ...(reader ? { fileReader: reader } : {}),
      uploadLengthDeferred: isGrowing(file),
      // Cut, because headers are bounded; its end holds the extension.
      metadata: {
        filename: options.fileName.slice(-255),
        filetype: options.fileType.slice(0, 255),
        ...(options.speech === undefined ? {} : { speech: options.speech.slice(0, 255) }),
      },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      // The client waits for its storage of addresses before it sends a byte, which a callback of it doesn't do.
      fingerprint: async () => 'this upload',
      urlStorage: {
        findAllUploads: async () => [],
        findUploadsByFingerprint: async () => [],
        removeUpload: async () => {},
        addUpload: async (fingerprint, { uploadUrl: url }) => {
          if (url !== null) await options.onUrl(url)
          isCreated = true
          if (signal?.aborted) stop(signal.reason)
          return fingerprint
        },
      },
      onBeforeRequest: async (request) => {
        request.setHeader('Authorization', await options.authorization())
        signal?.throwIfAborted()
      },
      onAfterResponse: (_request, response) => {
        const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN)
        if (Number.isFinite(offset)) options.onAccepted(offset)
      },
      onProgress: options.onProgress,
      onError: (error) => reject(signal?.aborted ? signal.reason : error),
      onSuccess: ({ lastResponse }) => {
        const storagePath = lastResponse.getHeader('X-Storage-Path')
        if (storagePath) resolve(storagePath)
        else reject(new ApiError('unreadable', lastResponse.getStatus(), UPLOAD_FAILED))
      },
    })
    const stop = (reason: unknown) => void upload.abort().finally(() => reject(reason))
    // Of an upload that is being made nobody would learn where it is, and nobody could take it back.
    signal?.addEventListener('abort', () => isCreated && stop(signal.reason), { signal: ended.signal })
    upload.start()
  })
  return sent.finally(() => ended.abort())
}
