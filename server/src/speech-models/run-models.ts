import type { Egress } from '../kernel/egress.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { ModelsCommand } from './arguments.ts'
import type { Model, ModelFile } from './manifest.ts'
import { checkFile, modelPath, partPath, sizeFor, type FileState } from './model-folder.ts'
import { pullModel } from './pull-model.ts'
import { megabytes, modelBytes } from './sizes.ts'

export interface ModelsDeps {
  /** The models available here. */
  models: readonly Model[]
  /** MODELS_DIR. */
  folder: string
  /** Hosts that models may be fetched from. */
  egress: Egress
  signal: AbortSignal
  /** Writes a line of results. */
  print: (line: string) => void
  /** Writes a line of progress for a long command. */
  printStatus: (line: string) => void
}

/** Progress is printed once per this share of a file, in percent. */
const PROGRESS_STEP = 10

/** Runs a command. @throws {PermanentFailure} with a sentence for the operator. */
export async function runModels(command: Exclude<ModelsCommand, { name: 'trial' }>, deps: ModelsDeps): Promise<void> {
  if (command.name === 'list') await list(deps)
  else if (command.name === 'verify') await verify(deps)
  else await pull(command, deps)
}

async function pull(
  { from, models }: Extract<ModelsCommand, { name: 'pull' }>,
  { folder, egress, signal, print, printStatus }: ModelsDeps,
): Promise<void> {
  for (const model of models) {
    const fetched = await pullModel(model, { folder, from, egress, signal, onProgress: progressPrinter(printStatus) })
    print(`${model.id}: ${fetched === 0 ? 'already installed' : 'downloaded and verified'} (${model.licence})`)
  }
}

/** Checks only sizes, which is instant; `verify` reads the bytes. */
async function list({ models, folder, print }: ModelsDeps): Promise<void> {
  print(`Models are stored in ${folder}.`)
  for (const model of models) {
    const here = await Promise.all(
      model.files.map(async (file) => (await sizeFor(modelPath(folder, model, file))) === file.bytes),
    )
    const begun = await Promise.all(
      model.files.map(async (file) => (await sizeFor(partPath(modelPath(folder, model, file)))) !== null),
    )
    const state = here.every(Boolean) ? 'installed' : [...here, ...begun].some(Boolean) ? 'incomplete' : 'not installed'
    print(
      [
        model.id.padEnd(26),
        megabytes(modelBytes(model)).padStart(7),
        getLanguages(model).padEnd(12),
        state.padEnd(13),
        model.licence,
      ].join('  '),
    )
  }
  if (models.some(({ kind }) => kind === 'writing'))
    print(
      'Recap models are chosen by license and published results. To test one on this machine: npm run models -- trial',
    )
}

async function verify({ models, folder, signal, print }: ModelsDeps): Promise<void> {
  const words: Record<FileState, string> = {
    good: 'good',
    wrong: 'DAMAGED: remove it and pull again',
    part: 'incomplete: pull again',
    absent: 'not installed',
  }
  let bad = 0
  for (const model of models) {
    const states: FileState[] = []
    for (const file of model.files) states.push(await checkFile(modelPath(folder, model, file), file, { signal }))
    // A model that was never fetched is not an error.
    if (states.every((state) => state === 'absent')) continue
    model.files.forEach((file, i) => print(`${model.id}/${file.name}: ${words[states[i] ?? 'absent']}`))
    bad += states.filter((state) => state !== 'good').length
  }
  if (bad > 0)
    throw new PermanentFailure('conflict', `${bad} ${bad === 1 ? 'file is' : 'files are'} missing or damaged.`)
}

function progressPrinter(printStatus: ModelsDeps['printStatus']) {
  const printed = new Map<string, number>()
  return ({ name, bytes: all }: ModelFile, bytes: number): void => {
    const tenth = Math.floor((100 * bytes) / all / PROGRESS_STEP)
    if (tenth === 0 || tenth === printed.get(name)) return
    printed.set(name, tenth)
    printStatus(`${name}: ${tenth * PROGRESS_STEP}% of ${megabytes(all)}`)
  }
}

function getLanguages({ languages }: Model): string {
  return languages.length > 3 ? `${languages.length} languages` : languages.join(', ')
}
