/**
 * Cuts a line's text where its timed words are cut. Engines write words without the text's punctuation, and may split
 * numbers and hyphens otherwise, so letters and digits are counted.
 * @param groups the words of each part, in order.
 * @returns the text of each part; together they are the text.
 */
export function cutText(text: string, groups: readonly (readonly string[])[]): string[] {
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  const counts = groups.map((words) => countSigns(words.join('')))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const scale = total === 0 ? 0 : countSigns(text) / total
  let [at, wanted, seen] = [0, 0, 0]
  return groups.map((_, i) => {
    if (i === groups.length - 1) return tokens.slice(at).join(' ')
    wanted += (counts[i] ?? 0) * scale
    const from = at
    // A word goes to the part in which more than half of it lies.
    for (
      let signs = countSigns(tokens[at]);
      at < tokens.length && seen + signs / 2 <= wanted;
      signs = countSigns(tokens[at])
    ) {
      seen += signs
      at += 1
    }
    return tokens.slice(from, at).join(' ')
  })
}

function countSigns(text = ''): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
