import type { SourceFile } from './imports.ts'

/** Nodes by name, with the nodes each one imports. */
export type Graph = Map<string, Set<string>>

/** Joins files to nodes and keeps the imports between different ones; `nodeOf` gives null for what is left out. */
export function groupImports(files: SourceFile[], nodeOf: (path: string) => string | null): Graph {
  const graph: Graph = new Map()
  for (const { path, imports } of files) {
    const from = nodeOf(path)
    if (from === null) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const { to, inside } of imports) {
      const node = inside ? nodeOf(to) : null
      if (node !== null && node !== from) targets.add(node)
    }
  }
  return graph
}

/** @returns the nodes of a cycle in order, the first one again at the end; null when there is none. */
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

/** The edges that don't follow from others, sorted: `from --> to`. Only for a graph without cycles, where they are unique. */
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
