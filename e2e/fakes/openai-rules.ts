/** A request that the real service would refuse, in its words. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string | null

  constructor(message: string, status = 400, code: string | null = null) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface SpeechCall {
  model: string
  language: string | null
  prompt: string | null
  responseFormat: string
  granularities: string[]
  file: { name: string; bytes: Uint8Array }
}

export interface ChatCall {
  model: string
  messages: { role: string; content: string }[]
  format: ChatFormat
  /** Null if not requested. */
  schema: Record<string, unknown> | null
  /** The token limit of the answer; null: none. */
  limit: number | null
  /** Streams the answer as it is written. */
  streams: boolean
  /** Token usage comes with the last part. */
  reportsUse: boolean
  /** Prompt progress is streamed before the answer. */
  reportsReading: boolean
}

export type ChatFormat = 'json_schema' | 'json_object' | 'text'

/** The subset of the API that a compatible server supports; default: all of it. */
export interface Dialect {
  /** False: word timestamps are not supported. */
  granularities?: boolean
  formats?: readonly ChatFormat[]
  /** Names it accepts for the token limit. */
  limits?: readonly string[]
  /**
   * `refused`: it rejects `stream`; `ignored`: it sends the whole answer anyway; `without use`: it rejects
   * `stream_options`.
   */
  streams?: 'refused' | 'ignored' | 'without use'
  /** Accepts `return_progress`, like llama.cpp's server. */
  reportsReading?: boolean
}

const LARGEST_FILE = 25 * 1024 * 1024
const SPEECH_MODELS = [
  'whisper-1',
  'gpt-transcribe',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
]
const CHAT_MODELS = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-5', 'gpt-5-mini']
/** The models listed by `GET /models`. */
export const MODELS = [...SPEECH_MODELS, ...CHAT_MODELS]
const SPEECH_FIELDS = [
  'file',
  'model',
  'language',
  'prompt',
  'response_format',
  'temperature',
  'timestamp_granularities[]',
  'chunking_strategy',
]
const CHAT_FIELDS = [
  'model',
  'messages',
  'response_format',
  'temperature',
  'max_completion_tokens',
  'max_tokens',
  'seed',
  'stream',
  'stream_options',
]
const LIMITS = ['max_completion_tokens', 'max_tokens']
const MOST_TOKENS = 16_384

/** Reads `POST /audio/transcriptions`. @throws {Refused} */
export async function readSpeech(
  form: FormData,
  { granularities: timesWords = true }: Dialect = {},
): Promise<SpeechCall> {
  for (const name of form.keys())
    if (!SPEECH_FIELDS.includes(name)) throw new Refused(`Unrecognized request argument supplied: ${name}`)
  const file = form.get('file')
  if (!(file instanceof File)) throw new Refused('file is required')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length > LARGEST_FILE)
    throw new Refused(`Maximum content size limit (${LARGEST_FILE}) exceeded (${bytes.length} bytes read)`, 413)
  if (!/\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/.test(file.name) || !isAudio(bytes))
    throw new Refused('Invalid file format.')
  const model = one(form, 'model') ?? ''
  if (!SPEECH_MODELS.includes(model)) throw new Refused(`The model \`${model}\` does not exist`, 404, 'model_not_found')
  const language = one(form, 'language')
  if (language !== null && !/^[a-z]{2}$/.test(language))
    throw new Refused(`Invalid language '${language}'. Language parameter must be specified in ISO-639-1 format.`)
  const responseFormat = one(form, 'response_format') ?? 'json'
  if (!getFormats(model).includes(responseFormat))
    throw new Refused(`response_format '${responseFormat}' is not compatible with model '${model}'.`)
  const granularities = form.getAll('timestamp_granularities[]').map(String)
  if (granularities.length > 0 && !timesWords) throw new Refused('Extra inputs are not permitted', 422)
  if (granularities.length > 0 && responseFormat !== 'verbose_json')
    throw new Refused("timestamp_granularities is only supported with response_format 'verbose_json'.")
  if (granularities.some((name) => name !== 'word' && name !== 'segment'))
    throw new Refused('Invalid timestamp granularity.')
  if (model.endsWith('-diarize') && one(form, 'chunking_strategy') === null)
    throw new Refused('chunking_strategy is required for diarization models')
  return {
    model,
    language,
    prompt: one(form, 'prompt'),
    responseFormat,
    granularities,
    file: { name: file.name, bytes },
  }
}

/** Reads `POST /chat/completions`. @throws {Refused} */
export function readChat(
  body: unknown,
  { formats = ['json_schema', 'json_object', 'text'], limits = LIMITS, streams, reportsReading = false }: Dialect = {},
): ChatCall {
  const request = record(body, 'We could not parse the JSON body of your request.')
  const known = [...CHAT_FIELDS, ...(reportsReading ? ['return_progress'] : [])]
  for (const name of Object.keys(request))
    if (!known.includes(name)) throw new Refused(`Unrecognized request argument supplied: ${name}`)
  const { model, messages, response_format: format } = request
  if (typeof model !== 'string' || !CHAT_MODELS.includes(model))
    throw new Refused(`The model \`${String(model)}\` does not exist`, 404, 'model_not_found')
  if (!Array.isArray(messages) || messages.length === 0)
    throw new Refused("Invalid type for 'messages': expected a non-empty array.")
  const read = messages.map(readMessage)
  const limit = readLimit(request, limits)
  const asked =
    format === undefined ? { type: 'text' } : record(format, "Invalid type for 'response_format': expected an object.")
  const type = formats.find((known) => known === asked['type'])
  if (type === undefined) throw new Refused("Invalid value for 'response_format.type'.")
  if (type === 'json_object' && !read.some(({ content }) => /json/i.test(content)))
    throw new Refused(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    )
  return {
    model,
    messages: read,
    format: type,
    schema: type === 'json_schema' ? readSchema(asked['json_schema']) : null,
    limit,
    ...readStream(request, streams),
    reportsReading: request['return_progress'] === true,
  }
}

function readStream(
  { stream = false, stream_options: options }: Record<string, unknown>,
  dialect: Dialect['streams'],
): Pick<ChatCall, 'streams' | 'reportsUse'> {
  if (typeof stream !== 'boolean') throw new Refused("Invalid type for 'stream': expected a boolean.")
  if (stream && dialect === 'refused') throw new Refused("Unsupported value: 'stream' does not support true.")
  if (options === undefined) return { streams: stream && dialect !== 'ignored', reportsUse: false }
  if (!stream) throw new Refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
  if (dialect === 'without use') throw new Refused('Unrecognized request argument supplied: stream_options')
  const { include_usage: use = false, ...rest } = record(options, "Invalid type for 'stream_options'.")
  if (typeof use !== 'boolean' || Object.keys(rest).length > 0) throw new Refused("Invalid value for 'stream_options'.")
  return { streams: stream && dialect !== 'ignored', reportsUse: use }
}

function readLimit(request: Record<string, unknown>, known: readonly string[]): number | null {
  const given = LIMITS.filter((name) => request[name] !== undefined)
  const [name] = given
  if (name === undefined) return null
  if (given.length > 1)
    throw new Refused("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
  if (!known.includes(name))
    throw new Refused(
      `Unsupported parameter: '${name}' is not supported with this model.`,
      400,
      'unsupported_parameter',
    )
  const value = request[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw new Refused(`Invalid type for '${name}': expected a positive integer.`)
  if (value > MOST_TOKENS)
    throw new Refused(`${name} is too large: ${value}. This model supports at most ${MOST_TOKENS} completion tokens.`)
  return value
}

function readSchema(given: unknown): Record<string, unknown> {
  const { name, strict, schema } = record(given, "Missing required parameter: 'response_format.json_schema'.")
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    throw new Refused("Invalid 'response_format.json_schema.name'.")
  if (strict !== true) throw new Refused("'response_format.json_schema.strict' must be true.")
  const root = record(schema, "Missing required parameter: 'response_format.json_schema.schema'.")
  if (root['type'] !== 'object')
    throw new Refused(`Invalid schema for response_format '${name}': schema must be a JSON Schema of 'type: "object"'.`)
  checkSchema(root, name, [])
  return root
}

function readMessage(value: unknown): { role: string; content: string } {
  const { role, content, ...rest } = record(value, 'Invalid message.')
  if (role !== 'system' && role !== 'user' && role !== 'assistant')
    throw new Refused(`Invalid value for 'role': '${String(role)}'.`)
  if (typeof content !== 'string' || Object.keys(rest).length > 0)
    throw new Refused("Invalid value for 'content': expected a string.")
  return { role, content }
}

const SCHEMA_KEYWORDS = [
  '$schema',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  'description',
  'title',
]

/** The service's strict mode: every object closed, every property required, no unknown keyword. */
function checkSchema(schema: Record<string, unknown>, name: string, path: string[]): void {
  const refuse = (why: string) =>
    new Refused(`Invalid schema for response_format '${name}': In context=(${path.join(', ')}), ${why}`)
  for (const keyword of Object.keys(schema))
    if (!SCHEMA_KEYWORDS.includes(keyword)) throw refuse(`'${keyword}' is not permitted.`)
  const below = (value: unknown, step: string) =>
    checkSchema(record(value, `Invalid schema at ${step}`), name, [...path, step])
  if (schema['type'] === 'object') {
    const properties = record(schema['properties'], 'object schema missing properties')
    if (schema['additionalProperties'] !== false)
      throw refuse("'additionalProperties' is required to be supplied and to be false.")
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    for (const key of Object.keys(properties)) {
      if (!required.includes(key))
        throw refuse(
          `'required' is required to be supplied and to be an array including every key in properties. Missing '${key}'.`,
        )
      below(properties[key], key)
    }
  }
  if (schema['type'] === 'array') below(schema['items'], 'items')
  if (Array.isArray(schema['anyOf'])) schema['anyOf'].forEach((option, i) => below(option, `anyOf ${i}`))
}

function getFormats(model: string): string[] {
  if (model === 'whisper-1') return ['json', 'text', 'srt', 'verbose_json', 'vtt']
  return model.endsWith('-diarize') ? ['json', 'text', 'diarized_json'] : ['json', 'text']
}

/** An MP3 with or without a tag, or a RIFF file. */
function isAudio(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.slice(0, 4))
  return head.startsWith('ID3') || head === 'RIFF' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
}

function one(form: FormData, name: string): string | null {
  const values = form.getAll(name)
  if (values.length > 1) throw new Refused(`Duplicate field ${name}`)
  return typeof values[0] === 'string' ? values[0] : null
}

function record(value: unknown, message: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused(message)
  return { ...value }
}
