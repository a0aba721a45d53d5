import { installModel } from '../../speech-models/install-model.testing.ts'
import type { Model } from '../../speech-models/manifest.ts'
import { writeGguf, type GgufTensor } from './gguf.testing.ts'
import { INSTRUCTIONS } from './local/questions.ts'

/**
 * A language model with the shape, vocabulary and metadata of one that llama.cpp runs, but untrained: its next token
 * depends only on the last one. After the prompt it prefers to chat; if it may not, it gives its answer.
 */
interface TestLlama {
  /** Its answer when restricted to JSON. If the answer is not allowed, or ends early, it closes open brackets. */
  answer: string
  /** Never ends a text or a list. */
  endless?: boolean
  /** Tokens that it was "trained" to read at once. */
  contextTokens?: number
}

/** A preference for one token after another one, or after any (null). */
interface Want {
  after: number | null
  next: number
  logit: number
}

/** What every test model would say without a JSON grammar. */
export const CHATTER = 'Sure! Here is what you asked for: '

/** Its answer for every step. */
const TEST_ANSWER = { task: 'Send Ben the offer', when: 'by Friday' }

const HEAD = 32
const FORWARD = 32
const LETTERS_A_PIECE = 24
const TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
const NORMAL = 1
const CONTROL = 3
const BYTE = 6
const SPECIAL = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>']
const [UNKNOWN, BEGIN, END, TURN_END] = [0, 1, 2, 4]
const BYTES = 256
/** Strengths of preferences, in logits. */
const [MOST, MORE, A_LITTLE] = [40, 30, 5]

/** Writes a test model to a models folder. @returns its manifest entry. */
export function installTestLlama(
  folder: string,
  { id = 'test-model', ...model }: Partial<TestLlama> & { id?: string } = {},
): Promise<Model> {
  return installModel(
    folder,
    { id, kind: 'writing' },
    { 'test-model.gguf': writeTestLlama({ answer: JSON.stringify(TEST_ANSWER), ...model }) },
  )
}

/** The model's file: about 1 MB. */
function writeTestLlama({ answer, endless = false, contextTokens = 32_768 }: TestLlama): Buffer {
  const pieces = getPieces(answer)
  const [newline, chatter] = [byteToken('\n'), SPECIAL.length + BYTES]
  const said = pieces.map((_, i) => chatter + 1 + i)
  // These words are only read, never written: with them, prompts are as short as for a trained model.
  const tokens = [
    ...SPECIAL.map((text) => ({ text, type: CONTROL })),
    ...Array.from({ length: BYTES }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      type: BYTE,
    })),
    ...[CHATTER, ...pieces, ...wordBeginnings(INSTRUCTIONS.join(' '))].map((text) => ({
      text: text.replaceAll(' ', '▁'),
      type: NORMAL,
    })),
  ]
  const wants: Want[] = [
    { after: newline, next: chatter, logit: MOST },
    { after: newline, next: chatter + 1, logit: MORE },
    { after: chatter, next: TURN_END, logit: MOST },
    ...said.map((token) => ({ after: token, next: token === said.at(-1) ? TURN_END : token + 1, logit: MORE })),
    ...['"', ']', '}'].map((closing) => ({ after: null, next: byteToken(closing), logit: A_LITTLE })),
    ...(endless
      ? ['o', ',', '{'].map((more) => ({
          after: null,
          next: byteToken(more),
          logit: more === 'o' ? MOST : A_LITTLE + 2,
        }))
      : []),
    { after: null, next: TURN_END, logit: A_LITTLE + 1 },
  ]
  // Each token with a successor gets its own direction; all others share one.
  const directions = [null, newline, chatter, ...said]
  const width = Math.ceil(directions.length / HEAD) * HEAD
  return writeGguf(
    {
      'general.architecture': { type: 'string', value: 'llama' },
      'general.name': { type: 'string', value: 'test-model' },
      'llama.context_length': { type: 'uint32', value: contextTokens },
      'llama.embedding_length': { type: 'uint32', value: width },
      'llama.block_count': { type: 'uint32', value: 1 },
      'llama.feed_forward_length': { type: 'uint32', value: FORWARD },
      'llama.attention.head_count': { type: 'uint32', value: width / HEAD },
      'llama.attention.head_count_kv': { type: 'uint32', value: 1 },
      'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-6 },
      'llama.rope.dimension_count': { type: 'uint32', value: HEAD },
      'llama.vocab_size': { type: 'uint32', value: tokens.length },
      'tokenizer.ggml.model': { type: 'string', value: 'llama' },
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens.map(({ text }) => text) },
      'tokenizer.ggml.scores': { type: 'float32s', value: tokens.map(() => 0) },
      'tokenizer.ggml.token_type': { type: 'int32s', value: tokens.map(({ type }) => type) },
      'tokenizer.ggml.unknown_token_id': { type: 'uint32', value: UNKNOWN },
      'tokenizer.ggml.bos_token_id': { type: 'uint32', value: BEGIN },
      'tokenizer.ggml.eos_token_id': { type: 'uint32', value: END },
      'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
      'tokenizer.chat_template': { type: 'string', value: TEMPLATE },
    },
    getTensors(tokens.length, width, directions, wants),
  )
}

/** Attention and feed-forward layers add nothing to the token. */
function getTensors(
  vocabulary: number,
  width: number,
  directions: readonly (number | null)[],
  wants: readonly Want[],
): GgufTensor[] {
  const embedding = new Float32Array(width * vocabulary)
  for (let token = 0; token < vocabulary; token += 1)
    embedding[token * width + Math.max(0, directions.indexOf(token))] = 1
  const output = new Float32Array(width * vocabulary)
  // Normalizing a single 1 makes it the square root of the width.
  const scale = 1 / Math.sqrt(width)
  for (const { after, next, logit } of wants) {
    directions.forEach((direction, i) => {
      if (after === null || after === direction)
        output[next * width + i] = Math.max(output[next * width + i] ?? 0, logit * scale)
    })
  }
  const ones = (name: string) => ({ name, dims: [width], values: new Float32Array(width).fill(1) })
  const zeros = (name: string, ...dims: number[]) => ({
    name,
    dims,
    values: new Float32Array(dims.reduce((product, dim) => product * dim, 1)),
  })
  return [
    { name: 'token_embd.weight', dims: [width, vocabulary], values: embedding },
    ones('blk.0.attn_norm.weight'),
    zeros('blk.0.attn_q.weight', width, width),
    zeros('blk.0.attn_k.weight', width, HEAD),
    zeros('blk.0.attn_v.weight', width, HEAD),
    zeros('blk.0.attn_output.weight', width, width),
    ones('blk.0.ffn_norm.weight'),
    zeros('blk.0.ffn_gate.weight', width, FORWARD),
    zeros('blk.0.ffn_up.weight', width, FORWARD),
    zeros('blk.0.ffn_down.weight', FORWARD, width),
    ones('output_norm.weight'),
    { name: 'output.weight', dims: [width, vocabulary], values: output },
  ]
}

function byteToken(character: string): number {
  return SPECIAL.length + character.charCodeAt(0)
}

/** The prefixes of a text's words, from two letters: the tokenizer merges a word prefix by prefix. */
function wordBeginnings(text: string): string[] {
  const words = text.match(/ ?[a-z]+/gi) ?? []
  return [...new Set(words.flatMap((word) => Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 2))))]
}

/** Cuts a text into pieces, all different. */
function getPieces(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest !== '') {
    let length = Math.min(LETTERS_A_PIECE, rest.length)
    while (pieces.includes(rest.slice(0, length))) length += 1
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return pieces
}
