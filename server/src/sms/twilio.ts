import { z } from 'zod'
import { TransientFailure } from '../kernel/errors.ts'
import type { SmsSender } from './sms.ts'

const TIMEOUT_MS = 15_000
const replySchema = z.object({ sid: z.string() })
const problemSchema = z.object({ code: z.number(), message: z.string() })

interface TwilioOptions {
  accountSid: string
  authToken: string
  /** A number (E.164) or the id of a messaging service (MG…). */
  from: string
  /** Without a trailing slash. */
  apiBase?: string
}

/** Sends text messages by Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource). */
export function createTwilioSms({
  accountSid,
  authToken,
  from,
  apiBase = 'https://api.twilio.com',
}: TwilioOptions): SmsSender {
  const url = `${apiBase}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    sends: true,
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, Body: text, ...sender })
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new TransientFailure('unavailable', 'Couldn’t reach Twilio', { cause })
      })
      const reply: unknown = await response.json().catch(() => null)
      if (response.ok) return { id: replySchema.parse(reply).sid }
      const problem = problemSchema.safeParse(reply).data
      throw new TransientFailure('unavailable', `Twilio refused the message (${problem?.code ?? response.status})`)
    },
  }
}
