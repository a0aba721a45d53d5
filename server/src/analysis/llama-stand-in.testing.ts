import { installModel } from '../speech-models/install-model.testing.ts'
import type { Model } from '../speech-models/manifest.ts'
import { writeGguf, type GgufTensor } from './gguf.testing.ts'

/**
 * A language model with the shape, the vocabulary and the metadata of one that llama.cpp runs, and no learning in it: its
 * next token follows from the last one alone. After the prompt it would rather chat; where it may not, it gives its answer.
 */
export interface StandInLlama {
  /** What it answers when it is held to JSON. Where that may not be, or breaks off, it closes what is open. */
  answer: string
  /** It never ends a text or a list that it has begun. */
  endless?: boolean
  /** Tokens that it was "trained" to read at once. */
  contextTokens?: number
}

/** What every stand-in would say if nothing held it to JSON. */
export const CHATTER = 'Sure! Here is what you asked for: '

const BLOCKS = 1
const HEAD = 32
const FORWARD = 32
const LETTERS_A_PIECE = 24
const TEMPLATE = "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
const NORMAL = 1
const UNKNOWN = 2
const CONTROL = 3
const BYTE = 6
const SPECIAL = [
  { text: '<unk>', type: UNKNOWN },
  { text: '<s>', type: CONTROL },
  { text: '</s>', type: CONTROL },
  { text: '<|im_start|>', type: CONTROL },
  { text: '<|im_end|>', type: CONTROL },
]
const [UNK, BOS, EOS, , TURN_END] = SPECIAL.keys()
/** How much it wants to say something, in logits. */
const [MOST, MORE, A_LITTLE] = [40, 30, 5]

/** A recap of the shape that is asked for, which stands on the call's first lines. */
const STAND_IN_RECAP = {
  title: 'A stand-in’s recap',
  summary: [{ text: 'The stand-in has read the call.', lines: ['L1'] }],
  quotes: [],
  action_points: [{ text: 'Anna sends the offer by Friday.', lines: ['L1', 'L2'] }],
  important_points: [],
  todo_list: [{ text: 'No such line.', lines: ['L99999'] }],
  chapters: [],
}

/** The model's file: about 2 MB. */
function writeStandInLlama({ answer, endless = false, contextTokens = 32_768 }: StandInLlama): Buffer {
  const bytes = Array.from({ length: 256 }, (_, byte) => ({ text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, type: BYTE }))
  const pieces = [CHATTER, ...piecesOf(answer)].map((text) => ({ text: text.replaceAll(' ', '▁'), type: NORMAL }))
  const tokens = [...SPECIAL, ...bytes, ...pieces]
  const width = Math.ceil(tokens.length / HEAD) * HEAD
  const byteToken = (character: string) => SPECIAL.length + character.charCodeAt(0)
  const chatter = SPECIAL.length + bytes.length
  const end = TURN_END ?? 0
  const wants: { after: number | null; next: number; logit: number }[] = [
    { after: byteToken('\n'), next: chatter, logit: MOST },
    { after: byteToken('\n'), next: chatter + 1, logit: MORE },
    { after: chatter, next: end, logit: MOST },
    ...pieces.slice(1).map((_, i) => ({ after: chatter + 1 + i, next: i + 2 < pieces.length ? chatter + 2 + i : end, logit: MORE })),
    ...(endless ? [{ after: null, next: byteToken('o'), logit: MOST }, ...[',', '{'].map((more) => ({ after: null, next: byteToken(more), logit: A_LITTLE + 2 }))] : []),
    ...['"', ']', '}'].map((closing) => ({ after: null, next: byteToken(closing), logit: A_LITTLE })),
    { after: null, next: end, logit: A_LITTLE + 1 },
  ]
  return writeGguf(
    {
      'general.architecture': { type: 'string', value: 'llama' },
      'general.name': { type: 'string', value: 'stand-in' },
      'llama.context_length': { type: 'uint32', value: contextTokens },
      'llama.embedding_length': { type: 'uint32', value: width },
      'llama.block_count': { type: 'uint32', value: BLOCKS },
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
      'tokenizer.ggml.unknown_token_id': { type: 'uint32', value: UNK ?? 0 },
      'tokenizer.ggml.bos_token_id': { type: 'uint32', value: BOS ?? 0 },
      'tokenizer.ggml.eos_token_id': { type: 'uint32', value: EOS ?? 0 },
      'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
      'tokenizer.chat_template': { type: 'string', value: TEMPLATE },
    },
    tensorsOf(tokens.length, width, wants),
  )
}

/** Each token is its own direction; attention and forward layers add nothing to it. */
function tensorsOf(vocabulary: number, width: number, wants: readonly { after: number | null; next: number; logit: number }[]): GgufTensor[] {
  const embedding = new Float32Array(width * vocabulary)
  for (let token = 0; token < vocabulary; token += 1) embedding[token * width + token] = 1
  const output = new Float32Array(width * vocabulary)
  // Norming a single 1 makes it the root of the width.
  const scale = 1 / Math.sqrt(width)
  for (const { after, next, logit } of wants) {
    const from = after === null ? [...Array.from({ length: vocabulary }).keys()] : [after]
    for (const last of from) output[next * width + last] = Math.max(output[next * width + last] ?? 0, logit * scale)
  }
  const ones = new Float32Array(width).fill(1)
  const zeros = (name: string, ...dims: number[]) => ({ name, dims, values: new Float32Array(dims.reduce((product, dim) => product * dim, 1)) })
  const blocks = Array.from({ length: BLOCKS }, (_, i) => [
    { name: `blk.${i}.attn_norm.weight`, dims: [width], values: ones },
    zeros(`blk.${i}.attn_q.weight`, width, width),
    zeros(`blk.${i}.attn_k.weight`, width, HEAD),
    zeros(`blk.${i}.attn_v.weight`, width, HEAD),
    zeros(`blk.${i}.attn_output.weight`, width, width),
    { name: `blk.${i}.ffn_norm.weight`, dims: [width], values: ones },
    zeros(`blk.${i}.ffn_gate.weight`, width, FORWARD),
    zeros(`blk.${i}.ffn_up.weight`, width, FORWARD),
    zeros(`blk.${i}.ffn_down.weight`, FORWARD, width),
  ])
  return [
    { name: 'token_embd.weight', dims: [width, vocabulary], values: embedding },
    ...blocks.flat(),
    { name: 'output_norm.weight', dims: [width], values: ones },
    { name: 'output.weight', dims: [width, vocabulary], values: output },
  ]
}

/** Cuts a text into pieces of which no two are the same. */
function piecesOf(text: string): string[] {
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

/** Puts a stand-in into a models folder. @returns what the manifest would say of it. */
export function installStandInLlama(folder: string, { id = 'stand-in', ...model }: Partial<StandInLlama> & { id?: string } = {}): Promise<Model> {
  return installModel(folder, { id, kind: 'writing' }, { 'stand-in.gguf': writeStandInLlama({ answer: JSON.stringify(STAND_IN_RECAP), ...model }) })
}
