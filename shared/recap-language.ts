/** Languages offered for a recap, the most common in business calls; a server accepts any other by its code. */
export const RECAP_LANGUAGES: readonly string[] =
  'en ar cs da de el es fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro sv th tr uk vi zh-Hans zh-Hant'.split(' ')

/** Languages to choose for a call: those of recaps, and all that a speech model in the manifest supports. */
export const SPOKEN_LANGUAGES: readonly string[] = [
  ...RECAP_LANGUAGES,
  ...'bg et hr lt lv mt ru sk sl'.split(' '),
].toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))

/** The English name of a language: `German` for `de`; the code itself if it is unknown. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    // Engines and files name languages in their own ways.
    return code
  }
}
