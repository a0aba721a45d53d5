import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PermanentFailure } from '../kernel/errors.ts'
import { FIRST_MODELS, MODELS, type Model } from './manifest.ts'

const USAGE = `Usage: npm run models -- COMMAND
  list                              the models that are known, and which are here
  pull [FROM] [--model ID …]        fetches an English speech model and what tells speakers apart,
                                    or the models named; FROM is a mirror's address or a folder with
                                    a folder for each model (default: where they are published)
  verify                            reads every file that is here and compares its SHA-256`

/** What the operator asks for. */
export type ModelsCommand = { name: 'list' } | { name: 'verify' } | { name: 'pull'; from: string | null; models: readonly Model[] }

/**
 * @param cwd the folder that a path is meant from.
 * @throws {PermanentFailure} with a sentence for what can't be read, and the usage.
 */
export function readArguments(args: readonly string[], cwd: string): ModelsCommand {
  const { values, positionals } = parse(args)
  const [name, from, ...more] = positionals
  if (name === 'pull' && more.length === 0) return { name, from: from === undefined || /^https?:\/\//.test(from) ? (from ?? null) : resolve(cwd, from), models: (values.model ?? FIRST_MODELS).map(modelOf) }
  if ((name === 'list' || name === 'verify') && from === undefined && values.model === undefined) return { name }
  throw refusal(name === undefined ? 'A command is needed.' : `There is no command "${positionals.join(' ')}".`)
}

function modelOf(id: string): Model {
  const model = MODELS.find((each) => each.id === id)
  if (model === undefined) throw refusal(`There is no model ${id}; there are ${MODELS.map((each) => each.id).join(', ')}.`)
  return model
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { model: { type: 'string', multiple: true } } })
  } catch {
    throw refusal('The options cannot be read.')
  }
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure(`${sentence}\n${USAGE}`)
}
