import { ANALYSTS, type AnalystName } from '@callfolio/shared/engines.ts'

/**
 * Why an analyst could not be used, in one sentence for the owner: "The AI server couldn’t be used (it refused the
 * key), so this recap was made on this server."
 * @param message of the failure; only its first sentence is reported.
 * @param outcome what the page shows instead.
 */
export function failureNotice(analyst: AnalystName, message: string, outcome: string): string {
  const called = ANALYSTS[analyst].label
  const [first = message] = message.split(/\.\s/)
  const sentence = first.replace(/\.$/, '')
  const why = sentence.startsWith(`${called}'s `)
    ? `its ${sentence.slice(called.length + 3)}`
    : sentence.startsWith(`${called} `)
      ? `it ${sentence.slice(called.length + 1)}`
      : lowerFirst(sentence)
  return `${called} couldn’t be used (${why}), ${outcome}.`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
