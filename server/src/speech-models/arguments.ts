import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PermanentFailure } from '../kernel/errors.ts'
import { chooseSpeechModels, thisMachine, writingModelsFor, type Machine, type SpeechChoice } from './choose-model.ts'
import { MODELS, type Model } from './manifest.ts'

const USAGE = `Usage: npm run models -- COMMAND
  list                              lists models and whether they're installed
  pull [FROM] [--model ID …]        downloads the speech model and speaker models that fit this machine, or the models you name.
                                    FROM: a mirror's address or a folder, with one folder per model (default: their
                                    publishers). ID "writing": the recap model that fits this machine
  verify                            checks every installed file's SHA-256
  trial                             tests the recap model in use on two made-up sales calls`

/** Keyword instead of a model id. */
const WRITING = 'writing'

/** The operator's command. */
export type ModelsCommand =
  | { name: 'list' }
  | { name: 'verify' }
  | { name: 'trial' }
  | { name: 'pull'; from: string | null; models: readonly Model[] }

interface ArgumentsContext {
  /** The models available here. */
  models?: readonly Model[]
  /** The machine that the models are chosen for. */
  machine?: Machine
  speech?: SpeechChoice
}

/**
 * @param cwd base folder for relative paths.
 * @throws {PermanentFailure} with a sentence and the usage for arguments that can't be parsed.
 */
export function readArguments(
  args: readonly string[],
  cwd: string,
  {
    models = MODELS,
    machine = thisMachine(),
    speech = { preferred: 'auto', diskBytes: Infinity },
  }: ArgumentsContext = {},
): ModelsCommand {
  const { values, positionals } = parse(args)
  const [name, from, ...more] = positionals
  if (name === 'pull' && more.length === 0)
    return {
      name,
      from: from === undefined || /^https?:\/\//.test(from) ? (from ?? null) : resolve(cwd, from),
      models: values.model?.map((id) => getModel(id, models, machine)) ?? speechModels(models, machine, speech),
    }
  const isPlain = name === 'list' || name === 'verify' || name === 'trial'
  if (isPlain && from === undefined && values.model === undefined) return { name }
  throw refusal(name === undefined ? 'Specify a command.' : `Unknown command "${positionals.join(' ')}".`)
}

function speechModels(models: readonly Model[], machine: Machine, speech: SpeechChoice): readonly Model[] {
  const chosen = chooseSpeechModels(models, machine, speech)
  if (typeof chosen === 'string') throw new PermanentFailure('unavailable', chosen)
  return chosen
}

function getModel(id: string, models: readonly Model[], { memoryBytes, cores }: Machine): Model {
  if (id === WRITING) {
    const [best] = writingModelsFor(models, memoryBytes, cores)
    if (best === undefined)
      throw new PermanentFailure('unavailable', 'This machine has too little memory for a recap model.')
    return best
  }
  const model = models.find((each) => each.id === id)
  if (model === undefined)
    throw refusal(`Unknown model ${id}. Available: ${[...models.map((each) => each.id), WRITING].join(', ')}.`)
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
    throw refusal('Invalid options.')
  }
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure('invalid_request', `${sentence}\n${USAGE}`)
}
