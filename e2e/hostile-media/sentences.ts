import { FAILURES, isFailureCode } from '@callfolio/shared/failures.ts'

/** Sentences with numbers, which the list of failures doesn't contain literally. */
const WITH_NUMBERS: readonly RegExp[] = [
  /^This video is too long: it runs [\w ,.]+, and (?:your plan allows videos|videos can be) up to [\w ]+\.$/,
  /^This video’s resolution is too high \(\d+×\d+\)\.$/,
  /^This transcript is too large: it [\w ,]+\. The limit is [\d,]+\.$/,
  /^We couldn’t read [^/\\]+\. It may be damaged; export it again\.$/,
  /^Caption files can have up to 5 million characters\.$/,
  /^This recording is empty\.$/,
]
/** Technical terms that users must not see. */
const RAW = /ff(mpeg|probe)|(^|[\s'"(])\/\w+\/|\bat \S+:\d+|\b0x[0-9a-f]{4,}|Error\b|ENOENT|undefined|\[object/i

/** The problem with a user-facing sentence; null: none. */
export function wrongSentence(code: string, sentence: string): string | null {
  if (RAW.test(sentence)) return `the sentence has raw text: ${sentence}`
  if (!isFailureCode(code)) return `the failure has no known code: ${code}`
  if (sentence === FAILURES[code].sentence || WITH_NUMBERS.some((pattern) => pattern.test(sentence))) return null
  return `no sentence of the product: ${sentence}`
}
