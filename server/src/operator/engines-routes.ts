import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  AI_SERVER_PATHS,
  aiServerChangeSchema,
  aiServerSchema,
  aiServerTrialSchema,
  localServersSchema,
} from '@callfolio/shared/contract/ai-server.ts'
import {
  betterDraftsSchema,
  enginesPageSchema,
  engineTrialSchema,
  SPEECH_MODEL_PATHS,
  speechModelActionSchema,
  speechModelSchema,
} from '@callfolio/shared/contract/speech-model.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { clientSignal } from '../http/client-signal.ts'
import { jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { AppError, PermanentFailure } from '../kernel/errors.ts'
import type { EngineSetup } from './engine-setup.ts'
import { operatorCheck } from '../http/operator-check.ts'

const modelRoute = createRoute({
  method: 'get',
  path: SPEECH_MODEL_PATHS.model,
  security: signedIn,
  responses: jsonReply(speechModelSchema, 'This server’s speech model and its download'),
})

const actionRoute = createRoute({
  method: 'post',
  path: SPEECH_MODEL_PATHS.model,
  security: signedIn,
  request: jsonBody(speechModelActionSchema),
  responses: jsonReply(speechModelSchema, 'The speech model after its download was started or paused; admins only'),
})

const draftsRoute = createRoute({
  method: 'post',
  path: SPEECH_MODEL_PATHS.drafts,
  security: signedIn,
  responses: jsonReply(betterDraftsSchema, 'The speech model transcribes all the caller’s drafts again'),
})

const enginesRoute = createRoute({
  method: 'get',
  path: SPEECH_MODEL_PATHS.engines,
  security: signedIn,
  responses: jsonReply(enginesPageSchema, 'The engines for transcription, speakers and recaps; admins only'),
})

const trialRoute = createRoute({
  method: 'post',
  path: SPEECH_MODEL_PATHS.trial,
  security: signedIn,
  responses: jsonReply(engineTrialSchema, 'The current engine’s transcript of a minute of a call; admins only'),
})

const localServersRoute = createRoute({
  method: 'get',
  path: AI_SERVER_PATHS.localServers,
  security: signedIn,
  responses: jsonReply(localServersSchema, 'AI servers found on this machine; admins only'),
})

const aiServerRoute = createRoute({
  method: 'put',
  path: AI_SERVER_PATHS.server,
  security: signedIn,
  request: jsonBody(aiServerChangeSchema),
  responses: jsonReply(aiServerSchema, 'The AI server now in use, without its key; admins only'),
})

const aiServerRemovalRoute = createRoute({
  method: 'delete',
  path: AI_SERVER_PATHS.server,
  security: signedIn,
  responses: jsonReply(aiServerSchema, 'The AI server was removed; admins only'),
})

const aiServerTrialRoute = createRoute({
  method: 'post',
  path: AI_SERVER_PATHS.trial,
  security: signedIn,
  request: jsonBody(aiServerChangeSchema),
  responses: jsonReply(
    aiServerTrialSchema,
    'An AI server’s transcript of ten seconds of a call and recap of a few lines; admins only',
  ),
})

interface EnginesRoutesDeps extends EngineSetup {
  authenticate: Authenticate
  isOperator: (userId: string) => Promise<boolean>
}

/** The speech model, for users and for operators, who fetch it, and the operators' page of engines. */
export function enginesRoutes(deps: EnginesRoutesDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const user = requireUser(deps.authenticate)
  for (const path of [...Object.values(SPEECH_MODEL_PATHS), ...Object.values(AI_SERVER_PATHS)]) router.use(path, user)
  const read = async (userId: string) => deps.readModel({ userId, isOperator: await deps.isOperator(userId) })
  const assertOperator = operatorCheck(deps.isOperator)

  router.openapi(modelRoute, async (c) => c.json(await read(c.var.caller.userId), 200))
  router.openapi(actionRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    const { action } = c.req.valid('json')
    await deps[action]().catch(asRefusal)
    return c.json(await read(c.var.caller.userId), 200)
  })
  router.openapi(draftsRoute, async (c) => c.json({ drafts: await deps.requestBetterDrafts(c.var.caller.userId) }, 200))
  router.openapi(enginesRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await deps.readEngines(), 200)
  })
  router.openapi(trialRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await deps.tryEngine(clientSignal(c)).catch(asRefusal), 200)
  })
  router.openapi(aiServerRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await deps.changeAiServer(c.req.valid('json')), 200)
  })
  router.openapi(aiServerRemovalRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await deps.changeAiServer(null), 200)
  })
  router.openapi(aiServerTrialRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await deps.tryAiServer(c.req.valid('json'), clientSignal(c)), 200)
  })
  router.openapi(localServersRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json({ servers: await deps.findLocalServers() }, 200)
  })
  return router
}

/** Errors of an engine or a fetch are sentences for the operator. */
function asRefusal(error: unknown): never {
  if (error instanceof PermanentFailure) throw new AppError('conflict', error.message, { cause: error })
  throw error
}
