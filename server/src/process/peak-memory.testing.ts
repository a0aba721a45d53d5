import { readdirSync, readFileSync } from 'node:fs'

/** A child process or a descendant of it. */
interface Descendant {
  command: string
  /** Peak resident memory so far, bytes. */
  peakBytes: number
}

/** The running descendants of a process (Linux), without kernel threads and processes that have just ended. */
export function getDescendants(pid: number): Descendant[] {
  const children = new Map<number, number[]>()
  for (const id of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    // The name may contain anything; the parent is the second field after it.
    const parent = Number(/\) \S (\d+) [^)]*$/.exec(read(id, 'stat'))?.[1])
    children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const below = (id: number): number[] => (children.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid).map((id) => ({ command: read(id, 'cmdline').replaceAll('\0', ' '), peakBytes: peakMemory(id) }))
}

/** @returns bytes; 0: it has ended. */
function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1] ?? 0) * 1024
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
