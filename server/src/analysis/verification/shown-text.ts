/** Joiners used by some scripts and emoji; elsewhere they are invisible. */
const JOINERS =
  /(?<![\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Malayalam}\p{sc=Sinhala}\p{Extended_Pictographic}\uFE0F\p{Emoji_Modifier}\p{M}])[\u200C\u200D]/gu
/** Direction marks, zero-width, control and tag characters and lone surrogates: invisible to a reader. */
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Makes a text safe to show: one line, without characters that reverse its direction, hide in it or control a terminal.
 */
export function shownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(JOINERS, '').replace(/ +/g, ' ').trim()
}
