import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { receiveBody } from '../receive-body.ts'
import { checkBody, type CheckedBody } from './body.ts'
import { createBucket, type NamedPart, type ObjectFacts, type S3Object } from './bucket.ts'
import { S3Refusal } from './refusal.ts'
import { checkSignature, type S3Account } from './signature.ts'

export interface FakeS3Options {
  bucket?: string
  /** Maximum entries per list response: small, so that lists have several pages. */
  pageSize?: number
  /** Refuses objects without this kind of server-side encryption. */
  requiredEncryption?: string
  /** Also requires this key of the key service. */
  requiredKmsKey?: string
  /** Whether the bucket name is in the host, not in the path. */
  virtualHosts?: boolean
  /** Refuses checksums beyond those of the original API, like older servers. */
  withoutChecksums?: boolean
}

interface Call {
  operation: Operation
  key: string
}

type Distort = (answer: Answer, call: Call) => Answer

interface Request {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: CheckedBody
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Host for bucket names in the host; it doesn't resolve: clients connect to `port` on this machine. */
export const VIRTUAL_HOST = 's3.test'

/** Starts a listening S3 server with one bucket. It refuses what S3 would refuse. */
export async function startFakeS3({
  bucket = 'recordings',
  pageSize = 3,
  requiredEncryption,
  requiredKmsKey,
  virtualHosts = false,
  withoutChecksums = false,
}: FakeS3Options = {}) {
  const account: S3Account = {
    accessKeyId: 'AKIDCALLFOLIO',
    secretAccessKey: 'secret/key+of=tests',
    region: 'eu-test-1',
  }
  const contents = createBucket(() => new Date())
  const calls: Call[] = []
  const faults: { status: number; operation: Operation | null }[] = []
  let silence: Promise<unknown> = Promise.resolve()
  let distort: Distort = (answer) => answer

  async function receive(incoming: IncomingMessage): Promise<Answer> {
    const { method = '', url: target = '', headers } = incoming
    const raw = await receiveBody(incoming)
    if (raw === null) return { status: 400 }
    checkSignature({ method, target, headers }, account, new Date())
    const url = new URL(target, 'http://s3')
    const [name, ...rest] = getPlace(url, headers.host)
    if (name !== bucket) throw new S3Refusal('NoSuchBucket', 404)
    if (withoutChecksums && Object.keys(headers).some((header) => NEWER_CHECKSUMS.test(header)))
      throw new S3Refusal(
        'NotImplemented',
        501,
        'a header that you provided implies functionality that is not implemented',
      )
    const body = checkBody(raw, headers, { mayBeUnsigned: withoutChecksums })
    const request = { method, key: rest.join('/'), query: url.searchParams, headers, body }
    const operation = getOperation(request)
    calls.push({ operation, key: request.key })
    await silence
    const next = faults.findIndex((fault) => fault.operation === null || fault.operation === operation)
    const [fault] = next < 0 ? [] : faults.splice(next, 1)
    if (fault?.status === HANG_UP) {
      incoming.destroy()
      return {}
    }
    if (fault) throw new S3Refusal(FAULTS[fault.status] ?? 'InternalError', fault.status)
    return distort(operations[operation](request), { operation, key: request.key })
  }

  const getBeginning = ({ headers }: Request): ObjectFacts => {
    const asked = headers['x-amz-server-side-encryption']
    if (requiredEncryption !== undefined && asked !== requiredEncryption)
      throw new S3Refusal('AccessDenied', 403, 'the bucket’s policy asks for encryption')
    const kmsKey = headers['x-amz-server-side-encryption-aws-kms-key-id']
    if (kmsKey !== undefined && asked !== 'aws:kms')
      throw new S3Refusal('InvalidArgument', 400, 'a key of the key service without its encryption')
    if (requiredKmsKey !== undefined && kmsKey !== requiredKmsKey)
      throw new S3Refusal('AccessDenied', 403, 'the bucket’s policy asks for another key')
    const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    return {
      encryption: asked === undefined ? null : String(asked),
      metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
    }
  }
  /** The bucket, and the segments of the key. */
  const getPlace = ({ pathname }: URL, host = ''): string[] => {
    const steps = pathname.split('/').map(decodeURIComponent).slice(1)
    return virtualHosts ? [host.replace(`.${VIRTUAL_HOST}:${port}`, ''), ...steps] : steps
  }
  const operations = createOperations({ bucket, contents, pageSize, getBeginning })
  const server = createServer((incoming, outgoing) => {
    void receive(incoming)
      .catch((error: unknown) => refusalAnswer(error))
      .then((answer) => send(incoming, outgoing, answer))
  })
  const { port, close } = await listen(server)
  const endpoint = `http://${virtualHosts ? VIRTUAL_HOST : '127.0.0.1'}:${port}`
  return {
    endpoint,
    bucket,
    account,
    calls,
    /** The bucket's content. */
    objects: contents.objects,
    /** Unfinished multipart uploads. */
    uploads: contents.uploads,
    /** Queues this status (0: hangs up) for the next request, or the next of one operation. */
    failNext: (status: number, operation: Operation | null = null) => void faults.push({ status, operation }),
    /** Delays all responses until this resolves. */
    keepSilent: (until: Promise<unknown>) => void (silence = until),
    /** Distorts all responses from now on, like a faulty server. */
    distort: (how: Distort) => void (distort = how),
    /** Clears queued failures and distortions. */
    recover: () => {
      faults.splice(0)
      distort = (answer) => answer
    },
    /** The settings of a server that uses it. */
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: account.region,
      S3_FORCE_PATH_STYLE: String(!virtualHosts),
      AWS_ACCESS_KEY_ID: account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    close,
  }
}
interface OperationsParts {
  bucket: string
  contents: ReturnType<typeof createBucket>
  pageSize: number
  getBeginning: (request: Request) => ObjectFacts
}

/** What the server does, by operation. */
function createOperations({ bucket, contents, pageSize, getBeginning }: OperationsParts) {
  const getLimit = (asked: string | null) => Math.min(Number(asked ?? pageSize), pageSize)
  const getId = ({ query }: Request) => query.get('uploadId') ?? ''

  return {
    HeadBucket: (): Answer => ({}),
    GetObject: ({ key, headers }: Request): Answer => {
      const object = contents.get(key)
      const answer = getRange(object, headers.range)
      // The whole object as sent: the reader detects later changes.
      const isAsked = headers['x-amz-checksum-mode'] === 'ENABLED' && headers.range === undefined
      if (!isAsked || object.crc32 === null) return answer
      return { ...answer, headers: { ...answer.headers, 'x-amz-checksum-crc32': object.crc32 } }
    },
    HeadObject: ({ key }: Request): Answer => {
      const { content, ...facts } = contents.get(key)
      return { headers: { ...getFacts(facts), 'content-length': String(content.length) } }
    },
    PutObject: (request: Request): Answer => {
      const { etag } = contents.put(request.key, request.body, getBeginning(request))
      return { headers: { etag } }
    },
    DeleteObject: ({ key }: Request): Answer => {
      contents.objects.delete(key)
      return { status: 204 }
    },
    ListObjectsV2: ({ query }: Request): Answer => {
      const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
      const prefix = query.get('prefix') ?? ''
      const all = [...contents.objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(byKey)
      const page = all.slice(0, getLimit(query.get('max-keys')))
      const more = page.length < all.length
      return xml('ListBucketResult', [
        ...page.map(
          ([key, { content, etag, modifiedAt }]) =>
            `<Contents>${tag('Key', key)}${tag('LastModified', modifiedAt.toISOString())}${tag('ETag', etag)}${tag('Size', content.length)}</Contents>`,
        ),
        tag('KeyCount', page.length),
        tag('IsTruncated', more),
        more ? tag('NextContinuationToken', Buffer.from(page.at(-1)?.[0] ?? '').toString('base64')) : '',
      ])
    },
    CreateMultipartUpload: (request: Request): Answer => {
      const checksums = request.headers['x-amz-checksum-algorithm'] !== undefined
      const id = contents.start(request.key, checksums, getBeginning(request))
      return xml('InitiateMultipartUploadResult', [tag('Bucket', bucket), tag('Key', request.key), tag('UploadId', id)])
    },
    UploadPart: (request: Request): Answer => {
      const number = Number(request.query.get('partNumber'))
      const { etag, crc32 } = contents.putPart(getId(request), request.key, number, request.body)
      return { headers: { etag, ...(crc32 !== null && { 'x-amz-checksum-crc32': crc32 }) } }
    },
    ListParts: (request: Request): Answer => {
      const after = Number(request.query.get('part-number-marker') ?? 0)
      const all = contents.parts(getId(request), request.key).filter(([number]) => number > after)
      const page = all.slice(0, getLimit(request.query.get('max-parts')))
      return xml('ListPartsResult', [
        ...page.map(
          ([number, { content, etag, modifiedAt }]) =>
            `<Part>${tag('PartNumber', number)}${tag('LastModified', modifiedAt.toISOString())}${tag('ETag', etag)}${tag('Size', content.length)}</Part>`,
        ),
        tag('IsTruncated', page.length < all.length),
        tag('NextPartNumberMarker', page.at(-1)?.[0] ?? 0),
      ])
    },
    CompleteMultipartUpload: (request: Request): Answer => {
      const named = getParts(request.body.content.toString())
      const { etag } = contents.complete(getId(request), request.key, named)
      return xml('CompleteMultipartUploadResult', [tag('Key', request.key), tag('ETag', etag)])
    },
    AbortMultipartUpload: (request: Request): Answer => {
      contents.abort(getId(request), request.key)
      return { status: 204 }
    },
    ListMultipartUploads: ({ query }: Request): Answer => {
      const marker = (query.get('key-marker') ?? '') + (query.get('upload-id-marker') ?? '')
      const prefix = query.get('prefix') ?? ''
      const all = contents.uploads().filter(({ key, id }) => key.startsWith(prefix) && key + id > marker)
      const page = all.slice(0, getLimit(query.get('max-uploads')))
      return xml('ListMultipartUploadsResult', [
        ...page.map(
          ({ key, id, startedAt }) =>
            `<Upload>${tag('Key', key)}${tag('UploadId', id)}${tag('Initiated', startedAt.toISOString())}</Upload>`,
        ),
        tag('IsTruncated', page.length < all.length),
        tag('NextKeyMarker', page.at(-1)?.key ?? ''),
        tag('NextUploadIdMarker', page.at(-1)?.id ?? ''),
      ])
    },
    DeleteObjects: ({ body, headers }: Request): Answer => {
      if (body.crc32 === null && headers['content-md5'] === undefined)
        throw new S3Refusal('InvalidRequest', 400, 'a checksum of the body is required')
      const keys = getValues(body.content.toString(), 'Key')
      for (const key of keys) contents.objects.delete(key)
      return xml(
        'DeleteResult',
        keys.map((key) => `<Deleted>${tag('Key', key)}</Deleted>`),
      )
    },
  }
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>

type Operation =
  | `${'Head' | 'Get' | 'Put' | 'Delete'}Object`
  | 'HeadBucket'
  | 'DeleteObjects'
  | 'ListObjectsV2'
  | `${'Create' | 'Complete' | 'Abort'}MultipartUpload`
  | 'UploadPart'
  | 'ListParts'
  | 'ListMultipartUploads'

const HANG_UP = 0
const NEWER_CHECKSUMS = /^x-amz-(?:checksum-|sdk-checksum-|trailer$)/
const FAULTS: Record<number, string> = { 403: 'AccessDenied', 503: 'SlowDown' }

const OF_BUCKET: Record<string, Operation> = { HEAD: 'HeadBucket' }
const OF_OBJECT: Record<string, Operation> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
}
const OF_MULTIPART: Record<string, Operation> = {
  GET: 'ListParts',
  PUT: 'UploadPart',
  POST: 'CompleteMultipartUpload',
  DELETE: 'AbortMultipartUpload',
}

function getOperation({ method, key, query, headers }: Request): Operation {
  const found = ((): Operation | undefined => {
    if (headers['x-amz-copy-source'] !== undefined) return undefined
    if (key === '' && method === 'GET' && query.get('list-type') === '2') return 'ListObjectsV2'
    if (key === '' && method === 'GET' && query.has('uploads')) return 'ListMultipartUploads'
    if (key === '' && method === 'POST' && query.has('delete')) return 'DeleteObjects'
    if (key === '') return OF_BUCKET[method]
    if (query.has('uploadId')) return OF_MULTIPART[method]
    return method === 'POST' && query.has('uploads') ? 'CreateMultipartUpload' : OF_OBJECT[method]
  })()
  if (found === undefined) throw new S3Refusal('NotImplemented', 501)
  return found
}

function getRange({ content, ...facts }: S3Object, range: string | undefined): Answer {
  const headers = { ...getFacts(facts), 'accept-ranges': 'bytes' }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined) return { headers, body: content }
  if (Number(first) >= content.length) throw new S3Refusal('InvalidRange', 416)
  const end = Math.min(last === '' ? Infinity : Number(last), content.length - 1)
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${end}/${content.length}` },
    body: content.subarray(Number(first), end + 1),
  }
}

function getFacts({ etag, modifiedAt, encryption, metadata }: Omit<S3Object, 'content'>): Record<string, string> {
  return {
    ...metadata,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    ...(encryption !== null && { 'x-amz-server-side-encryption': encryption }),
  }
}

function getParts(xmlText: string): NamedPart[] {
  return getValues(xmlText, 'Part').map((part) => ({
    number: Number(getValues(part, 'PartNumber')[0]),
    etag: getValues(part, 'ETag')[0] ?? '',
    crc32: getValues(part, 'ChecksumCRC32')[0] ?? null,
  }))
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function tag(name: string, value: string | number | boolean): string {
  return `<${name}>${String(value).replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)}</${name}>`
}

function getValues(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, value = '']) =>
    Object.entries(ENTITIES).reduceRight((found, [letter, entity]) => found.replaceAll(entity, letter), value),
  )
}

function xml(name: string, parts: string[]): Answer {
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</${name}>`,
  }
}

function refusalAnswer(error: unknown): Answer {
  if (!(error instanceof S3Refusal)) throw error
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error>${tag('Code', error.code)}${tag('Message', error.message)}</Error>`,
  }
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status = 200, headers, body = '' }: Answer): void {
  const length = incoming.method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...length, ...headers })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}
