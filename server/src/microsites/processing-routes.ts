import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  analysisRequestSchema,
  beginMeetingReplySchema,
  beginMeetingSchema,
  begunFailureSchema,
  MICROSITE_PATHS,
  micrositeSchema,
  processMeetingReplySchema,
  processMeetingSchema,
  type Microsite,
  type ProcessMeetingReply,
} from '@callfolio/shared/contract/microsite.ts'
import { redactionEffectSchema, redactionRequestSchema } from '@callfolio/shared/contract/redaction.ts'
import { languageCorrectionSchema, transcriptRequestSchema } from '@callfolio/shared/contract/transcript.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { emptyReply, functionReply, idParam, jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import type { Origin } from '../http/origin.ts'
import { countRequest, limitRequests, perCaller } from '../http/limit-requests.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { startWithDraft, type AwaitModelDeps } from './making/await-model.ts'
import { beginMeeting, discardBegun, failBegun, type BeginDeps } from './making/begin-meeting.ts'
import { correctLanguage } from './making/correct-language.ts'
import { getOwned } from './records/get-owned.ts'
import type { OwnedMicrosite } from './records/microsite.ts'
import { toMicrosite } from './library/to-wire.ts'
import type { ReadWorkFacts } from './work/work-facts.ts'
import { processMeeting, type ProcessMeetingDeps } from './making/process-meeting.ts'
import { retryMicrosite } from './making/retry-microsite.ts'
import { requestAnalysis, type RequestAnalysisDeps } from './making/request-analysis.ts'
import { previewRedaction, requestRedaction, type RequestRedactionDeps } from './redaction/request-redaction.ts'
import { requestTranscript, type RequestTranscriptDeps } from './making/request-transcript.ts'
import { startSampleCall } from './making/sample-call.ts'

/** A limit per request, because microsites that are made and deleted again take no place in the month. */
const MEETINGS = { name: 'process_meeting', points: 120, seconds: 60 * 60 }
/** Counted separately: a recording is begun and sent, and retried when the network fails. */
const BEGINNINGS = { name: 'begin_meeting', points: 120, seconds: 60 * 60 }
/** Every new sample is a recording to process, and costs its user nothing. */
const SAMPLES = { name: 'sample_call', points: 20, seconds: 10 * 60 }
/** All routes that start work on an existing microsite share one limit; texts are read before they may be refused. */
const WORK = { name: 'microsite_work', points: 60, seconds: 5 * 60 }
/** Previews of a redaction; an owner may need many before one redaction. */
const PREVIEWS = { name: 'redaction_looks', points: 300, seconds: 5 * 60 }

const processRoute = createRoute({
  method: 'post',
  path: MICROSITE_PATHS.processMeeting,
  security: signedIn,
  request: jsonBody(processMeetingSchema),
  responses: functionReply(processMeetingReplySchema, 'The job ID, which is the microsite’s ID'),
})

const beginRoute = createRoute({
  method: 'post',
  path: MICROSITE_PATHS.begin,
  security: signedIn,
  request: jsonBody(beginMeetingSchema),
  responses: jsonReply(beginMeetingReplySchema, 'A microsite awaiting its recording; it can already be shared'),
})

const discardRoute = createRoute({
  method: 'delete',
  path: `${MICROSITE_PATHS.begin}/{id}`,
  security: signedIn,
  request: idParam,
  responses: emptyReply('No microsite with this ID awaits a recording'),
})

const failRoute = createRoute({
  method: 'post',
  path: `${MICROSITE_PATHS.begin}/{id}/failure`,
  security: signedIn,
  request: { ...idParam, ...jsonBody(begunFailureSchema) },
  responses: emptyReply('The microsite that awaited its recording was marked as failed'),
})

const sampleRoute = createRoute({
  method: 'post',
  path: MICROSITE_PATHS.sampleCall,
  security: signedIn,
  responses: jsonReply(processMeetingReplySchema, 'A microsite made from the sample call'),
})

const retryRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/retry',
  security: signedIn,
  request: idParam,
  responses: jsonReply(micrositeSchema, 'The microsite, processing again'),
})

const transcriptRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/transcript',
  security: signedIn,
  request: { ...idParam, ...jsonBody(transcriptRequestSchema) },
  responses: jsonReply(micrositeSchema, 'The microsite, processing another transcript'),
})

const analyseRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/analyse',
  security: signedIn,
  request: { ...idParam, body: { ...jsonBody(analysisRequestSchema).body, required: false } },
  responses: jsonReply(micrositeSchema, 'The microsite, which stays available while its recap is rerun'),
})

const languageRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/language',
  security: signedIn,
  request: { ...idParam, ...jsonBody(languageCorrectionSchema) },
  responses: jsonReply(
    micrositeSchema,
    'The microsite in that language, which stays available while a recap that depends on it is rerun',
  ),
})

const redactRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/redactions',
  security: signedIn,
  request: { ...idParam, ...jsonBody(redactionRequestSchema) },
  responses: jsonReply(redactionEffectSchema, 'What the redaction removes or has removed'),
})

const startRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/start-with-draft',
  security: signedIn,
  request: idParam,
  responses: jsonReply(micrositeSchema, 'The microsite, no longer waiting for the speech model'),
})

function toReply({ id, captions }: Awaited<ReturnType<typeof processMeeting>>): ProcessMeetingReply {
  if (captions === null) return { job_id: id }
  const { understood, warnings } = captions
  return { job_id: id, transcript: { understood, warnings } }
}

/** Routes that start work on a recording. */
export function processingRoutes(
  deps: ProcessMeetingDeps &
    BeginDeps &
    RequestTranscriptDeps &
    AwaitModelDeps &
    RequestAnalysisDeps &
    RequestRedactionDeps & {
      readWorkFacts: ReadWorkFacts
      clock: Clock
      limiter: RateLimiter
      origin: Origin
      authenticate: Authenticate
    },
): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const user = requireUser(deps.authenticate)
  for (const path of [
    MICROSITE_PATHS.begin,
    `${MICROSITE_PATHS.begin}/*`,
    MICROSITE_PATHS.processMeeting,
    MICROSITE_PATHS.sampleCall,
    '/api/microsites/:id/retry',
    '/api/microsites/:id/transcript',
    '/api/microsites/:id/analyse',
    '/api/microsites/:id/language',
    '/api/microsites/:id/redactions',
    '/api/microsites/:id/start-with-draft',
  ])
    router.use(path, user)
  for (const [path, rule] of [
    [MICROSITE_PATHS.sampleCall, SAMPLES],
    [MICROSITE_PATHS.begin, BEGINNINGS],
    [MICROSITE_PATHS.processMeeting, MEETINGS],
    ['/api/microsites/:id/retry', WORK],
    ['/api/microsites/:id/transcript', WORK],
    ['/api/microsites/:id/analyse', WORK],
    ['/api/microsites/:id/language', WORK],
    ['/api/microsites/:id/start-with-draft', WORK],
  ] as const)
    router.use(path, limitRequests(perCaller(deps.limiter, rule)))
  router.openapi(beginRoute, async (c) =>
    c.json({ microsite_id: await beginMeeting(deps, c.var.caller.userId, c.req.valid('json')) }, 200),
  )
  router.openapi(discardRoute, async (c) => {
    await discardBegun(deps, c.var.caller.userId, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(failRoute, async (c) => {
    await failBegun(deps, c.var.caller.userId, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
  router.openapi(processRoute, async (c) =>
    c.json(toReply(await processMeeting(deps, c.var.caller.userId, c.req.valid('json'))), 200),
  )
  router.openapi(sampleRoute, async (c) => c.json({ job_id: await startSampleCall(deps, c.var.caller.userId) }, 200))
  router.openapi(retryRoute, async (c) =>
    c.json(await setGoing(c, c.req.valid('param').id, (site) => retryMicrosite(deps, site)), 200),
  )
  router.openapi(transcriptRoute, async (c) =>
    c.json(
      await setGoing(c, c.req.valid('param').id, (site) => requestTranscript(deps, site, c.req.valid('json'))),
      200,
    ),
  )
  router.openapi(analyseRoute, async (c) => {
    const { analyst } = analysisRequestSchema.parse(c.req.valid('json'))
    return c.json(await setGoing(c, c.req.valid('param').id, (site) => requestAnalysis(deps, site, analyst)), 200)
  })
  router.openapi(languageRoute, async (c) => {
    const { language } = c.req.valid('json')
    return c.json(await setGoing(c, c.req.valid('param').id, (site) => correctLanguage(deps, site, language)), 200)
  })
  router.openapi(redactRoute, async (c) => {
    const { spans, preview } = c.req.valid('json')
    await countRequest(c, perCaller(deps.limiter, preview ? PREVIEWS : WORK))
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await (preview ? previewRedaction : requestRedaction)(deps, site, spans), 200)
  })
  router.openapi(startRoute, async (c) =>
    c.json(await setGoing(c, c.req.valid('param').id, (site) => startWithDraft(deps, site)), 200),
  )
  return router

  /** Applies an action to a microsite of the caller. @returns the microsite afterwards. */
  async function setGoing(
    c: Context<AppEnv>,
    id: string,
    work: (site: OwnedMicrosite) => Promise<void>,
  ): Promise<Microsite> {
    const find = () => getOwned(deps.microsites, c.var.caller.userId, id)
    await work(await find())
    return toMicrosite(
      deps,
      { storage: deps.storage, origin: deps.origin(c), session: c.var.caller.sessionId },
      await find(),
    )
  }
}
