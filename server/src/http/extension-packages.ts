import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension-packages.ts'
import type { AppEnv } from './app.ts'

/**
 * Hands out the packages of the browser extension, to be loaded by hand.
 * @param folder absolute path of the extension's build.
 */
export function extensionPackages(folder: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const path of Object.values(EXTENSION_PACKAGES)) {
    app.use(path, async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-cache')
    })
    app.get(path, serveStatic({ root: folder, rewriteRequestPath: () => path.slice(path.lastIndexOf('/')) }))
    // Not the web app's page under the name of an archive.
    app.get(path, (c) =>
      c.text('The extension is not built yet: wait a minute after "npm start", then try again.', 503),
    )
  }
  return app
}
