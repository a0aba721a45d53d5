/**
 * Why an analyst's recap is not used, in one sentence for the owner: "The AI server refused the key, so the built-in
 * engine wrote this recap."
 * @param message of the failure; only its first sentence is reported.
 * @param outcome what happened instead.
 */
export function failureNotice(message: string, outcome: string): string {
  const [first = message] = message.split(/\.\s/)
  return `${first.replace(/\.$/, '')}, ${outcome}.`
}
