import { getText, type EmailDraft } from './draft-email.ts'

type Part = keyof EmailDraft['parts']

/**
 * Merges the changes between two drafts into a text edited since the first: an unedited paragraph is replaced, and
 * from an edited list the lines that no longer belong are removed. New paragraphs are inserted in place, or last if
 * their neighbors were rewritten.
 */
export function reviseEmail(body: string, before: EmailDraft, after: EmailDraft): string {
  if (body === getText(before)) return getText(after)
  let revised = replaced(body, before.parts.greeting, after.parts.greeting)
  // From the end, so that each paragraph can be inserted before the next one.
  for (const name of ['link', 'quotes', 'meeting', 'steps'] as const) {
    const [was, is] = [before.parts[name], after.parts[name]]
    revised = revised.includes(was) || name === 'link' ? replaced(revised, was, is) : withoutLines(revised, was, is)
    if ((was === '' || name === 'link') && is !== '' && !revised.includes(is)) revised = inserted(revised, name, after)
  }
  return revised
}

function replaced(body: string, before: string, after: string): string {
  if (before === '' || before === after) return body
  if (after !== '') return body.replace(before, () => after)
  return body.replace(`${before}\n\n`, '').replace(before, '').trimEnd()
}

/** Removes lines of `before` that are not in `after`; lines written by hand stay. */
function withoutLines(body: string, before: string, after: string): string {
  const kept = new Set(after.split('\n'))
  const gone = new Set(before.split('\n').filter((line) => line !== '' && !kept.has(line)))
  if (gone.size === 0) return body
  return body
    .split('\n')
    .filter((line) => !gone.has(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}

function inserted(body: string, name: Part, { parts }: EmailDraft): string {
  const names = Object.keys(parts) as Part[]
  const next = names.slice(names.indexOf(name) + 1).find((later) => parts[later] !== '' && body.includes(parts[later]))
  const at = next === undefined ? -1 : body.lastIndexOf(parts[next])
  return at === -1 ? `${body.trimEnd()}\n\n${parts[name]}` : `${body.slice(0, at)}${parts[name]}\n\n${body.slice(at)}`
}
