/** A part of a sentence that makes one statement. */
export interface Clause {
  text: string
  /** Start and end offset, end exclusive. */
  from: number
  to: number
}

/** Where one statement ends and the next begins. */
const BORDER =
  /["“”()]+[.,]*|[.?!;:,…]+(?=\s|$|["”’)])|\s[—–-]+\s|\s+(?=(?:and|but|because|so|if|unless|when|while|until|since|though|although|whereas|who|which|or|then|cause)\s)/giu

/** The clauses of an English text, in order. */
export function getClauses(text: string): Clause[] {
  const clauses: Clause[] = []
  let from = 0
  for (const border of [...text.matchAll(BORDER), { index: text.length, 0: '' }]) {
    const to = border.index
    const piece = text.slice(from, to)
    if (piece.trim() !== '')
      clauses.push({
        text: piece.trim(),
        from: from + (piece.length - piece.trimStart().length),
        to: from + piece.trimEnd().length,
      })
    from = to + border[0].length
  }
  return clauses
}
