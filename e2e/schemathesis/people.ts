import { randomUUID } from 'node:crypto'

/** Input of hooks.py: the users whose requests Schemathesis sends, and their resources. */
export interface Known {
  /** Access token of the owner of everything below. */
  token: string
  /** Access token of another user, for routes that end a session. */
  ending_token: string
  /** The value of a path's first parameter, by the start of the path. */
  path: Record<string, string>
  /** Values of body fields. */
  body: Record<string, string>
}

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Dana>We ship in March.\n'

/** Signs up two users, the first with a microsite, a tag, a link and an upload. @param url of the server. */
export async function addPeople(url: string): Promise<Known> {
  const token = await signUp(url)
  const site = await post(url, '/api/process-meeting', token, { title: 'Call', captions: CAPTIONS })
  const microsite = String(site['job_id'])
  const tag = await post(url, '/api/tags', token, { name: 'Sales' })
  const link = await post(url, '/api/create-shareable-link', token, { microsite_id: microsite, expires_in_days: 7 })
  const share = String(link['share_url']).split('/').at(-1) ?? ''
  return {
    token,
    ending_token: await signUp(url),
    path: {
      '/api/microsites/': microsite,
      '/api/tags/': String(tag['id']),
      '/api/links/': String(link['id']),
      '/s/{token}': share,
      '/files/': await beginUpload(url, token),
    },
    body: { microsite_id: microsite, token: share },
  }
}

async function signUp(url: string): Promise<string> {
  const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
  return String((await post(url, '/auth/v1/signup', '', account))['access_token'])
}

async function beginUpload(url: string, token: string): Promise<string> {
  const headers = {
    'authorization': `Bearer ${token}`,
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-metadata': `filename ${btoa('call.mp4')},filetype ${btoa('video/mp4')}`,
  }
  const reply = await fetch(`${url}/files`, { method: 'POST', headers })
  return reply.headers.get('location')?.split('/').at(-1) ?? ''
}

async function post(url: string, path: string, token: string, body: unknown): Promise<Record<string, unknown>> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}
