import {
  getLlama,
  resolveChatWrapper,
  type ChatWrapper,
  type Llama,
  type LlamaContextSequence,
  type LlamaModel,
} from 'node-llama-cpp'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { LlamaJob } from './llama-job.ts'

/** Tokens of the longest question with its answer: some lines of a call, examples, and a sentence. */
const CONTEXT_SIZES = [4096, 3072]
const MOST_ANSWER_TOKENS = 200

/** A loaded model. */
export interface OpenModel {
  llama: Llama
  model: LlamaModel
  sequence: LlamaContextSequence
  chat: ChatWrapper
  /** The token limit for question and answer together, and for the answer. */
  contextTokens: number
  answerTokens: number
}

/** Loads the library as compiled for this system: nothing is compiled or fetched. @throws when there is none. */
export async function openLlama(threads: number): Promise<Llama> {
  return getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: threads,
    logger: (_, message) => void process.stderr.write(`${message}\n`),
  })
}

/**
 * Loads a model with the largest context that its memory allows.
 * @throws {PermanentFailure} when there is too little memory for any context; otherwise what the library throws.
 */
export async function openModel({
  modelPath,
  threads,
  contextBytes,
}: Pick<LlamaJob, 'modelPath' | 'threads' | 'contextBytes'>): Promise<OpenModel> {
  const llama = await openLlama(threads)
  const model = await llama.loadModel({ modelPath, gpuLayers: 0 })
  const contextSize = await contextSizeFor(model, contextBytes)
  const context = await model.createContext({ contextSize, threads })
  // A reasoning model would think for minutes first.
  const chat = resolveChatWrapper(model, {
    customWrapperSettings: { qwen: { thoughts: 'discourage' } },
    warningLogs: false,
  })
  const contextTokens = Math.min(contextSize, context.contextSize)
  return {
    llama,
    model,
    sequence: context.getSequence(),
    chat,
    contextTokens,
    answerTokens: MOST_ANSWER_TOKENS,
  }
}

async function contextSizeFor(model: LlamaModel, bytes: number): Promise<number> {
  const sizes = CONTEXT_SIZES.filter((size) => size <= model.trainContextSize)
  for (const contextSize of sizes.length > 0 ? sizes : [model.trainContextSize]) {
    const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2({
      contextSize,
      modelGpuLayers: 0,
    })
    if (cpuRam <= bytes) return contextSize
  }
  throw new PermanentFailure('model_memory')
}
