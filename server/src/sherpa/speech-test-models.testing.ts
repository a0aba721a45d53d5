import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from '../speech-models/manifest.ts'
import { writeOnnx } from './onnx.testing.ts'
import { installModel } from '../speech-models/install-model.testing.ts'

/**
 * Models with the shapes, metadata and token files of the speech models that sherpa-onnx uses, but untrained: they take
 * any loud sound as speech, and always the same words in it.
 */

const WINDOW = 512
const NEVER = -1000
const ALWAYS = 1000

/** Replaces Silero's voice detection as exported by k2-fsa. */
export async function installActivityModel(folder: string): Promise<Model> {
  const state = [2, 1, 64]
  const model = writeOnnx({
    inputs: [
      { name: 'x', type: 'float', dims: [1, WINDOW] },
      { name: 'h', type: 'float', dims: state },
      { name: 'c', type: 'float', dims: state },
    ],
    outputs: [
      { name: 'prob', type: 'float', dims: [1, 1] },
      { name: 'new_h', type: 'float', dims: state },
      { name: 'new_c', type: 'float', dims: state },
    ],
    constants: { gain: { dims: [1], values: [ALWAYS] }, floor: { dims: [1], values: [-5] } },
    nodes: [
      { op: 'Mul', from: ['x', 'x'], to: ['squares'] },
      { op: 'ReduceMean', from: ['squares'], to: ['power'], attributes: { axes: [1], keepdims: 1 } },
      { op: 'Mul', from: ['power', 'gain'], to: ['loud'] },
      { op: 'Add', from: ['loud', 'floor'], to: ['score'] },
      { op: 'Sigmoid', from: ['score'], to: ['prob'] },
      { op: 'Identity', from: ['h'], to: ['new_h'] },
      { op: 'Identity', from: ['c'], to: ['new_c'] },
    ],
  })
  return installModel(folder, { id: 'activity', kind: 'voice-activity' }, { 'silero_vad.onnx': model })
}

/** Replaces an English Whisper: the pitch of the sound, deep or high, selects the words. */
export async function installWhisper(folder: string): Promise<Model> {
  const tokens = [' A', ' deep', ' high', ' voice', '.', '<|endoftext|>', '<|startoftranscript|>', '<|notimestamps|>']
  const [, deep, high, , , end, start, noTimes] = tokens.keys()
  if (deep === undefined || high === undefined || end === undefined || start === undefined || noTimes === undefined)
    throw new Error('tokens are missing')
  const size = tokens.length
  const bands = 80
  // "deep" and "high" can both follow " A": the sound decides.
  const follows = new Map([
    [noTimes, [0]],
    [0, [deep, high]],
    [deep, [3]],
    [high, [3]],
    [3, [4]],
    [4, [end]],
  ])
  const cross = [1, 1, 1, 1]
  const self = [1, 1, 448, 1]
  const encoder = writeOnnx({
    inputs: [{ name: 'mel', type: 'float', dims: [1, bands, 'T'] }],
    outputs: ['n_layer_cross_k', 'n_layer_cross_v'].map((name) => ({ name, type: 'float', dims: cross })),
    constants: {
      slope: { dims: [1, bands], values: Array.from({ length: bands }, (_, band) => (band < bands / 4 ? 1 : -1 / 3)) },
      shape: { type: 'int64', dims: [4], values: cross },
    },
    nodes: [
      { op: 'ReduceMean', from: ['mel'], to: ['mean'], attributes: { axes: [2], keepdims: 1 } },
      { op: 'MatMul', from: ['slope', 'mean'], to: ['depth'] },
      { op: 'Reshape', from: ['depth', 'shape'], to: ['n_layer_cross_k'] },
      { op: 'Identity', from: ['n_layer_cross_k'], to: ['n_layer_cross_v'] },
    ],
    metadata: {
      n_mels: bands,
      n_text_layer: 1,
      n_text_ctx: 448,
      n_text_state: 1,
      n_vocab: size,
      sot: start,
      eot: end,
      blank_id: 0,
      translate: size,
      transcribe: size,
      is_multilingual: 0,
      no_timestamps: noTimes,
      no_speech: size,
      sot_sequence: String(start),
    },
  })
  const decoder = writeOnnx({
    inputs: [
      { name: 'tokens', type: 'int64', dims: [1, 'N'] },
      ...['in_n_layer_self_k_cache', 'in_n_layer_self_v_cache'].map((name) => ({
        name,
        type: 'float' as const,
        dims: self,
      })),
      ...['n_layer_cross_k', 'n_layer_cross_v'].map((name) => ({ name, type: 'float' as const, dims: cross })),
      { name: 'offset', type: 'int64', dims: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', dims: [1, 'N', size] },
      ...['out_n_layer_self_k_cache', 'out_n_layer_self_v_cache'].map((name) => ({
        name,
        type: 'float' as const,
        dims: self,
      })),
    ],
    constants: {
      follows: {
        dims: [size, size],
        values: tokens.flatMap((_, token) =>
          tokens.map((__, next) => (follows.get(token)?.includes(next) ? ALWAYS : NEVER)),
        ),
      },
      by_depth: { dims: [size], values: tokens.map((_, token) => (token === deep ? 1 : token === high ? -1 : 0)) },
      one: { type: 'int64', dims: [1], values: [1] },
    },
    nodes: [
      { op: 'Gather', from: ['follows', 'tokens'], to: ['next'] },
      { op: 'Reshape', from: ['n_layer_cross_k', 'one'], to: ['depth'] },
      { op: 'Mul', from: ['by_depth', 'depth'], to: ['heard'] },
      { op: 'Add', from: ['next', 'heard'], to: ['logits'] },
      { op: 'Identity', from: ['in_n_layer_self_k_cache'], to: ['out_n_layer_self_k_cache'] },
      { op: 'Identity', from: ['in_n_layer_self_v_cache'], to: ['out_n_layer_self_v_cache'] },
    ],
  })
  const table = tokens.map((token, id) => `${Buffer.from(token).toString('base64')} ${id}\n`).join('')
  return installModel(
    folder,
    { id: 'whisper', kind: 'whisper', languages: ['en'] },
    {
      'base.en-encoder.int8.onnx': encoder,
      'base.en-decoder.int8.onnx': decoder,
      'base.en-tokens.txt': Buffer.from(table),
    },
  )
}

/**
 * Replaces Parakeet, a transducer that predicts how long each token lasts: it speaks once the sound is louder than
 * average.
 */
export async function installTransducer(folder: string): Promise<Model> {
  const tokens = ['▁good', '▁mor', 'ning', '<blk>']
  const blank = tokens.length - 1
  const durations = 5
  const outputs = tokens.length + durations
  const [bands, step] = [128, 8]
  /** Scores after a token: the next one, and its duration in frames of 80 ms. */
  const row = (next: number, frames: number) =>
    Array.from({ length: outputs }, (_, i) => (i === next || i === tokens.length + frames ? ALWAYS : NEVER))
  const first = row(blank, 1).with(0, ALWAYS)
  const state = [1, 'N', 1]
  const encoder = writeOnnx({
    inputs: [
      { name: 'audio_signal', type: 'float', dims: ['N', bands, 'T'] },
      { name: 'length', type: 'int64', dims: ['N'] },
    ],
    outputs: [
      { name: 'outputs', type: 'float', dims: ['N', 1, 'F'] },
      { name: 'encoded_lengths', type: 'int64', dims: ['N'] },
    ],
    constants: { step: { type: 'int64', dims: [1], values: [step] } },
    nodes: [
      { op: 'ReduceMean', from: ['audio_signal'], to: ['loudness'], attributes: { axes: [1], keepdims: 1 } },
      { op: 'AveragePool', from: ['loudness'], to: ['outputs'], attributes: { kernel_shape: [step], strides: [step] } },
      { op: 'Div', from: ['length', 'step'], to: ['encoded_lengths'] },
    ],
    metadata: {
      vocab_size: blank,
      normalize_type: 'per_feature',
      pred_rnn_layers: 1,
      pred_hidden: 1,
      subsampling_factor: step,
      feat_dim: bands,
      url: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v2',
    },
  })
  const decoder = writeOnnx({
    inputs: [
      { name: 'targets', type: 'int32', dims: ['N', 1] },
      { name: 'target_length', type: 'int32', dims: ['N'] },
      ...['states.1', 'onnx::Slice_3'].map((name) => ({ name, type: 'float' as const, dims: state })),
    ],
    outputs: [
      { name: 'outputs', type: 'float', dims: ['N', outputs, 1] },
      { name: 'prednet_lengths', type: 'int32', dims: ['N'] },
      ...['states', '162'].map((name) => ({ name, type: 'float' as const, dims: state })),
    ],
    constants: {
      after: { dims: [tokens.length, outputs], values: [row(1, 2), row(2, 2), row(blank, 1), first].flat() },
    },
    nodes: [
      { op: 'Gather', from: ['after', 'targets'], to: ['next'] },
      { op: 'Transpose', from: ['next'], to: ['outputs'], attributes: { perm: [0, 2, 1] } },
      { op: 'Identity', from: ['target_length'], to: ['prednet_lengths'] },
      { op: 'Identity', from: ['states.1'], to: ['states'] },
      { op: 'Identity', from: ['onnx::Slice_3'], to: ['162'] },
    ],
  })
  const joiner = writeOnnx({
    inputs: [
      { name: 'encoder_outputs', type: 'float', dims: ['N', 1, 1] },
      { name: 'decoder_outputs', type: 'float', dims: ['N', outputs, 1] },
    ],
    outputs: [{ name: 'outputs', type: 'float', dims: ['N', 1, 1, outputs] }],
    constants: {
      first: { dims: [1, outputs, 1], values: Array.from({ length: outputs }, (_, i) => (i === 0 ? 1 : 0)) },
      shape: { type: 'int64', dims: [4], values: [1, 1, 1, outputs] },
    },
    nodes: [
      { op: 'Mul', from: ['encoder_outputs', 'first'], to: ['loud'] },
      { op: 'Add', from: ['decoder_outputs', 'loud'], to: ['scores'] },
      { op: 'Reshape', from: ['scores', 'shape'], to: ['outputs'] },
    ],
  })
  const table = tokens.map((token, id) => `${token} ${id}\n`).join('')
  return installModel(
    folder,
    { id: 'parakeet', kind: 'transducer', languages: ['en'] },
    {
      'encoder.int8.onnx': encoder,
      'decoder.int8.onnx': decoder,
      'joiner.int8.onnx': joiner,
      'tokens.txt': Buffer.from(table),
    },
  )
}

/** Both, for a server that downloads them. @returns them, and their files by the paths of a mirror. */
export async function installFetchable(folder: string): Promise<{ models: Model[]; files: Record<string, Buffer> }> {
  const models = [await installActivityModel(folder), await installWhisper(folder)]
  const names = models.flatMap(({ id, files }) => files.map(({ name }) => join(id, name)))
  const read = names.map(async (name) => [`/${name}`, await readFile(join(folder, name))] as const)
  return { models, files: Object.fromEntries(await Promise.all(read)) }
}
