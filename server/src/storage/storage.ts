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
 * Stores recordings and everything derived from them. Keys are relative paths with `/`, never starting with one and
 * without `..`; a driver refuses others. Writes are atomic: a reader sees the whole object or none.
 */
export interface Storage {
  /** @returns null when there is no such object. */
  stat(key: string): Promise<StoredObject | null>
  /** Bytes of the object, or of a range of it; rejects when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>
  write(key: string, content: string | Uint8Array): Promise<void>
  /** Moves a local file into storage; the local path no longer exists afterwards. */
  adopt(localPath: string, key: string): Promise<void>
  /** Runs `use` with a path to read the object from; the path is valid only until `use` settles. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** No error when it is already deleted. */
  remove(key: string): Promise<void>
  /** Objects below a prefix that ends with `/`. */
  list(prefix: string): Promise<StoredObject[]>
  /** Every object, in no order. May include or omit those created or deleted while it runs. */
  all(): AsyncIterable<StoredObject>
  /**
   * Deletes unfinished files of writes whose process was killed.
   * @param options.below a user's or a microsite's prefix, which ends with `/`; absent: everywhere.
   * @param options.untouchedSince only files not written to since then, so that writes in progress are kept.
   * @returns how many there were.
   */
  removeUnfinished(options: { below?: string; untouchedSince: Date }): Promise<number>
  /** An address to read the object at until it expires or its session ends; one on this server starts with `/`. */
  signedUrl(key: string, holder: LinkHolder): Promise<{ url: string; expiresAt: Date }>
}
