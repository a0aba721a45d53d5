import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PermanentFailure } from '../kernel/errors.ts'
import { FIRST_MODELS, MODELS, type Model } from './manifest.ts'
import { thisMachine, writingModelsFor, type Machine } from './writing-model.ts'

const USAGE = `Usage: npm run models -- COMMAND
  list                              the models that are known, and which are here
  pull [FROM] [--model ID …]        fetches an English speech model and what tells speakers apart,
                                    or the models named; FROM is a mirror's address or a folder with
                                    a folder for each model (default: where they are published);
                                    "writing" stands for the writing model that suits this machine
  verify                            reads every file that is here and compares its SHA-256`

/** In place of an id. */
const WRITING = 'writing'

/** What the operator asks for. */
export type ModelsCommand =
  | { name: 'list' }
  | { name: 'verify' }
  | { name: 'pull'; from: string | null; models: readonly Model[] }

/**
 * @param cwd the folder that a path is meant from.
 * @param machine what the writing model is chosen for.
 * @throws {PermanentFailure} with a sentence for what can't be read, and the usage.
 */
export function readArguments(args: readonly string[], cwd: string, machine: Machine = thisMachine()): ModelsCommand {
  const { values, positionals } = parse(args)
  const [name, from, ...more] = positionals
  if (name === 'pull' && more.length === 0)
    return {
      name,
      from: from === undefined || /^https?:\/\//.test(from) ? (from ?? null) : resolve(cwd, from),
      models: (values.model ?? FIRST_MODELS).map((id) => modelOf(id, machine)),
    }
  if ((name === 'list' || name === 'verify') && from === undefined && values.model === undefined) return { name }
  throw refusal(name === undefined ? 'A command is needed.' : `There is no command "${positionals.join(' ')}".`)
}

function modelOf(id: string, { memoryBytes, cores }: Machine): Model {
  if (id === WRITING) {
    const [best] = writingModelsFor(MODELS, memoryBytes, cores)
    if (best === undefined)
      throw new PermanentFailure('unavailable', 'This machine has too little memory for a writing model.')
    return best
  }
  const model = MODELS.find((each) => each.id === id)
  if (model === undefined)
    throw refusal(`There is no model ${id}; there are ${[...MODELS.map((each) => each.id), WRITING].join(', ')}.`)
  return model
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { model: { type: 'string', multiple: true } },
    })
  } catch {
    throw refusal('The options cannot be read.')
  }
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure('invalid_request', `${sentence}\n${USAGE}`)
}
