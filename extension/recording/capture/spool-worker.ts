/**
 * Writes one file so that each piece is on disk before it is acknowledged. Only a worker may do that (spool.ts calls
 * it).
 */
import { openRecordingsFolder } from '../stored/recording-files.ts'
import type { SpoolReply, SpoolRequest } from './spool.ts'

let opened: Promise<FileSystemSyncAccessHandle> | null = null
/** One at a time, in order of arrival. */
let last: Promise<unknown> = Promise.resolve()

globalThis.addEventListener('message', ({ data }: MessageEvent<SpoolRequest>) => {
  last = last.then(() =>
    carryOut(data).then(
      (value) => reply({ id: data.id, value }),
      (error: unknown) =>
        reply({ id: data.id, error: { name: error instanceof Error ? error.name : 'Error', message: String(error) } }),
    ),
  )
})

async function carryOut(request: SpoolRequest): Promise<number | ArrayBuffer> {
  if (request.type === 'open') opened = open(request.name)
  if (opened === null) throw new Error('no file was opened')
  const handle = await opened
  switch (request.type) {
    case 'open':
      return handle.getSize()
    case 'write': {
      const at = handle.getSize()
      const written = handle.write(request.bytes, { at })
      handle.flush()
      if (written < request.bytes.byteLength) {
        handle.truncate(at)
        throw new DOMException('The disk wrote only part of the data.', 'QuotaExceededError')
      }
      return at + written
    }
    case 'read': {
      const bytes = new Uint8Array(Math.max(0, Math.min(request.end, handle.getSize()) - request.start))
      handle.read(bytes, { at: request.start })
      return bytes.buffer
    }
    case 'close':
      handle.flush()
      handle.close()
      return 0
  }
}

async function open(name: string): Promise<FileSystemSyncAccessHandle> {
  const file = await (await openRecordingsFolder()).getFileHandle(name, { create: true })
  return file.createSyncAccessHandle()
}

function reply(message: SpoolReply): void {
  globalThis.postMessage(message)
}
