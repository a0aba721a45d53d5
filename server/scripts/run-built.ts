/** Runs the server as it was built: one file, whose stack traces name the sources. Nothing is built here. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './places.ts'

// Before the server is loaded: only what comes afterwards is mapped and cached. Packages that stay outside have no maps.
setSourceMapsSupport(true)
// Where it can't be written (a read-only file system) nothing is cached and all else works.
enableCompileCache(join(ROOT, 'node_modules/.cache/compile'))
await import(pathToFileURL(join(ROOT, 'server/dist/main.js')).href)
