import { defaultOptions, type FileReader } from 'tus-js-client'

/** A file that may still be written: a recording that is sent while it is made. */
export interface GrowingFile {
  /** Bytes there are until now. */
  size(): number
  /** True once nothing will be added. */
  hasEnded(): boolean
  /** @returns the bytes from `start` up to `end` (not included), as far as they are there. */
  read(start: number, end: number): Promise<Blob>
  /** Waits until there are at least `bytes` bytes, or none will be added. */
  until(bytes: number): Promise<void>
}

/** The writer's side of a growing file. */
export interface GrowingFileWriter extends GrowingFile {
  /** @param size bytes that are there and can be read now. */
  grow(size: number): void
  end(): void
}

/** Fewer bytes are not worth a request while more are to come; about two seconds of a recording. */
const SMALLEST_PIECE = 256 * 1024
/** A piece that is read from a file under way is in memory while it is sent. */
const LARGEST_PIECE = 8 * 1024 * 1024

/** A growing file with nothing in it yet. @param read finds bytes that `grow` has announced. */
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

/** A growing file that has grown. */
export function finishedFile(blob: Blob): GrowingFile {
  return {
    size: () => blob.size,
    hasEnded: () => true,
    read: async (start, end) => blob.slice(start, end),
    until: async () => {},
  }
}

/** True for a file whose length may not be known yet. */
export function isGrowing(file: Blob | GrowingFile): file is GrowingFile {
  return 'hasEnded' in file
}

/** Lets the tus client read a growing file: it waits for bytes that are not there yet. @param pieces reads each piece. */
export function growingReader(file: GrowingFile, pieces: FileReader = defaultOptions.fileReader): FileReader {
  return {
    openFile: async () => ({
      // Not asked for when the length comes last.
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
