import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { MODEL_TRIAL_PATH, modelTrialActionSchema, modelTrialSchema } from '@callfolio/shared/contract/model-trial.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import { operatorCheck } from '../http/operator-check.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { ModelTrials } from './model-trials.ts'

const readRoute = createRoute({
  method: 'get',
  path: MODEL_TRIAL_PATH,
  security: signedIn,
  responses: jsonReply(modelTrialSchema, 'The test of the recap model; admins only'),
})

const actionRoute = createRoute({
  method: 'post',
  path: MODEL_TRIAL_PATH,
  security: signedIn,
  request: jsonBody(modelTrialActionSchema),
  responses: jsonReply(modelTrialSchema, 'The test after it was started, canceled or overruled; admins only'),
})

export interface TrialRoutesDeps {
  authenticate: Authenticate
  isOperator: (userId: string) => Promise<boolean>
  modelTrials: Pick<ModelTrials, 'read' | 'start' | 'cancel' | 'overrule'>
}

/** The operators' test of the model that writes recaps. */
export function trialRoutes({ authenticate, isOperator, modelTrials }: TrialRoutesDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(MODEL_TRIAL_PATH, requireUser(authenticate))
  const assertOperator = operatorCheck(isOperator)
  const actions = {
    start: modelTrials.start,
    cancel: modelTrials.cancel,
    overrule: () => modelTrials.overrule(true),
    withdraw: () => modelTrials.overrule(false),
  }

  router.openapi(readRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await modelTrials.read(), 200)
  })
  router.openapi(actionRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    await actions[c.req.valid('json').action]()
    return c.json(await modelTrials.read(), 200)
  })
  return router
}
