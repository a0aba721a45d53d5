import { randomUUID } from 'node:crypto'

type Sender = 'owner' | 'stranger' | 'ended' | 'visitor' | 'nonsense'

/** People and their things, by which requests get past the first checks. */
export interface World {
  known: {
    tokens: Record<Sender, string | null>
    /** For parameters of paths. */
    path: string[]
    /** For parameters of queries, by name. */
    query: Record<string, string[]>
    /** For fields of bodies, by name. */
    body: Record<string, unknown>
  }
}

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Dana>We ship in March.\n'

/** Signs up new people with a microsite, a tag, a link and an upload. @param url of the server. */
export async function makeWorld(url: string): Promise<World> {
  const owner = await signUp(url)
  const [stranger, ended] = [await signUp(url), await signUp(url)]
  await ask(url, 'POST', '/auth/v1/logout?scope=global', ended.token)
  const { job_id: microsite } = await ask(url, 'POST', '/api/process-meeting', owner.token, {
    title: 'Call',
    captions: CAPTIONS,
  })
  const { id: tag } = await ask(url, 'POST', '/api/tags', owner.token, { name: randomUUID() })
  const link = await ask(url, 'POST', '/api/create-shareable-link', owner.token, {
    microsite_id: microsite,
    expires_in_days: 7,
  })
  const share = (link['share_url'] ?? '').split('/').at(-1) ?? ''
  const upload = await beginUpload(url, owner.token)
  const path = [microsite, tag, link['id'], share, upload].map((id) => id ?? '')
  return {
    known: {
      tokens: { owner: owner.token, stranger: stranger.token, ended: ended.token, visitor: null, nonsense: 'none' },
      path,
      query: { grant_type: ['password', 'refresh_token', 'pkce'], scope: ['local', 'others'], t: ['1'] },
      body: {
        microsite_id: microsite,
        token: share,
        // Not the owner's: they are needed further on.
        email: `${randomUUID()}@example.org`,
        password: 'correct horse',
      },
    },
  }
}

async function signUp(url: string): Promise<{ token: string }> {
  const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
  const { access_token: token } = await ask(url, 'POST', '/auth/v1/signup', null, account)
  return { token: token ?? '' }
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

async function ask(
  url: string,
  method: string,
  path: string,
  token: string | null,
  json?: unknown,
): Promise<Record<string, string>> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 256)}`,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(url + path, { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>)
}
