import { readFileSync } from 'node:fs'

/** Connections over IPv4 and IPv6 (Linux, proc_net_tcp): ports, state and what their peers have not acknowledged, all in hex. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const LINE = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm

/** The two ends of a connection, by which the system knows it. */
export interface Ports {
  local: number
  remote: number
}

/** Bytes that the system holds of a connection because its peer has not acknowledged them; null: not known. */
export type SendQueues = (ports: Ports) => number | null

/**
 * Reads how far all connections are, at once, so that this process writes nothing meanwhile; the system has it in memory.
 * Where the system has no such figure (it is not Linux), nothing is known.
 */
export function readSendQueues(): SendQueues {
  const tables = TABLES.map(read)
  if (tables.every((table) => table === null)) return () => null
  const queues = new Map<string, number>()
  for (const [, local = '', remote = '', queue = ''] of tables.join('\n').matchAll(LINE)) {
    const name = nameOf({ local: Number.parseInt(local, 16), remote: Number.parseInt(remote, 16) })
    // Peers at two addresses may have the same port: the fuller queue counts, so that nothing is called received too early.
    queues.set(name, Math.max(queues.get(name) ?? 0, Number.parseInt(queue, 16)))
  }
  // The system holds nothing of a connection that it does not know any more.
  return (ports) => queues.get(nameOf(ports)) ?? 0
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

const nameOf = ({ local, remote }: Ports) => `${local} ${remote}`
