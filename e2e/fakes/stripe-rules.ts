import type { IncomingMessage } from 'node:http'

/** The API version of the fake's responses; the real service answers in the version that each caller names. */
export const API_VERSION = '2026-10-28.endive'

/** A request that the real service would refuse, in its words. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly param: string | null

  constructor(
    message: string,
    {
      status = 400,
      type = 'invalid_request_error',
      code = null,
      param = null,
    }: { status?: number; type?: string; code?: string | null; param?: string | null } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }
}

/** A validated API call. */
export interface ApiCall {
  method: string
  path: string
  params: Readonly<Record<string, string>>
  expand: readonly string[]
}

interface Endpoint {
  params: readonly string[]
  required?: readonly string[]
  expandable?: readonly string[]
}

const SUBSCRIPTION_STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
]

/** The calls that the product may make; `*` matches an id. */
const ENDPOINTS: Record<string, Endpoint> = {
  'GET /v1/subscriptions/*': { params: [], expandable: ['latest_invoice', 'customer'] },
  'DELETE /v1/subscriptions/*': { params: ['invoice_now', 'prorate'] },
  'GET /v1/subscriptions': { params: ['customer', 'status', 'limit', 'starting_after', 'price'] },
  'GET /v1/invoice_payments': {
    params: ['invoice', 'status', 'limit'],
    expandable: ['data.payment.charge', 'data.payment.payment_intent', 'data.payment.payment_intent.latest_charge'],
  },
  'POST /v1/billing_portal/sessions': {
    params: ['customer', 'return_url', 'configuration', 'locale'],
    required: ['customer'],
  },
}

/** Reads a request as strictly as the API does. @throws {Refused} */
export function readCall(request: IncomingMessage, body: string, secretKey: string): ApiCall {
  const { method = '', headers, url = '' } = request
  if (headers.authorization !== `Bearer ${secretKey}`)
    throw new Refused(`Invalid API Key provided: ${headers.authorization ?? 'none'}`, { status: 401 })
  if (headers['stripe-version'] !== API_VERSION)
    throw new Refused(`Invalid Stripe API version: ${String(headers['stripe-version'])}`)
  if (body !== '' && headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw new Refused('Invalid request: content type must be application/x-www-form-urlencoded.')
  const { pathname, searchParams } = new URL(url, 'http://stripe')
  const endpoint = ENDPOINTS[`${method} ${pathname.replace(/^(\/v1\/subscriptions)\/[^/]+$/, '$1/*')}`]
  if (!endpoint) throw new Refused(`Unrecognized request URL (${method}: ${pathname}).`, { status: 404 })
  const sent = [...(method === 'POST' ? new URLSearchParams(body) : searchParams)]
  const expand = sent.filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, value]) => value)
  const params = Object.fromEntries(sent.filter(([name]) => !name.startsWith('expand[')))
  checkParams(endpoint, params, expand)
  return { method, path: pathname, params, expand }
}

function checkParams(
  { params: known, required = [], expandable = [] }: Endpoint,
  params: Record<string, string>,
  expand: readonly string[],
): void {
  for (const [param, value] of Object.entries(params)) {
    if (!known.includes(param))
      throw new Refused(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
    if (value === '')
      throw new Refused(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param })
  }
  const missing = required.find((param) => params[param] === undefined)
  if (missing !== undefined)
    throw new Refused(`Missing required param: ${missing}.`, { code: 'parameter_missing', param: missing })
  for (const path of expand) {
    if (path.split('.').length > 4)
      throw new Refused(`You cannot expand more than 4 levels of a property. Property: ${path}`)
    if (!expandable.includes(path)) throw new Refused(`This property cannot be expanded (${path}).`)
  }
  const limit = params['limit']
  if (limit !== undefined && !(Number(limit) >= 1 && Number(limit) <= 100))
    throw new Refused('Invalid integer: limit', { code: 'parameter_invalid_integer', param: 'limit' })
  if (params['return_url'] !== undefined && !URL.canParse(params['return_url']))
    throw new Refused('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  const status = params['status']
  if (status !== undefined && ![...SUBSCRIPTION_STATUSES, 'paid', 'open'].includes(status))
    throw new Refused(`Invalid status: ${status}`, { param: 'status' })
}
