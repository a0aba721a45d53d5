import { expect, test } from 'vitest'
import { createRouter } from '../../http/app.ts'
import { describeAuthRoutes } from './auth-description.ts'
import { GUARDED_PATHS } from '../captcha/require-captcha.ts'

test.each(GUARDED_PATHS)('describes where the captcha token goes for %s', (path) => {
  const router = createRouter()
  describeAuthRoutes(router)
  const { paths } = router.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'API', version: '1' } })
  const body = JSON.stringify(paths?.[path]?.post?.requestBody)
  expect(body).toMatch(/"gotrue_meta_security":\{[^}]*"captcha_token":\{"type":"string"/)
})
