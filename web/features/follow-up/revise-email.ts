import { textOf, type EmailDraft } from './draft-email.ts'

/**
 * Brings what changed between two drafts into a text that was edited since the first: a paragraph that is still as it was
 * gives way to the new one. A link that was not there before comes before the closing, or last where that was rewritten.
 */
export function reviseEmail(body: string, before: EmailDraft, after: EmailDraft): string {
  if (body === textOf(before)) return textOf(after)
  let revised = body
  for (const name of ['greeting', 'quotes', 'link'] as const) revised = replaced(revised, before.parts[name], after.parts[name])
  const { link, closing } = after.parts
  if (link === '' || revised.includes(link)) return revised
  const end = revised.lastIndexOf(closing)
  return end === -1 ? `${revised.trimEnd()}\n\n${link}` : `${revised.slice(0, end)}${link}\n\n${revised.slice(end)}`
}

function replaced(body: string, before: string, after: string): string {
  if (before === '' || before === after) return body
  if (after !== '') return body.replace(before, () => after)
  return body.replace(`${before}\n\n`, '').replace(before, '').trimEnd()
}
