import type { Readable } from 'node:stream'
import type { LinkHolder } from './signed-links.ts'

/** Facts about a stored object. */
export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** First and last byte of a range, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Stores recordings and everything made from them. Keys are relative paths with `/`, never starting with one and
 * without `..`; a driver refuses others. Writes are atomic: a reader sees the whole object or none.
 */
export interface Storage {
  /** @returns null when there is no such object. */
  stat(key: string): Promise<StoredObject | null>
  /** Bytes of the object, or of a range of it; rejects when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>
  write(key: string, content: string | Uint8Array): Promise<void>
  /** Moves a local file into storage; the local path is gone afterwards. */
  adopt(localPath: string, key: string): Promise<void>
  /** Runs `use` with a path to read the object from; the path is valid only until `use` settles. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** No error when it is already gone. */
  remove(key: string): Promise<void>
  /** Objects below a prefix that ends with `/`. */
  list(prefix: string): Promise<StoredObject[]>
  /** Every object, in no order. One that comes or goes meanwhile may be among them or not. */
  all(): AsyncIterable<StoredObject>
  /**
   * Removes the unfinished files of writes whose process was killed.
   * @param options.below a user's or a microsite's prefix, which ends with `/`; everywhere without it.
   * @param options.untouchedSince only files that were not written to since then, so that writes in progress stay.
   * @returns how many there were.
   */
  removeUnfinished(options: { below?: string; untouchedSince: Date }): Promise<number>
  /** An address the object can be read at until it expires or its session ends; one on this server starts with `/`. */
  signedUrl(key: string, holder: LinkHolder): Promise<{ url: string; expiresAt: Date }>
}
