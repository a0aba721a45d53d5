const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many words a text has, in languages without spaces, too. */
export function countWords(text: string): number {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length
}
