/** Joiners that some scripts and emoji are written with; elsewhere nobody sees them. */
const JOINERS =
  /(?<![\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Malayalam}\p{sc=Sinhala}\p{Extended_Pictographic}\uFE0F\p{Emoji_Modifier}\p{M}])[\u200C\u200D]/gu
/** Direction marks, zero-width, control and tag characters and halves of pairs: nothing a reader could see. */
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** A text as it may be shown: one line, without characters that turn its direction, hide in it or steer a terminal. */
export function shownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(JOINERS, '').replace(/ +/g, ' ').trim()
}
