import { Upload, type FileReader } from 'tus-js-client'
import { ApiError } from '../../api-client.ts'
import { UPLOAD_FAILED } from '../get-failure.ts'
import { growingReader, isGrowing, type GrowingFile } from './growing-file.ts'

/** Small enough for proxies that cap bodies at 100 MB, large enough to cost nothing. */
const CHUNK_BYTES = 50 * 1024 * 1024

export interface SendOptions {
  /** Endpoint for new uploads, absolute; used only if there is no `uploadUrl` yet. */
  endpoint: string
  /** An upload that was started earlier. */
  uploadUrl: string | null
  fileName: string
  fileType: string
  /** Subject of the call, if the server may transcribe what has arrived. */
  speech?: string | undefined
  /** Called for each request, so that a long upload outlives a token. */
  authorization: () => Promise<string>
  /** Awaited before the first byte is sent. */
  onUrl: (uploadUrl: string) => Promise<void>
  /** Bytes in flight, not yet acknowledged. */
  onProgress: (sentBytes: number) => void
  /** Bytes the server has. */
  onAccepted: (bytes: number) => void
  signal: AbortSignal | undefined
  fileReader?: FileReader | undefined
}

/**
 * One attempt to send a file from the server's offset, without retries. A growing file's length is sent with its last
 * piece; once the server knows the length, it is sent as a Blob.
 * @returns the storage path.
 * @throws the tus client's errors; the signal's reason when aborted, once a new upload's URL is known.
 */
export function sendFile(file: Blob | GrowingFile, options: SendOptions): Promise<string> {
  const { endpoint, uploadUrl, signal, fileReader } = options
  const ended = new AbortController()
  let isCreated = uploadUrl !== null
  const sent = new Promise<string>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const reader = isGrowing(file) ? growingReader(file, fileReader) : fileReader
    // Its types only allow browser files; our own reader accepts anything.
    const upload = new Upload(file as Blob, {
      // Never both: the client would answer any failure to resume, even a busy server's, with a new upload from zero.
      ...(uploadUrl === null ? { endpoint } : { uploadUrl }),
      ...(reader ? { fileReader: reader } : {}),
      uploadLengthDeferred: isGrowing(file),
      // Truncated, because headers are limited; the end contains the extension.
      metadata: {
        filename: options.fileName.slice(-255),
        filetype: options.fileType.slice(0, 255),
        ...(options.speech === undefined ? {} : { speech: options.speech.slice(0, 255) }),
      },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      // The client awaits its URL storage before it sends a byte, but doesn't await its callbacks.
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
    // Aborting while it is being created would lose its URL, and it could never be deleted.
    signal?.addEventListener('abort', () => isCreated && stop(signal.reason), { signal: ended.signal })
    upload.start()
  })
  return sent.finally(() => ended.abort())
}
