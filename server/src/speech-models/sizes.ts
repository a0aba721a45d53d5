import type { Model } from './manifest.ts'

const MEGABYTE = 1_000_000

/** Total size of its files. */
export function modelBytes({ files }: Pick<Model, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** "670 MB". */
export function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / MEGABYTE))} MB`
}
