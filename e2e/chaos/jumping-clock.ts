import { readFileSync } from 'node:fs'

/** Preloaded into a server whose clock jumps: adds the offset from a file, in ms, to every clock reading. */
const path = process.env['CLOCK_FILE'] ?? ''
const RealDate = Date

function offset(): number {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

class JumpingDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? JumpingDate.now() : given[0])
  }

  static override now(): number {
    return RealDate.now() + offset()
  }
}
if (path !== '') globalThis.Date = JumpingDate as DateConstructor
