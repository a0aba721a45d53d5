import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

const [accountSid, authToken, from] = ['AC0123', 'a secret', '+15005550006']

/** As strict as Twilio's Messages resource. @returns status and code of a refusal. */
function getRefusal(request: IncomingMessage, form: URLSearchParams): [status: number, code: number] | null {
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return [404, 20404]
  if (request.method !== 'POST') return [405, 20004]
  if (request.headers.authorization !== basic) return [401, 20003]
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return [415, 20015]
  if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? '')) return [400, 21211]
  if (form.get('From') !== from && form.get('MessagingServiceSid') !== 'MG1') return [400, 21606]
  const length = (form.get('Body') ?? '').length
  return length === 0 || length > 1600 ? [400, 21602] : null
}

/** Accepts text messages like Twilio, and records them. */
export interface FakeTwilio {
  accountSid: string
  authToken: string
  from: string
  apiBase: string
  /** The product's settings for this service. */
  settings: Record<string, string>
  messages: { to: string; text: string }[]
  close(): Promise<void>
}

export async function startFakeTwilio(): Promise<FakeTwilio> {
  const messages: { to: string; text: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      const refusal = getRefusal(request, form)
      response.writeHead(refusal?.[0] ?? 201, { 'content-type': 'application/json' })
      if (refusal === null) messages.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' })
      response.end(JSON.stringify(refusal === null ? { sid: 'SM42' } : { code: refusal[1], message: 'refused' }))
    })
  })
  const { url: apiBase, close } = await listen(server)
  return {
    accountSid,
    authToken,
    from,
    apiBase,
    settings: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: from,
      TWILIO_API_BASE: apiBase,
    },
    messages,
    close,
  }
}
