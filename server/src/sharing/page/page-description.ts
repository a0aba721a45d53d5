import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { describePaths, given, maybe } from '../../http/describe-paths.ts'

const gives = 'text/html'
const params = given('token')
/** The timestamp to open at, in seconds; read by the page's script. */
const begins = z.object({ t: z.coerce.number().optional() })
const form = {
  content: { 'application/x-www-form-urlencoded': { schema: maybe('password', 'email') } },
  required: true,
}

/** Describes the routes for recipients of links. */
export function describePages(router: App): void {
  describePaths(router, [
    {
      method: 'get',
      path: '/s/{token}',
      means: 'The shared page',
      gives,
      request: { params, query: begins },
    },
    {
      method: 'get',
      path: '/s/{token}/ticket',
      means: 'A ticket that counts one view of the page',
      gives: 'text/plain',
      request: { params },
    },
    {
      method: 'post',
      path: '/s/{token}',
      means: 'Redirect to the page after the password or email address was entered',
      status: 303,
      request: { params, body: form },
    },
    {
      method: 'get',
      path: '/s/preview/{ticket}',
      means: 'The owner’s preview',
      gives,
      request: { params: given('ticket') },
    },
    {
      method: 'get',
      path: '/s/{token}/live',
      means: 'Progress of a page in preparation, as server-sent events',
      gives: 'text/event-stream',
      request: { params },
    },
    {
      method: 'get',
      path: '/s/{token}/card.png',
      means: 'The image for link previews',
      gives: 'image/png',
      request: { params },
    },
    {
      method: 'get',
      path: '/s/{token}/video',
      means: 'The recording, if the link includes it; whole or a range',
      gives: 'video/mp4',
      request: { params, headers: maybe('range') },
    },
    {
      method: 'get',
      path: '/s/{token}/poster',
      means: 'A picture of the recording',
      gives: 'image/jpeg',
      request: { params },
    },
  ])
}
