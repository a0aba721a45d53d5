import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findScreen, findSitePath, siteFile } from '@callfolio/shared/app-paths.ts'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { addressPackage } from './address-package.ts'
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
    cacheFound(YEAR),
    // The build compresses them once; files it left uncompressed go through `compress`.
    serveStatic({ root: folder, precompressed: true }),
  )
  // A tab of an older build must get an error for a missing file, not a page.
  app.get('/assets/*', (c) => c.text('This file belongs to another version.', 404))
  app.get(
    '*',
    cacheFound('no-cache'),
    serveStatic({
      root: folder,
      // Hidden files are internal to the build: its manifest names the paths of its sources.
      rewriteRequestPath: (path) => (path === '/' || path.includes('/.') ? '/none' : path),
    }),
  )
  app.get('*', async (c) => {
    const sitePath = findSitePath(c.req.path)
    const isKnown = sitePath !== null || findScreen(c.req.path) !== null
    if (!isKnown && asksForJson(c)) return errorResponse(c, 'not_found', 'Not found.')
    const page = join(folder, sitePath === null ? 'index.html' : siteFile(sitePath))
    if (!existsSync(page)) return c.text('The web app isn’t built yet. Run "npm start".', 503)
    return c.html(await readFile(page, 'utf8'), isKnown ? 200 : 404, { 'Cache-Control': 'no-cache' })
  })
  return app
}

/** `serveStatic`'s own hook runs after it has made the response, whose headers may be a copy by then. */
function cacheFound(control: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', control)
  }
}

/**
 * Serves the packages of the browser extension for manual installation. Each knows the server it came from.
 * @param folder absolute path of the extension's build.
 * @param publicUrl the server's address.
 */
export function extensionPackages(folder: string, publicUrl: () => string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const path of Object.values(EXTENSION_PACKAGES)) {
    const file = join(folder, basename(path))
    const addressed = createAddressed(file)
    app.get(path, async (c) => {
      // Otherwise the web app's page would be served under the archive's name.
      if (!existsSync(file)) return c.text('The extension is still being built. Try again in a minute.', 503)
      const archive = await addressed(publicUrl())
      return c.body(archive, 200, { 'Content-Type': 'application/zip', 'Cache-Control': 'no-cache' })
    })
  }
  return app
}

/** Addresses a package once per build: compressing takes a tenth of a second. */
function createAddressed(file: string): (address: string) => Promise<Uint8Array<ArrayBuffer>> {
  let last: { builtMs: number; address: string; archive: Uint8Array<ArrayBuffer> } | null = null
  return async (address) => {
    const { mtimeMs: builtMs } = await stat(file)
    if (last?.builtMs !== builtMs || last.address !== address)
      last = { builtMs, address, archive: addressPackage(await readFile(file), address) }
    return last.archive
  }
}
