import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Refusal } from './refusal.ts'

/** The accepted credentials. */
export interface S3Account {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface SignedRequest {
  method: string
  /** Path and query as sent. */
  target: string
  headers: IncomingHttpHeaders
}

const SKEW_MS = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

/**
 * Checks a request's Signature Version 4 like S3: key, time, region, that every header of the service is signed, and
 * the signature over method, path, query, headers and the declared body hash.
 * @throws {S3Refusal}
 */
export function checkSignature(
  request: SignedRequest,
  { accessKeyId, secretAccessKey, region }: S3Account,
  now: Date,
): void {
  const { headers } = request
  if (headers.authorization === undefined) throw new S3Refusal('AccessDenied', 403, 'The request is not signed.')
  const [, key = '', day = '', itsRegion = '', names = '', signature = ''] =
    AUTHORIZATION.exec(headers.authorization) ?? []
  if (key === '') throw new S3Refusal('AuthorizationHeaderMalformed', 400)
  if (key !== accessKeyId) throw new S3Refusal('InvalidAccessKeyId', 403)
  if (itsRegion !== region) throw new S3Refusal('AuthorizationHeaderMalformed', 400, `expecting '${region}'`)
  const time = String(headers['x-amz-date'])
  if (Math.abs(now.getTime() - getTime(time)) > SKEW_MS || !time.startsWith(day))
    throw new S3Refusal('RequestTimeTooSkewed', 403)
  const signed = names.split(';')
  const forgotten = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].filter(
    (name) => !signed.includes(name),
  )
  if (forgotten.length > 0) throw new S3Refusal('AccessDenied', 403, `not signed: ${forgotten.join(', ')}`)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonicalRequest(request, signed))}`
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  if (!timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, 'hex')))
    throw new S3Refusal('SignatureDoesNotMatch', 403)
}

function canonicalRequest({ method, target, headers }: SignedRequest, signed: string[]): string {
  const [path = '', query = ''] = target.split('?')
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('='))
  return [
    method,
    path.split('/').map(recoded).join('/'),
    pairs
      .map(([name = '', value = '']) => `${recoded(name)}=${recoded(value)}`)
      .sort((a, b) => (a < b ? -1 : 1))
      .join('&'),
    ...signed.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signed.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
}

/** Percent-encoded in canonical form, however it was sent. */
function recoded(part: string): string {
  return encodeURIComponent(decodeURIComponent(part)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** @param time such as `20261121T080000Z`. @returns ms, NaN when it can't be parsed. */
function getTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
