import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  TAG_PATHS,
  tagChangeSchema,
  tagFormSchema,
  tagListSchema,
  tagRemovalSchema,
  tagSchema,
  type Tag,
} from '@callfolio/shared/contract/tag.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { idParam, jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { OwnedTag } from './tags-repo.ts'
import { changeTag, createTag, getOwnedTag, type CreateTagDeps } from './tags.ts'

const ONE = '/api/tags/{id}'

const listRoute = createRoute({
  method: 'get',
  path: TAG_PATHS.list,
  security: signedIn,
  responses: jsonReply(tagListSchema, 'The caller’s tags, newest first'),
})

const makeRoute = createRoute({
  method: 'post',
  path: TAG_PATHS.list,
  security: signedIn,
  request: jsonBody(tagFormSchema),
  responses: jsonReply(tagSchema, 'The new tag'),
})

const changeRoute = createRoute({
  method: 'patch',
  path: ONE,
  security: signedIn,
  request: { ...idParam, ...jsonBody(tagChangeSchema) },
  responses: jsonReply(tagSchema, 'The tag after the change'),
})

const deleteRoute = createRoute({
  method: 'delete',
  path: ONE,
  security: signedIn,
  request: idParam,
  responses: jsonReply(tagRemovalSchema, 'How many microsites had the tag'),
})

/** The caller's tags. */
export function tagRoutes(deps: CreateTagDeps & { authenticate: Authenticate }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const { tags } = deps
  const user = requireUser(deps.authenticate)
  for (const path of [TAG_PATHS.list, '/api/tags/:id']) router.use(path, user)
  router.openapi(listRoute, async (c) => c.json({ tags: (await tags.list(c.var.caller.userId)).map(toWire) }, 200))
  router.openapi(makeRoute, async (c) =>
    c.json(toWire(await createTag(deps, c.var.caller.userId, c.req.valid('json'))), 200),
  )
  router.openapi(changeRoute, async (c) => {
    const tag = await getOwnedTag(tags, c.var.caller.userId, c.req.valid('param').id)
    return c.json(toWire(await changeTag(tags, tag, c.req.valid('json'))), 200)
  })
  router.openapi(deleteRoute, async (c) => {
    const tag = await getOwnedTag(tags, c.var.caller.userId, c.req.valid('param').id)
    await tags.remove(tag)
    return c.json({ removed: { assignments: tag.micrositeCount } }, 200)
  })
  return router
}

function toWire({ id, userId, name, color, description, createdAt, micrositeCount }: OwnedTag): Tag {
  return {
    id,
    user_id: userId,
    name,
    color,
    description,
    created_at: createdAt.toISOString(),
    microsite_count: micrositeCount,
  }
}
