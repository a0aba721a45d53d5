import { parseSync, Visitor, type ESTree } from 'vite'
import type { SourceFile } from './imports.ts'

/** Names of fields and variables that hold user-facing sentences. */
const MESSAGES = new Set(['message', 'error_message', 'errorMessage'])
/** Methods that search a text; `test` and `exec` are called on a pattern. */
const OF_A_TEXT = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'matchAll', 'search'])
const OF_A_PATTERN = new Set(['test', 'exec'])
const COMPARISONS = new Set(['==', '===', '!=', '!=='])

/**
 * Finds code that depends on the wording of a user-facing sentence, which may change: the sentence is compared with
 * another text or searched. Checking whether one exists is allowed.
 * @returns `path:line: source` for each.
 */
export function comparedMessages({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const found: number[] = []
  const note = ({ start }: ESTree.Node, isAsked: boolean): void => void (isAsked && found.push(start))
  new Visitor({
    BinaryExpression(node) {
      const sides = [node.left, node.right]
      note(node, COMPARISONS.has(node.operator) && sides.some(isMessage) && !sides.some(isNothing))
    },
    SwitchStatement(node) {
      note(node, isMessage(node.discriminant))
    },
    CallExpression(node) {
      const callee = plain(node.callee)
      if (callee.type !== 'MemberExpression') return
      const asked = getName(callee.property)
      note(node, OF_A_TEXT.has(asked) && isMessage(callee.object))
      note(node, OF_A_PATTERN.has(asked) && node.arguments.some(isMessage))
    },
  }).visit(parseSync(path, text).program)
  return found.map((start) => {
    const line = text.slice(0, start).split('\n').length
    return `${path}:${line}: ${text.split('\n')[line - 1]?.trim() ?? ''}`
  })
}

/** A field or variable with such a name, or its fallback. */
function isMessage(node: ESTree.Node): boolean {
  const value = plain(node)
  if (value.type === 'LogicalExpression') return isMessage(value.left)
  return MESSAGES.has(getName(value.type === 'MemberExpression' ? value.property : value))
}

/** `null`, `undefined` and the empty text. */
function isNothing(node: ESTree.Node): boolean {
  return node.type === 'Literal' ? node.value === null || node.value === '' : getName(node) === 'undefined'
}

/** Strips syntax that doesn't change the value: `(a?.b)`, `a as B`. */
function plain(node: ESTree.Node): ESTree.Node {
  return node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression'
    ? plain(node.expression)
    : node
}

function getName(node: ESTree.Node): string {
  return node.type === 'Identifier' ? node.name : ''
}
