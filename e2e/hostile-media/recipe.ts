import type { Random } from '../chaos/random.ts'

export const KINDS = ['broken', 'huge', 'nested', 'disguised', 'bomb'] as const
export type Kind = (typeof KINDS)[number]

/** What nested files name: none of it may be read or asked for. */
export interface Targets {
  /** Files of the machine, by absolute paths. */
  files: readonly [string, ...string[]]
  /** An address of a server that counts who asks it. */
  address: string
}

/** What recipes are made from. */
export interface Ingredients {
  /** Small real recordings, by the end of their name. */
  media: ReadonlyMap<string, string>
  targets: Targets
  random: Random
}

/** How one hostile file is made. */
export interface Recipe {
  name: string
  /** The name that it is sent under. */
  filename: string
  /** Writes it to a path. */
  make: (path: string, ingredients: Ingredients) => Promise<void>
  /** True: what it makes is the text of captions, sent as such. */
  captions?: true
  /** Hours that it really holds: the work on it may take as much longer. */
  hours?: number
  /** True: no recording at all, so that a microsite of it would be wrong. */
  noRecording?: true
}
