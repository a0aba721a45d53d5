import { LlamaGrammarEvaluationState, type ChatHistoryItem, type Token } from 'node-llama-cpp'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { JsonRequest } from '../../openai/complete-json.ts'
import { getGrammarSchema } from './llama-grammar.ts'
import type { OpenModel } from './llama-model.ts'

/** Tokens read between two progress reports. */
const PIECE = 256
/** Approximate cost of writing a token relative to reading one. */
const WRITING = 4
/** Typical answer length in tokens; longer answers are reported as almost done. */
const USUAL_ANSWER = 800
const ALMOST = 0.99

/**
 * Asks the model for an object of the schema; a grammar restricts each token, so no other answer is possible.
 * @param onProgress 0–1, by tokens read and written.
 * @throws {PermanentFailure} with a sentence when question or answer is too long for the model.
 */
export async function completeJson<T>(
  open: OpenModel,
  { system, user, schema, tidy = (value) => value, onUse }: JsonRequest<T>,
  onProgress: (fraction: number) => void,
): Promise<T> {
  const { llama, model, sequence, contextTokens, answerTokens } = open
  const question = getQuestion(open, system, user)
  const last = question.at(-1)
  if (last === undefined || question.length + answerTokens > contextTokens)
    throw new PermanentFailure('recap_failed', 'Part of this call is too long for this server’s recap model.')
  const work = question.length + WRITING * Math.min(USUAL_ANSWER, answerTokens)
  const reportProgress = (read: number, written: number) =>
    onProgress(Math.min(ALMOST, (read + WRITING * written) / work))

  // The prefix shared with the last question is still cached.
  await sequence.adaptStateToTokens(question.slice(0, -1), false)
  for (let at = sequence.nextTokenIndex; at < question.length - 1; at += PIECE) {
    await sequence.evaluateWithoutGeneratingNewTokens(question.slice(at, Math.min(at + PIECE, question.length - 1)))
    reportProgress(at, 0)
  }
  const grammar = await llama.createGrammarForJsonSchema(getGrammarSchema(schema))
  const answer: Token[] = []
  let value: unknown
  for await (const token of sequence.evaluate([last], {
    temperature: 0,
    grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }),
  })) {
    answer.push(token)
    reportProgress(question.length, answer.length)
    // Without this, the grammar allows the model to write empty lines at the end.
    if (model.detokenize([token]).includes('}')) value = readWhole(model.detokenize(answer))
    if (value !== undefined || answer.length >= answerTokens) break
  }
  onUse?.({ inputTokens: question.length, outputTokens: answer.length, readMs: null })
  if (value === undefined)
    throw new PermanentFailure('recap_failed', 'This server’s recap model sent a response that is too long.')
  onProgress(1)
  return schema.parse(tidy(value))
}

/** @returns undefined while the answer is incomplete. */
function readWhole(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

/** In the model's chat format; no text can be mistaken for part of that format. */
function getQuestion({ model, chat }: OpenModel, system: string, user: string): Token[] {
  const chatHistory: ChatHistoryItem[] = [
    { type: 'system', text: system },
    { type: 'user', text: user },
    { type: 'model', response: [] },
  ]
  const tokens = chat.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer)
  const { bos, shouldPrependBosToken } = model.tokens
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens
}
