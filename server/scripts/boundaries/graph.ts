import type { SourceFile } from './imports.ts'

/** Nodes by name, each with the nodes it imports. */
export type Graph = Map<string, Set<string>>

/** Maps files to nodes and keeps the imports between different ones; `getNode` returns null for files to skip. */
export function groupImports(files: SourceFile[], getNode: (path: string) => string | null): Graph {
  const graph: Graph = new Map()
  for (const { path, imports } of files) {
    const from = getNode(path)
    if (from === null) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const { to, inside } of imports) {
      const node = inside ? getNode(to) : null
      if (node !== null && node !== from) targets.add(node)
    }
  }
  return graph
}

/** @returns the nodes of a cycle in order, with the first one repeated at the end; null when there is none. */
export function findCycle(graph: Graph): string[] | null {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle) return cycle
    }
    done.add(node)
    return null
  }
  for (const node of graph.keys()) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return null
}

/** The transitive reduction, sorted: `from --> to`. Only for a graph without cycles, where it is unique. */
export function essentialEdges(graph: Graph): string[] {
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  const edges: string[] = []
  for (const [from, targets] of graph) {
    for (const to of targets) {
      const detour = [...targets].some((other) => other !== to && reaches(other, to))
      if (!detour) edges.push(`${from} --> ${to}`)
    }
  }
  return edges.sort()
}
