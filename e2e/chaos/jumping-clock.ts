import { readFileSync } from 'node:fs'

/** Loaded into a server whose clock jumps: each reading of the time adds what a file says, in ms. */
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
