import { parseArgs } from 'node:util'
import { PermanentFailure } from '../kernel/errors.ts'

const USAGE = 'Usage: npm run recap -- FILE [--captions FILE] [--out FILE.json]'

/** The options of the command line; paths as given. */
export interface RecapArguments {
  file: string
  captions: string | null
  out: string | null
}

/** @throws {PermanentFailure} naming the problem, with the usage. */
export function readArguments(args: string[]): RecapArguments {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new PermanentFailure('invalid_request', `Specify one file. ${USAGE}`)
  return { file, captions: values.captions ?? null, out: values.out ?? null }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { captions: { type: 'string' }, out: { type: 'string' } },
    })
  } catch {
    throw new PermanentFailure('invalid_request', `Invalid options. ${USAGE}`)
  }
}
