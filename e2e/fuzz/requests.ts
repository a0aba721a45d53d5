import fc from 'fast-check'
import { generateSync } from 'json-schema-faker'
import type { Operation } from './api-description.ts'
import { hostileBody, hostileHeader, hostileText, hostileValue } from './hostile-values.ts'
import type { World } from './world.ts'

/** A request as it is sent. */
export interface FuzzRequest {
  method: string
  /** From the root, with its query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Bodies that are made as described: what is large comes by the hostile values. */
const SMALL = { maxDepth: 6, maxDefaultItems: 3, maxItems: 4, maxLength: 80 }

/** How often a part is as the description has it. */
const GOOD = 0.7

/** Values by which a request gets past its first check. */
export type Known = World['known']

/** Makes requests to the described routes, and to some that there are not: random, but each decided by a number only. */
export function requestsTo(operations: readonly Operation[], known: () => Known) {
  const operation = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...operations) },
    { weight: 1, arbitrary: unknownOperation },
  )
  const plan = operation.chain((chosen) =>
    fc.record({
      chosen: fc.constant(chosen),
      seed: fc.nat(),
      sender: fc.constantFrom('owner', 'owner', 'owner', 'stranger', 'ended', 'visitor', 'nonsense' as const),
      places: fc.array(fc.record({ good: chance(GOOD), pick: fc.nat(), hostile: hostileText }), {
        minLength: 6,
        maxLength: 6,
      }),
      body: fc.oneof(
        { weight: 6, arbitrary: fc.constant({ kind: 'good' as const }) },
        {
          weight: 6,
          arbitrary: fc.record({ kind: fc.constant('field' as const), pick: fc.nat(), value: hostileValue }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole' as const), value: hostileValue }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('text' as const), text: hostileBody }) },
      ),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant(null) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/xml',
            'application/json; charset=utf-16',
            'multipart/form-data',
          ),
        },
      ),
      header: fc.option(
        fc.tuple(
          fc.constantFrom(
            'range',
            'accept',
            'accept-encoding',
            'cookie',
            'if-none-match',
            'if-modified-since',
            'origin',
            'upload-length',
            'upload-offset',
            'upload-metadata',
            'tus-resumable',
            'x-http-method-override',
            'user-agent',
            'authorization',
          ),
          hostileHeader,
        ),
        { freq: 4 },
      ),
    }),
  )
  return (seed: number): FuzzRequest => {
    const [drawn] = fc.sample(plan, { seed, numRuns: 1 })
    if (drawn === undefined) throw new Error('nothing was drawn')
    return toRequest(drawn, known())
  }
}

type Plan = {
  chosen: Operation
  seed: number
  sender: 'owner' | 'stranger' | 'ended' | 'visitor' | 'nonsense'
  places: { good: boolean; pick: number; hostile: string }[]
  body:
    | { kind: 'good' }
    | { kind: 'field'; pick: number; value: unknown }
    | { kind: 'whole'; value: unknown }
    | { kind: 'text'; text: string }
  type: string | null
  header: [name: string, value: string] | null
}

function toRequest({ chosen, seed, sender, places, body, type, header }: Plan, known: Known): FuzzRequest {
  const left = [...places]
  const valueOf = (schema: Operation['parameters'][number]['schema'], choices: readonly string[]): string => {
    const place = left.shift() ?? { good: true, pick: 0, hostile: '' }
    if (!place.good) return place.hostile
    return choices[place.pick % Math.max(1, choices.length)] ?? String(generateSync(schema, { seed }))
  }
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let path = chosen.path
  for (const { name, in: where, schema } of chosen.parameters) {
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(wellFormed(valueOf(schema, known.path))))
    if (where === 'query' && places[0]?.good !== false)
      query.append(name, wellFormed(valueOf(schema, known.query[name] ?? [])))
    if (where === 'header') headers[name] = valueOf(schema, []).replaceAll(/[^\x20-\x7e]/g, '')
  }
  // Otherwise little of what comes after would get past the sign-in.
  const token = known.tokens[sender === 'owner' && chosen.path.endsWith('/logout') ? 'stranger' : sender]
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  // Each from another client, or the limits of clients would answer everything.
  headers['x-forwarded-for'] = `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`
  const text = chosen.body === null ? null : bodyText(chosen.body.schema, body, seed, known)
  if (chosen.body !== null) headers['content-type'] = type ?? chosen.body.type
  if (header !== null) headers[header[0]] = header[1]
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return { method: chosen.method, path: path + search, headers, body: text }
}

function bodyText(
  schema: NonNullable<Operation['body']>['schema'],
  body: Plan['body'],
  seed: number,
  known: Known,
): string {
  if (body.kind === 'text') return body.text
  if (body.kind === 'whole') return JSON.stringify(body.value)
  const made: unknown = generateSync(schema, { seed, ...SMALL })
  if (typeof made !== 'object' || made === null) return JSON.stringify(made)
  const good = { ...made, ...pickKnown(made, known) }
  if (body.kind === 'good') return JSON.stringify(good)
  const names = Object.keys(good)
  const name = names[body.pick % Math.max(1, names.length)] ?? 'unknown'
  return JSON.stringify({ ...good, [name]: body.value })
}

/** Ids and tokens that exist, in the places of those that were made up. */
function pickKnown(made: object, { body }: Known): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in made))
}

const chance = (of: number) => fc.integer({ min: 0, max: 99 }).map((percent) => percent < of * 100)

/** An address holds no half of a character. */
const wellFormed = (text: string) => text.toWellFormed()

const unknownOperation: fc.Arbitrary<Operation> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'QUERY'),
  path: fc.oneof(
    fc.constantFrom(
      '/',
      '/api',
      '/api/',
      '/api//tags',
      '/auth/v1',
      '/auth/v1/admin/users',
      '/files/',
      '/storage',
      '/storage/v1/object/uservideos/a',
      '/s',
      '/s/',
      '/s/preview',
      '/metrics',
      '/.env',
      '/.git/config',
      '/assets/none.js',
      '/.vite/manifest.json',
      '/%2e%2e/',
      '//evil.example/',
      '/dashboard',
      '/extension/callfolio-chrome.zip',
      '/healthz',
      '/readyz',
    ),
    fc.webPath(),
  ),
  parameters: fc.constant([]),
  body: fc.constant(null),
})
