/** Left-overs of speech and of careless rewriting: word sequences that nobody writes. */
const SPOKEN = /\b(?:um|uh|er|erm|mm|hmm|you know|i mean|sort of)\b|\b(\w+)[, ]+\1\b(?!-)|\b\w-\s/i
const BROKEN = new RegExp(
  [
    String.raw`\b(?:the|a|an)\s+(?:the|a|an|they|we|he|she|it|this|that|these|those|is|are|was|were|and|or|of|to|i)\b`,
    String.raw`\b(?:i|we|they|he|she)\s+(?:i|we|they|he|she|it)\b`,
    String.raw`\b(?:would|could|can|will|should|must|to)\s+(?:had|was|were|is|are|has|been)\b`,
    String.raw`\b(?:of|to|for|with|from|by|at)\s+(?:of|for|with|from|by|at|is|was|are)\b`,
    // "What the price is" ends where it should.
    String.raw`(?<!\b(?:what|how|which|who|where|when) (?:[\w'-]+ ){1,5})\b(?:is|was|are)[.?!,]*$`,
    String.raw`\b(?:the|a|an|of|to|and|or|but|with|for|if|because|so|i|we|they|my|our|your|their|very|which|could|should|will)[.?!,]*$`,
  ].join('|'),
  'i',
)
const OPENERS = /^(?:so|and|but|or|um|uh|yeah|yes|no|okay|ok|well|right|mm|oh|because|like|alright|anyway)\b/i

/** The share of the sentences of some texts that are well formed: whole, of a readable length, without left-overs of speech. */
export function readability(texts: readonly string[]): number {
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?]["'”)]?)\s+(?=["'“(]?[A-Z0-9])/))
  return sentences.length === 0 ? 1 : sentences.filter(isWellFormed).length / sentences.length
}

function isWellFormed(sentence: string): boolean {
  // What somebody said, after the name, ends with its mark.
  const said = /^[\p{Lu}\p{N}][^:“”]*: “([^“”]+)”\.?$/u.exec(sentence.trim())?.[1]
  const own = said ?? sentence
  const words = own.trim().split(/\s+/).length
  const framed = /^["'“(]?[\p{Lu}\p{N}]/u.test(own) && (said !== undefined || /[.?!]["'”)]?$/.test(own))
  return words >= 4 && words <= 45 && framed && ![OPENERS, SPOKEN, BROKEN].some((pattern) => pattern.test(own))
}
