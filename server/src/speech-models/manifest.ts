import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'

/** Used in a path. */
const nameSchema = z.string().regex(/^\w[\w.-]*$/, 'may contain only letters, digits, _, . and -')

/** A model's file, identified by its SHA-256. */
const modelFileSchema = z.object({
  name: nameSchema,
  bytes: z.number().int().positive(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ModelFile = Readonly<z.infer<typeof modelFileSchema>>

/** A model that can be fetched; its files are in a folder named after its id. */
const modelSchema = z.object({
  id: nameSchema,
  kind: z.enum(['voice-activity', 'whisper', 'transducer', 'speaker-segmentation', 'speaker-embedding', 'writing']),
  /** BCP 47 tags of its languages; empty: it detects voices, not words, or has too many languages to list. */
  languages: z.array(z.string()).readonly(),
  licence: z.string(),
  /** The publisher's address of one fixed version; the file name is appended. */
  home: z.url({ protocol: /^https?$/ }).endsWith('/'),
  files: z.array(modelFileSchema).min(1).readonly(),
})
export type Model = Readonly<z.infer<typeof modelSchema>>

/**
 * The models available here.
 * @param path of a JSON file that replaces the known models; undefined: none.
 * @throws {ConfigError} when the file can't be read.
 */
export async function loadModels(path: string | undefined): Promise<readonly Model[]> {
  if (path === undefined) return MODELS
  try {
    return z.array(modelSchema).parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const why = issue === undefined ? describeError(error) : `${issue.path.join('.')}: ${issue.message}`
    throw new ConfigError(`The setting MODELS_LIST is invalid: ${path} cannot be read (${why}).`, { cause: error })
  }
}

/**
 * The known models. Sizes and checksums are those of the makers' own releases (k2-fsa/sherpa-onnx), as several public
 * projects pin them; those of the recap models are Qwen's own, pinned alike. Speech models are in order of
 * preference. Recap models are chosen, not measured (docs/decisions/0012-models-run-in-child-processes.md).
 */
export const MODELS: readonly Model[] = [
  {
    id: 'silero-vad',
    kind: 'voice-activity',
    languages: [],
    licence: 'MIT',
    home: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/',
    files: [
      {
        name: 'silero_vad.onnx',
        bytes: 643_854,
        sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
      },
    ],
  },
  {
    id: 'parakeet-tdt-0.6b-v3-int8',
    kind: 'transducer',
    languages: 'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(' '),
    licence: 'CC-BY-4.0',
    home: 'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78/',
    files: [
      {
        name: 'encoder.int8.onnx',
        bytes: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      {
        name: 'decoder.int8.onnx',
        bytes: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        name: 'joiner.int8.onnx',
        bytes: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        name: 'tokens.txt',
        bytes: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    ],
  },
  {
    id: 'parakeet-tdt-0.6b-v2-int8',
    kind: 'transducer',
    languages: ['en'],
    licence: 'CC-BY-4.0',
    home: 'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8/resolve/1ab9323565ddb038682214b292f588070a538ce2/',
    files: [
      {
        name: 'encoder.int8.onnx',
        bytes: 652_184_296,
        sha256: 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab',
      },
      {
        name: 'decoder.int8.onnx',
        bytes: 7_257_753,
        sha256: 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e',
      },
      {
        name: 'joiner.int8.onnx',
        bytes: 1_739_080,
        sha256: '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2',
      },
      { name: 'tokens.txt', bytes: 9_384, sha256: 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d' },
    ],
  },
  {
    id: 'parakeet-tdt-110m-int8',
    kind: 'transducer',
    languages: ['en'],
    licence: 'CC-BY-4.0',
    // The maker's release is an archive; this is an unchanged copy of its files.
    home: 'https://huggingface.co/punitd/sherpa-onnx-nemo-parakeet_tdt_transducer_110m-en-36000-int8/resolve/66a4fa70643dc7ce25c9b38b2f87e1b35ddad33d/',
    files: [
      {
        name: 'encoder.int8.onnx',
        bytes: 131_113_202,
        sha256: '0f35509ddeb9b39002fb077d979a9fe74f06eb0bc4dd5c34f512f82e5111d657',
      },
      {
        name: 'decoder.int8.onnx',
        bytes: 3_955_863,
        sha256: 'f7c331c5504c2e593c76ed22b728e3f554af6c4a383dde862e719ced08b1da19',
      },
      {
        name: 'joiner.int8.onnx',
        bytes: 1_411_403,
        sha256: 'bf7dff69e9f2cdbe9943d70da358f38b361c115ba0105bae7e908e0d6ec782f6',
      },
      { name: 'tokens.txt', bytes: 9_953, sha256: '450e56bd2f036fe5b6aa821865838cc5aa9d8b0106134ce9a9ba0664abe6cd10' },
    ],
  },
  {
    id: 'pyannote-segmentation-3.0',
    kind: 'speaker-segmentation',
    languages: [],
    licence: 'MIT',
    home: 'https://huggingface.co/csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0/',
    files: [
      {
        name: 'model.onnx',
        bytes: 5_992_913,
        sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
      },
    ],
  },
  {
    id: '3d-speaker-campplus-zh-en',
    kind: 'speaker-embedding',
    languages: [],
    licence: 'Apache-2.0',
    home: 'https://huggingface.co/csukuangfj/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf/',
    files: [
      {
        name: '3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
        bytes: 28_281_164,
        sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
      },
    ],
  },
  {
    id: 'qwen3-1.7b-q8_0',
    kind: 'writing',
    languages: [],
    licence: 'Apache-2.0',
    home: 'https://huggingface.co/Qwen/Qwen3-1.7B-GGUF/resolve/90862c4b9d2787eaed51d12237eafdfe7c5f6077/',
    files: [
      {
        name: 'Qwen3-1.7B-Q8_0.gguf',
        bytes: 1_834_426_016,
        sha256: '061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a',
      },
    ],
  },
  {
    id: 'qwen3-4b-q4_k_m',
    kind: 'writing',
    languages: [],
    licence: 'Apache-2.0',
    home: 'https://huggingface.co/Qwen/Qwen3-4B-GGUF/resolve/bc640142c66e1fdd12af0bd68f40445458f3869b/',
    files: [
      {
        name: 'Qwen3-4B-Q4_K_M.gguf',
        bytes: 2_497_280_256,
        sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
      },
    ],
  },
]
