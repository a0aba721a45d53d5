/**
 * Copies everything the image runs: `node gather.ts FOLDER`, after the build. The rest of the repository is left out.
 */
import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { STAYS_OUTSIDE } from '../../vite.config.ts'
import { ROOT } from '../places.ts'
import { copyPackage, placePackages } from './packages.ts'

/** Fonts for pictures are found by package name. */
const PACKAGES = [...STAYS_OUTSIDE, '@fontsource-variable/inter']
const FILES = [
  'LICENSE',
  'CHANGELOG.md',
  'server/package.json',
  'server/scripts/places.ts',
  'server/scripts/run-built.ts',
  'server/scripts/image/healthy.mjs',
  'server/migrations',
  'server/dist',
  'server/sample/sample-call.mp4',
  'server/sample/sample-call.vtt',
  'server/sample/sample-recap.json',
  'server/sample/trial-calls',
  'web/dist',
  'web/shared-page/dist',
  ...Object.values(EXTENSION_PACKAGES).map((path) => `extension/dist/${basename(path)}`),
]

/** Source maps of libraries point to missing sources. */
async function isNeeded(path: string): Promise<boolean> {
  if (!path.endsWith('.js.map')) return true
  const { sources } = JSON.parse(await readFile(path, 'utf8')) as { sources: string[] }
  return sources.some((source) => !source.includes('node_modules/'))
}

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Specify the output folder.')
const app = join(target, 'app')
for (const path of FILES) {
  await mkdir(dirname(join(app, path)), { recursive: true })
  await cp(join(ROOT, path), join(app, path), { recursive: true, filter: isNeeded })
}
for (const placed of await placePackages(PACKAGES, join(ROOT, 'server'))) await copyPackage(placed, join(app, 'server'))
await mkdir(join(target, 'usr/local/bin'), { recursive: true })
// The exact Node version from the lock file, whichever Node ran the build.
await cp(process.execPath, join(target, 'usr/local/bin/node'))
