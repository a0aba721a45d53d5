import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSitePath, isScreenPath, siteFile } from '@callfolio/shared/app-paths.ts'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { asksForJson, errorResponse, type AppEnv } from './app.ts'

const YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app: hashed assets, cached for a year, public pages, and the app's page at every other path, for
 * its router. The status is 404 for paths the router doesn't know.
 * @param folder absolute path of the build.
 */
export function staticWeb(folder: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(compress())
  app.use(
    '/assets/*',
    // The build compresses them once; files it left uncompressed go through `compress`.
    serveStatic({ root: folder, precompressed: true, onFound: (_path, c) => c.header('Cache-Control', YEAR) }),
  )
  // A tab of an older build must get an error for a missing file, not a page.
  app.get('/assets/*', (c) => c.text('This file belongs to another version.', 404))
  app.get(
    '*',
    serveStatic({
      root: folder,
      // Hidden files are internal to the build: its manifest names the paths of its sources.
      rewriteRequestPath: (path) => (path === '/' || path.includes('/.') ? '/none' : path),
      onFound: (_path, c) => c.header('Cache-Control', 'no-cache'),
    }),
  )
  app.get('*', async (c) => {
    const sitePath = findSitePath(c.req.path)
    const isKnown = sitePath !== null || isScreenPath(c.req.path)
    if (!isKnown && asksForJson(c)) return errorResponse(c, 'not_found', 'Not found.')
    const page = join(folder, sitePath === null ? 'index.html' : siteFile(sitePath))
    if (!existsSync(page)) return c.text('The web app isn’t built yet. Run "npm start".', 503)
    return c.html(await readFile(page, 'utf8'), isKnown ? 200 : 404, { 'Cache-Control': 'no-cache' })
  })
  return app
}

/**
 * Serves the packages of the browser extension for manual installation.
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
    // Otherwise the web app's page would be served under the archive's name.
    app.get(path, (c) => c.text('The extension is still being built. Try again in a minute.', 503))
  }
  return app
}
