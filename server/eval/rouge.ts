/** F1 of ROUGE-1, ROUGE-2 and ROUGE-L of one text against a reference, 0–1; endings of words count. */
export interface Rouge {
  one: number
  two: number
  l: number
}

/** Compares a text with a reference. */
export function rouge(reference: string, text: string): Rouge {
  const [ref, own] = [tokens(reference), tokens(text)]
  return {
    one: overlap(grams(ref, 1), grams(own, 1)),
    two: overlap(grams(ref, 2), grams(own, 2)),
    l: f1(longestCommon(ref, own), ref.length, own.length),
  }
}

/** Lower-case words and numbers of a text. */
export function tokens(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu) ?? []
  )
}

/** Harmonic mean of precision and recall. */
export function f1(hits: number, expected: number, found: number): number {
  return hits === 0 ? 0 : (2 * hits) / (expected + found)
}

/** The runs of so many neighbouring words. */
export function grams(words: readonly string[], length: number): string[] {
  return words.slice(0, Math.max(0, words.length - length + 1)).map((_, i) => words.slice(i, i + length).join(' '))
}

function overlap(reference: readonly string[], own: readonly string[]): number {
  return f1(shared(reference, own), reference.length, own.length)
}

/** How many words two lists have in common, repeats counted. */
export function shared(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of b) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    hits++
    left.set(word, count - 1)
  }
  return hits
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let above = new Uint16Array(b.length + 1)
  for (const word of a) {
    const row = new Uint16Array(b.length + 1)
    b.forEach((other, j) => {
      row[j + 1] = word === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0)
    })
    above = row
  }
  return above[b.length] ?? 0
}
