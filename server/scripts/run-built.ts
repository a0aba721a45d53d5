/** Runs the built server: one file, with source-mapped stack traces. Builds nothing. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './places.ts'

// Before the server is loaded: only later modules are mapped and cached. External packages have no maps.
setSourceMapsSupport(true)
// Emptied by the next build. If it can't be written (a read-only file system), nothing is cached.
const { directory } = enableCompileCache(join(ROOT, 'server/dist/.compiled'))
// Passed on to the worker processes.
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory
await import(pathToFileURL(join(ROOT, 'server/dist/main.js')).href)
