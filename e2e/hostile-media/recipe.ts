import { readFile, writeFile } from 'node:fs/promises'
import type { Random } from '../chaos/random.ts'

export const KINDS = ['broken', 'huge', 'nested', 'disguised', 'bomb'] as const
export type Kind = (typeof KINDS)[number]

/** Targets of nested files, which must never be read or requested. */
export interface Targets {
  /** Files of the machine, by absolute paths. */
  files: readonly [string, ...string[]]
  /** Address of a server that counts requests. */
  address: string
}

/** Inputs of recipes. */
export interface Ingredients {
  /** Small real recordings, by file extension. */
  media: ReadonlyMap<string, string>
  targets: Targets
  random: Random
}

/** How to make one hostile file. */
export interface Recipe {
  name: string
  /** The file name of the upload. */
  filename: string
  /** Writes it to a path. */
  make: (path: string, ingredients: Ingredients) => Promise<void>
  /** True: the output is caption text, uploaded as such. */
  captions?: true
  /** Hours of real content: processing may take proportionally longer. */
  hours?: number
  /** True: not a recording at all, so a microsite of it would be wrong. */
  noRecording?: true
}

/** A file that is no recording, whatever its name. */
export function noRecording(name: string, filename: string, content: () => Uint8Array | string): Recipe {
  return { name, filename, noRecording: true, make: (path) => writeFile(path, content()) }
}

/** A small real recording whose bytes `change` alters or replaces. */
export function changed(name: string, end: string, change: (bytes: Buffer, random: Random) => Uint8Array): Recipe {
  return {
    name,
    filename: `call.${end}`,
    make: async (path, { media, random }) => writeFile(path, change(await readFile(media.get(end) ?? ''), random)),
  }
}
