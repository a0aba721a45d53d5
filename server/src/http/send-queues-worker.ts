import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { Ports } from './send-queues.ts'

/** Connections over IPv4 and IPv6 (Linux, proc_net_tcp): ports, state and what their peers have not acknowledged, all in hex. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const LINE = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm

/** Reads how far connections are; the system has it in memory. Where it does not tell (it is not Linux), nothing is known. */
function readQueues(wanted: readonly Ports[]): (number | null)[] {
  const tables = TABLES.map(read)
  if (tables.every((table) => table === null)) return wanted.map(() => null)
  // The system holds nothing of a connection that it does not know any more.
  const queues = new Map(wanted.map(({ local, remote }) => [`${hex(local)} ${hex(remote)}`, 0]))
  for (const [, local = '', remote = '', queue = ''] of tables.join('\n').matchAll(LINE)) {
    const name = `${local} ${remote}`
    const known = queues.get(name)
    // Peers at two addresses may have the same port: the fuller queue counts, so that nothing is called received too early.
    if (known !== undefined) queues.set(name, Math.max(known, Number.parseInt(queue, 16)))
  }
  return wanted.map(({ local, remote }) => queues.get(`${hex(local)} ${hex(remote)}`) ?? 0)
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

parentPort?.on('message', (wanted: Ports[]) => parentPort?.postMessage(readQueues(wanted)))
