import { Parser, type Node } from 'commonmark'
import type { Plugin } from 'vite'
import { BRAND } from '../../../shared/brand.ts'
import { CONTACT_KEPT_DAYS } from '../../../shared/contract/contact.ts'
import { DELETION_WAIT_DAYS } from '../../../shared/contract/own-data.ts'
import { RETENTION_WARNING_DAYS } from '../../../shared/contract/retention.ts'
import { PLANS, type Plan } from '../../../shared/plans.ts'
import { LONGEST_RECORDING_SECONDS, UPLOAD_KEPT_DAYS } from '../../../shared/recording-limits.ts'
import type { FactName, LegalNode, LegalText } from './legal-text.ts'

const FACT = /^\{\{(operator|engines|contact)\}\}$/

const planValues = ({
  id,
  name,
  monthlyPrice,
  limits: { micrositesPerMonth, videoSeconds },
}: Plan): [string, string | number][] => [
  [`${id}.name`, name],
  [`${id}.monthlyPrice`, monthlyPrice],
  [`${id}.micrositesPerMonth`, micrositesPerMonth ?? 'unlimited'],
  [`${id}.videoMinutes`, videoSeconds === null ? 'unlimited' : videoSeconds / 60],
]

/** Values for the placeholders inside sentences, such as `{{free.micrositesPerMonth}}`. */
const VALUES = new Map<string, string | number>([
  ...Object.values(PLANS).flatMap(planValues),
  ['brand', BRAND.name],
  ['longestHours', LONGEST_RECORDING_SECONDS / 3600],
  ['contactKeptDays', CONTACT_KEPT_DAYS],
  ['uploadKeptDays', UPLOAD_KEPT_DAYS],
  ['retentionWarningDays', RETENTION_WARNING_DAYS],
  ['deletionWaitDays', DELETION_WAIT_DAYS],
])

/** Vite plugin: a Markdown file becomes a module with its compiled text, so that pages load no parser. */
export function legalTexts(): Plugin {
  return {
    name: 'legal-texts',
    transform: (code, id) =>
      id.endsWith('.md')
        ? { code: `export const text = ${JSON.stringify(compileLegalText(code))}`, map: null, moduleType: 'js' }
        : null,
  }
}

/**
 * Compiles a title, a summary, a date and sections.
 * @throws Error for an unknown placeholder, or Markdown other than paragraphs, lists and links.
 */
export function compileLegalText(markdown: string): LegalText {
  const [title, summary, date, ...rest] = getChildren(new Parser({ smart: true }).parse(markdown))
  const text: LegalText = { title: getWords(title), summary: getWords(summary), date: getWords(date), sections: [] }
  for (const node of rest) {
    if (node.type === 'heading') {
      const heading = getWords(node)
      text.sections.push({ id: heading.toLowerCase().replaceAll(/\W+/g, '-'), title: heading, content: [] })
    } else text.sections.at(-1)?.content.push(compile(node))
  }
  return text
}

function compile(node: Node): LegalNode {
  const fact = FACT.exec(node.firstChild?.literal ?? '')?.[1]
  if (fact !== undefined) return { type: 'fact', name: fact as FactName }
  if (node.type === 'text') return fillIn(node.literal ?? '')
  if (node.type === 'softbreak') return ' '
  const content = getChildren(node).map(compile)
  if (node.type === 'link') return { type: 'link', to: node.destination ?? '', content }
  // A list item contains one paragraph, which needs no element.
  if (node.type === 'item') return { type: 'item', content: getChildren(node).flatMap(getChildren).map(compile) }
  if (node.type === 'paragraph' || node.type === 'list') return { type: node.type, content }
  throw new Error(`A legal text contains Markdown of type ${node.type}.`)
}

function getChildren(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child)
  return children
}

function getWords(node: Node | undefined): string {
  return node === undefined
    ? ''
    : getChildren(node)
        .map(({ literal }) => fillIn(literal ?? ''))
        .join('')
}

function fillIn(words: string): string {
  return words.replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) => {
    const value = VALUES.get(name)
    if (value === undefined) throw new Error(`A legal text contains the unknown placeholder ${name}.`)
    return String(value)
  })
}
