import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { isAppPath } from '@callfolio/shared/app-paths.ts'
import type { AppEnv } from './app.ts'

const YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app: hashed assets for good, every other address answers with the page, whose router goes on; 404
 * where that will show that there is nothing.
 * @param folder absolute path of the build.
 */
export function staticWeb(folder: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const page = join(folder, 'index.html')
  app.use(compress())
  app.use('/assets/*', serveStatic({ root: folder, onFound: (_path, c) => c.header('Cache-Control', YEAR) }))
  // A tab that is older than the build must see that its file is gone, not get a page in its place.
  app.get('/assets/*', (c) => c.text('This file belongs to another version.', 404))
  app.get(
    '*',
    serveStatic({
      root: folder,
      rewriteRequestPath: (path) => (path === '/' ? '/none' : path),
      onFound: (_path, c) => c.header('Cache-Control', 'no-cache'),
    }),
  )
  app.get('*', async (c) => {
    if (!existsSync(page)) return c.text('The web app is not built yet: run "npm start".', 503)
    return c.html(await readFile(page, 'utf8'), isAppPath(c.req.path) ? 200 : 404, { 'Cache-Control': 'no-cache' })
  })
  return app
}
