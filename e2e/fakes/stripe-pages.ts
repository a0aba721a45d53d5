import type { IncomingMessage } from 'node:http'

type Page =
  | { kind: 'shown'; html: string }
  | { kind: 'paid'; period: 'monthly' | 'yearly'; buyer: { email: string | null; reference: string | null } }

/** The hosted pages: checkout by payment link, and the billing portal. @returns null for other paths. */
export function readPage({ method, url = '' }: IncomingMessage, body: string): Page | null {
  const { pathname, searchParams } = new URL(url, 'http://stripe')
  if (pathname.startsWith('/portal/')) return { kind: 'shown', html: getHtml('Billing portal', '') }
  const period = /^\/checkout\/(monthly|yearly)$/.exec(pathname)?.[1]
  if (period !== 'monthly' && period !== 'yearly') return null
  if (method === 'POST') {
    const reference = searchParams.get('client_reference_id')
    return {
      kind: 'paid',
      period,
      buyer: { email: new URLSearchParams(body).get('email'), reference: isReference(reference) ? reference : null },
    }
  }
  const email = escape(searchParams.get('prefilled_email') ?? '')
  return {
    kind: 'shown',
    html: getHtml(
      `Subscribe, ${period}`,
      `<form method="post"><label>Email <input name="email" value="${email}"></label><button>Pay</button></form>`,
    ),
  }
}

/** Stripe drops a reference with other characters or too many. */
function isReference(value: string | null): boolean {
  return value !== null && /^[\w-]{1,200}$/.test(value)
}

function getHtml(title: string, content: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${content}</html>`
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
