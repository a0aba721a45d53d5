import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** Characters. The library reads no more than this per piece. */
const PIECE = 1000
const PIECES = 5
/** With fewer letters related languages look alike. */
const FEWEST_LETTERS = 40
/** Among languages in Latin script only Maltese has these letters; the library doesn't know it. */
const MALTESE = /[ħġ]/gi
const MALTESE_SHARE = 0.01

/** Lines from the whole call, as its beginning is often a greeting in another language. */
export function languageSample(segments: readonly Pick<Segment, 'text'>[]): string {
  const length = segments.reduce((sum, { text }) => sum + text.length + 1, 0)
  const step = Math.ceil(length / (PIECE * PIECES))
  return segments
    .filter((_, index) => index % step === 0)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, PIECE * PIECES)
}

/**
 * @param text the result of `languageSample`.
 * @returns the code (ISO 639-1) of its main language; null: too little to decide, or no known language.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const counts = new Map<string, number>()
  for (let at = 0; at < text.length; at += PIECE) {
    const language = await detectIn(text.slice(at, at + PIECE))
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

/** Loads the library and its tables. */
export async function preloadLanguages(): Promise<void> {
  await detector()
}

/** 85 MB of memory, in a process that ends a minute later. */
const detector = () => import('eld/extrasmall')

async function detectIn(piece: string): Promise<string | null> {
  const letters = piece.match(/\p{L}/gu)?.length ?? 0
  if (letters < FEWEST_LETTERS) return null
  if ((piece.match(MALTESE)?.length ?? 0) >= MALTESE_SHARE * letters) return 'mt'
  const { eld } = await detector()
  const found = eld.detect(piece)
  return found.isReliable() ? found.language : null
}
