import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { describePaths, given, maybe } from '../../http/describe-paths.ts'

const request = { params: given('token') }
/** The timestamp to open at, in seconds; read by the page's script. */
const begins = z.object({ t: z.coerce.number().optional() })
const form = {
  content: { 'application/x-www-form-urlencoded': { schema: maybe('password', 'email') } },
  required: true,
}

/** Describes the routes for recipients of links. */
export function describePages(router: App): void {
  describePaths(
    router,
    { gives: 'text/html' },
    {
      'get /s/{token}': { means: 'The shared page', request: { ...request, query: begins } },
      'get /s/{token}/ticket': { means: 'A ticket that counts one view of the page', gives: 'text/plain', request },
      'post /s/{token}': {
        means: 'Redirect to the page after the password or email address was entered',
        status: 303,
        request: { ...request, body: form },
      },
      'get /s/preview/{ticket}': { means: 'The owner’s preview', request: { params: given('ticket') } },
      'get /s/{token}/live': {
        means: 'Progress of a page in preparation, as server-sent events',
        gives: 'text/event-stream',
        request,
      },
      'get /s/{token}/card.png': { means: 'The image for link previews', gives: 'image/png', request },
      'get /s/{token}/video': {
        means: 'The recording, if the link includes it; whole or a range',
        gives: 'video/mp4',
        request: { ...request, headers: maybe('range') },
      },
      'get /s/{token}/poster': { means: 'A picture of the recording', gives: 'image/jpeg', request },
    },
  )
}
