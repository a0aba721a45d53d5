import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, type Random } from '../chaos/random.ts'
import { BOMBS } from './bombs.ts'
import { BROKEN, harmed } from './broken.ts'
import { DISGUISED } from './disguised.ts'
import { HUGE } from './huge.ts'
import { makeRealMedia } from './media.ts'
import { NESTED } from './nested.ts'
import { KINDS, type Kind, type Recipe, type Targets } from './recipe.ts'

/** A hostile file that a user could upload. */
export interface HostileFile extends Omit<Recipe, 'make'> {
  kind: Kind
  /** Its path, until the next one is requested. */
  path: string
}

interface HostileOptions {
  count: number
  seed: number
  targets: Targets
  /** Leaves out files that contain more hours than this. */
  mostHours?: number
}

const RECIPES: Record<Kind, readonly Recipe[]> = {
  broken: BROKEN,
  huge: HUGE,
  nested: NESTED,
  disguised: DISGUISED,
  bomb: BOMBS,
}

/**
 * Generates hostile files, alternating between the kinds, the same for the same seed; each exists until the next one
 * is requested. When the specific ones are used up, the rest are randomly damaged recordings.
 */
export async function* makeHostileFiles(
  folder: string,
  { count, seed, targets, mostHours = Infinity }: HostileOptions,
): AsyncGenerator<HostileFile> {
  const random = createRandom(seed)
  await mkdir(folder, { recursive: true })
  const media = await makeRealMedia(folder)
  for (const [index, { kind, recipe }] of choose(count, random, mostHours).entries()) {
    const { make, ...facts } = recipe
    const path = join(folder, `hostile-${index}`)
    await make(path, { media, targets, random: createRandom(seed * 10_000 + index) })
    yield { ...facts, kind, path }
    for (const end of ['', '.png', '.srt', '.txt']) await rm(path + end, { force: true })
  }
}

function choose(count: number, random: Random, mostHours: number): { kind: Kind; recipe: Recipe }[] {
  const left = KINDS.map((kind) => ({
    kind,
    recipes: shuffled(
      RECIPES[kind].filter(({ hours = 0 }) => hours <= mostHours),
      random,
    ),
  }))
  return Array.from({ length: count }, (_, index) => {
    const turn = left[index % left.length]
    const recipe = turn?.recipes.pop()
    return turn && recipe ? { kind: turn.kind, recipe } : { kind: 'broken', recipe: harmed(random) }
  })
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random.between(0, 2 ** 31) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
