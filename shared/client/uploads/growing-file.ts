import { defaultOptions, type FileReader } from 'tus-js-client'

/** A file that may still be written: a recording sent while it is made. */
export interface GrowingFile {
  /** Bytes so far. */
  size(): number
  /** True when it is complete. */
  hasEnded(): boolean
  /** @returns the bytes from `start` to `end` (exclusive), as far as they exist. */
  read(start: number, end: number): Promise<Blob>
  /** Waits until there are at least `bytes` bytes, or the file is complete. */
  until(bytes: number): Promise<void>
}

/** The writer's side of a growing file. */
export interface GrowingFileWriter extends GrowingFile {
  /** @param size bytes that can be read now. */
  grow(size: number): void
  end(): void
}

/** Fewer bytes are not worth a request while more will come; about two seconds of a recording. */
export const SMALLEST_PIECE = 256 * 1024
/** A piece read from a growing file stays in memory while it is sent. */
const LARGEST_PIECE = 8 * 1024 * 1024

/** An empty growing file. @param read returns bytes that `grow` has announced. */
export function createGrowingFile(read: GrowingFile['read']): GrowingFileWriter {
  let size = 0
  let ended = false
  let waiting: (() => void)[] = []
  const wake = (): void => {
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }
  async function until(bytes: number): Promise<void> {
    if (size >= bytes || ended) return
    await new Promise<void>((resolve) => waiting.push(resolve))
    return until(bytes)
  }
  return {
    read,
    size: () => size,
    hasEnded: () => ended,
    until,
    grow(now) {
      size = now
      wake()
    },
    end() {
      ended = true
      wake()
    },
  }
}

/** A growing file that is complete. */
export function finishedFile(blob: Blob): GrowingFile {
  return {
    size: () => blob.size,
    hasEnded: () => true,
    read: async (start, end) => blob.slice(start, end),
    until: async () => {},
  }
}

/** True for a file whose length may still be unknown. */
export function isGrowing(file: Blob | GrowingFile): file is GrowingFile {
  return 'hasEnded' in file
}

/** Lets the tus client read a growing file: waits for bytes that don't exist yet. @param pieces reads each piece. */
export function growingReader(file: GrowingFile, pieces: FileReader = defaultOptions.fileReader): FileReader {
  return {
    openFile: async () => ({
      // Not called when the length is sent last.
      size: 0,
      close() {},
      async slice(start, end) {
        await file.until(start + SMALLEST_PIECE)
        const blob = await file.read(start, Math.min(end, start + LARGEST_PIECE, file.size()))
        const piece = await (await pieces.openFile(blob, LARGEST_PIECE)).slice(0, blob.size)
        const { size } = piece.value as { size: number }
        return { value: piece.value as unknown, done: file.hasEnded() && start + size >= file.size() }
      },
    }),
  }
}
