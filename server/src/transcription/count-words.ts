const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Number of words in a text, also in languages without spaces. */
export function countWords(text: string): number {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length
}
