import { groupImports, type Graph } from './graph.ts'
import type { SourceFile } from './imports.ts'

const BEGIN = '```mermaid\nflowchart TD\n'
const END = '\n```'

/** The product's folders as in the diagram, with the imports between them, without tests and tools. */
export function folderGraph(files: SourceFile[]): Graph {
  return groupImports(files, pictureNode)
}

/** The edges of a page's diagram. @throws Error when the page has none. */
export function readPicture(page: string): string[] {
  const [from, to] = pictureRange(page)
  return page
    .slice(from, to)
    .split('\n')
    .map((line) => line.trim())
}

/** The page with these edges in its diagram. */
export function replacePicture(page: string, edges: string[]): string {
  const [from, to] = pictureRange(page)
  return page.slice(0, from) + edges.map((edge) => `  ${edge}`).join('\n') + page.slice(to)
}

function pictureRange(page: string): [from: number, to: number] {
  const from = page.indexOf(BEGIN) + BEGIN.length
  const to = page.indexOf(END, from)
  if (from < BEGIN.length || to === -1) throw new Error('The page has no flowchart.')
  return [from, to]
}

/**
 * `billing` for server/src/billing/usage.ts, `web/ui` for web/ui/button.tsx, `shared` for its core,
 * `extension/recording/stored` for its part.
 */
function pictureNode(path: string): string | null {
  if (/\.(test|testing)\.tsx?$|\/testing\/|\.config\.ts$/.test(path)) return null
  const [top = '', second = '', third = ''] = path.split('/')
  if (top === 'server') return second === 'src' ? third.replace(/\.ts$/, '') : null
  if (top === 'shared') return second === 'client' || second === 'ui' ? `shared/${second}` : 'shared'
  if (top === 'e2e') return 'e2e'
  if (second === 'recording') return `${top}/${second}/${third}`
  return `${top}/${second.replace(/\.tsx?$/, '')}`
}
