import { readFileSync } from 'node:fs'

/** A killed process whose parent died first may remain as a zombie until it is reaped; that counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
