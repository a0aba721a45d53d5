/** The used part of yauzl 3.4, which ships no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    /** Relative, without `..` and backslashes: others are refused while the list is read. */
    fileName: string
    /** Bytes, as the archive says; a stream of other length fails. */
    uncompressedSize: number
    /** Bytes of its data in the archive. */
    compressedSize: number
    /** Offset in the archive, in bytes. */
    relativeOffsetOfLocalHeader: number
    /** Bytes of its texts in the archive's directory. */
    fileNameLength: number
    extraFieldLength: number
    fileCommentLength: number
    isEncrypted(): boolean
    canDecodeFileData(): boolean
  }

  export interface ZipFile {
    /** As the archive says. */
    entryCount: number
    /** Bytes. */
    fileSize: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
    close(): void
  }

  export function openPromise(
    path: string,
    options: { lazyEntries: true; autoClose: false; strictFileNames: true },
  ): Promise<ZipFile>
}
