import { parseSync, Visitor } from 'vite'
import type { SourceFile } from './imports.ts'

/** Names under which sentences for people travel. */
const MESSAGES = new Set(['message', 'error_message', 'errorMessage'])
/** What asks a text for what it says; `test` and `exec` are asked of a pattern. */
const OF_A_TEXT = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'matchAll', 'search'])
const OF_A_PATTERN = new Set(['test', 'exec'])
const COMPARISONS = new Set(['==', '===', '!=', '!=='])

type Node = { type: string; start: number } & Record<string, unknown>

/**
 * Finds where code decides by what a sentence for people says, which changes with every better wording: it is compared with
 * another text or searched. Whether there is one at all may be asked.
 * @returns `path:line: source` for each.
 */
export function comparedMessages({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const found: number[] = []
  const asks = (node: Node, isAsked: boolean): void => void (isAsked && found.push(node.start))
  new Visitor({
    BinaryExpression(node) {
      const sides = [node.left, node.right] as unknown as Node[]
      asks(node, COMPARISONS.has(node.operator) && sides.some(isMessage) && !sides.some(isNothing))
    },
    SwitchStatement(node) {
      asks(node, isMessage(node.discriminant as unknown as Node))
    },
    CallExpression(node) {
      const callee = plain(node.callee as unknown as Node)
      if (callee.type !== 'MemberExpression') return
      const asked = nameOf(callee.property as Node)
      asks(node, OF_A_TEXT.has(asked) && isMessage(callee.object as Node))
      asks(node, OF_A_PATTERN.has(asked) && (node.arguments as unknown as Node[]).some(isMessage))
    },
  }).visit(parseSync(path, text).program)
  return found.map((start) => {
    const line = text.slice(0, start).split('\n').length
    return `${path}:${line}: ${text.split('\n')[line - 1]?.trim() ?? ''}`
  })
}

function isMessage(node: Node): boolean {
  const { type, property, ...rest } = plain(node)
  if (type === 'MemberExpression') return MESSAGES.has(nameOf(property as Node))
  return type === 'Identifier' && MESSAGES.has(nameOf({ type, ...rest } as Node))
}

/** `null`, `undefined` and the empty text. */
function isNothing(node: Node): boolean {
  return node.type === 'Literal' ? node['value'] === null || node['value'] === '' : nameOf(node) === 'undefined'
}

/** Without what changes no value: `(a?.b)`, `a as B`. */
function plain(node: Node): Node {
  const inside = ['ChainExpression', 'ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression']
  return inside.includes(node.type) ? plain(node['expression'] as Node) : node
}

function nameOf({ type, ...rest }: Node): string {
  return type === 'Identifier' ? String(rest['name']) : ''
}
