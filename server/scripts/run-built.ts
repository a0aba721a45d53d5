/** Runs the built server: one file, with source-mapped stack traces. Builds nothing. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './places.ts'

// Before the server is loaded: only later modules are mapped and cached. External packages have no maps.
setSourceMapsSupport(true)
// If it can't be written (a read-only file system), nothing is cached and everything else works.
enableCompileCache(join(ROOT, 'node_modules/.cache/compile'))
await import(pathToFileURL(join(ROOT, 'server/dist/main.js')).href)
