import { posix } from 'node:path'
import type { Import, SourceFile } from './imports.ts'

/** Import rules. Each gets one import and returns a violation, or null. */
type Rule = (found: Import) => string | null

/** The composition root, above everything else. */
const COMPOSITION = /^server\/src\/(main|recap|admin|models|services|drivers|engines\/create-engines)\.ts$/
/** An area's own assembly: its repositories, operations and routes. */
const AREA = /^server\/src\/[\w-]+\/area\.ts$/
const TEST = /\.(test|testing)\.tsx?$|^server\/src\/testing\/|^e2e\//

/**
 * What each package may import besides itself. `e2e` drives the built product from outside; its fakes serve every
 * test.
 */
const PACKAGES: Record<string, string[]> = {
  shared: [],
  server: ['shared'],
  web: ['shared'],
  extension: ['shared'],
  e2e: ['shared'],
}

/** Libraries and built-ins that only some files may import. */
export const CONFINED: { library: RegExp; to: RegExp; why: string }[] = [
  {
    library: /^(hono|@hono)(\/|$)/,
    to: /^server\/src\/(http|uploads)\/|\/([\w-]+-)?routes\.ts$/,
    why: 'HTTP stays in http/ and routes.ts',
  },
  {
    library: /^(drizzle-orm|better-sqlite3|pg)(\/|$)/,
    to: /^server\/src\/db\/|-repo\.ts$|^server\/src\/jobs\/sql-queue\.ts$|^server\/src\/accounts\/sessions\/sessions\.ts$/,
    why: 'SQL stays in db/, repositories and the queue',
  },
  {
    library: /^(lucia|@lucia-auth)(\/|$)/,
    to: /^server\/src\/accounts\/sessions\/sessions\.ts$/,
    why: 'sessions are one file',
  },
  { library: /^openai(\/|$)/, to: /^server\/src\/openai\//, why: 'one client speaks to AI servers' },
  {
    library: /^node-llama-cpp$/,
    to: /^server\/src\/analysis\/models\/llama-/,
    why: 'a language model is run by the scripts of its own process',
  },
  { library: /^sherpa-onnx-node$/, to: /^server\/src\/sherpa\//, why: 'one folder has models of speech and voices' },
  { library: /^stripe$/, to: /^server\/src\/payments\//, why: 'one folder speaks to the payment provider' },
  {
    library: /^@aws-sdk\//,
    to: /^server\/src\/storage\/s3/,
    why: 'S3 is spoken to by the storage alone',
  },
  { library: /^@tus\//, to: /^server\/src\/uploads\//, why: 'the upload protocol stays in uploads/' },
  { library: /^@napi-rs\/canvas$/, to: /^server\/src\/pictures\//, why: 'drawing stays in pictures/' },
  { library: /^prom-client$/, to: /^server\/src\/metrics\//, why: 'metrics are counted in one folder' },
  { library: /^nodemailer$/, to: /^server\/src\/mail\//, why: 'mail stays in mail/' },
  {
    library: /^(node:)?child_process$/,
    to: /^server\/(src\/process|scripts|sample)\//,
    why: 'one place starts child processes',
  },
  {
    library: /^(webextension-polyfill|wxt)(\/|$)/,
    to: /^extension\/(browser|entrypoints)\//,
    why: 'the browser is reached through extension/browser/',
  },
]

/** Areas from the lowest up; one may import earlier ones on its own line. */
const FEATURES: Record<string, string[]> = {
  accounts: [],
  billing: ['accounts'],
  microsites: ['accounts', 'billing'],
  uploads: ['accounts', 'billing', 'microsites'],
  tags: ['accounts', 'billing', 'microsites'],
  sharing: ['accounts', 'billing', 'microsites'],
}

/** Layers from the lowest up; a file may import its own layer's folder and lower layers. */
const WEB_LAYERS = ['ui', 'lib', 'exports', 'features', 'screens', 'app']

/**
 * Folders with parts, from the lowest up: a part may import those on its own line, and never what is beside the parts,
 * which puts them together.
 */
const PARTS: Record<string, Record<string, string[]>> = {
  'extension/recording': {
    stored: [],
    capture: ['stored'],
    sending: ['stored'],
    control: ['stored', 'capture', 'sending'],
  },
  'server/src/microsites': {
    search: [],
    records: ['search'],
    work: ['records'],
    removal: ['records'],
    library: ['search', 'records', 'work'],
    editing: ['records'],
    redaction: ['records', 'work', 'removal', 'editing'],
    making: ['records', 'work', 'removal', 'editing'],
  },
  'server/src/sharing': {
    links: [],
    views: ['links'],
    page: ['links'],
    media: ['links', 'page'],
  },
}

const rules: Rule[] = [
  packages,
  sharedParts,
  confinedLibraries,
  composition,
  routesAndRepos,
  features,
  webLayers,
  extensionEntrypoints,
  partsOfFolders,
]

/** @returns a sentence for every import that breaks a rule. */
export function brokenRules(files: SourceFile[]): string[] {
  return files.flatMap(({ imports }) =>
    imports.flatMap((found) =>
      rules.flatMap((rule) => {
        const problem = rule(found)
        return problem === null ? [] : [`${found.from} imports ${found.to}: ${problem}`]
      }),
    ),
  )
}

function packages({ from, to, inside }: Import): string | null {
  const [own, other] = [top(from), top(to)]
  if (!inside || own === other || PACKAGES[own]?.includes(other)) return null
  if (TEST.test(from) && to.startsWith('e2e/fakes/')) return null
  // Component tests run against the built server.
  if (from === 'web/testing/global-setup.testing.ts') return null
  // Models, mirrors and databases made by tests also serve the tests of the built product.
  if (own === 'e2e' && /\.testing\.ts$|^server\/src\/testing\//.test(to)) return null
  return `${own} may import ${['itself', ...(PACKAGES[own] ?? [])].join(' and ')} only`
}

/** shared/ runs everywhere; code that needs a browser or React is in client/ and ui/, for web and extension only. */
function sharedParts({ from, to, inside }: Import): string | null {
  const browserPart = /^shared\/(client|ui)\//
  if (inside && browserPart.test(to) && !/^(web|extension|shared\/(client|ui))\//.test(from) && !TEST.test(from))
    return 'only web and extension may'
  if (!inside && top(from) === 'shared' && !browserPart.test(from) && !TEST.test(from) && to !== 'zod/mini')
    return from === 'shared/captions/file-text.ts' && to === 'chardet'
      ? null
      : 'the core of shared/ imports zod/mini alone'
  return null
}

function confinedLibraries({ from, to, inside }: Import): string | null {
  if (inside || TEST.test(from) || !/^(server\/src|web|extension)\//.test(from)) return null
  const confined = CONFINED.find(({ library }) => library.test(to))
  return confined && !confined.to.test(from) ? confined.why : null
}

function composition({ from, to }: Import): string | null {
  if (!COMPOSITION.test(to) || COMPOSITION.test(from) || TEST.test(from)) return null
  return 'nothing imports what puts the parts together'
}

function routesAndRepos({ from, to, inside }: Import): string | null {
  if (!inside || TEST.test(from)) return null
  // An area's constructor uses its own repositories; the composition root imports none.
  if (to.endsWith('-repo.ts')) return folder(from) === folder(to) ? null : "a repository is its own feature's"
  if (!/\/([\w-]+-)?routes\.ts$/.test(to) || from.startsWith('server/src/http/')) return null
  return COMPOSITION.test(from) || (AREA.test(from) && folder(from) === folder(to))
    ? null
    : 'routes are mounted by their area or the composition root'
}

function features({ from, to }: Import): string | null {
  const [own, other] = [folder(from), folder(to)]
  if (!to.startsWith('server/src/') || own === other || TEST.test(from) || COMPOSITION.test(from)) return null
  if (FEATURES[other] === undefined) return null
  if (FEATURES[own] !== undefined)
    return FEATURES[own].includes(other) ? null : `${own} may import only what is below it, not ${other}`
  return from.startsWith('server/src/') && !ABOVE_FEATURES.has(own)
    ? 'only what stands above the features may import them'
    : null
}

/** Server folders that use areas. */
const ABOVE_FEATURES = new Set(['lifecycle', 'operator', 'own-data', 'retention'])

function webLayers({ from, to, inside }: Import): string | null {
  if (!inside || top(from) !== 'web' || top(to) !== 'web' || TEST.test(from)) return null
  const [own, other] = [WEB_LAYERS.indexOf(webFolder(from)), WEB_LAYERS.indexOf(webFolder(to))]
  return own === -1 || other === -1 || own >= other ? null : `${WEB_LAYERS[own]} stands below ${WEB_LAYERS[other]}`
}

function extensionEntrypoints({ from, to }: Import): string | null {
  const entrypoint = 'extension/entrypoints/'
  return to.startsWith(entrypoint) && folder(from) !== folder(to) ? 'entrypoints only wire, nothing imports them' : null
}

function partsOfFolders({ from, to }: Import): string | null {
  if (TEST.test(from)) return null
  for (const [inside, parts] of Object.entries(PARTS)) {
    const [own, other] = [from, to].map((path) =>
      path.startsWith(`${inside}/`) ? posix.dirname(path).slice(inside.length + 1) : null,
    )
    if (!own || other === undefined || other === null || own === other) continue
    if (!parts[own]?.includes(other)) return `${own} may import only what is below it, not ${other || inside}`
  }
  return null
}

function top(path: string): string {
  return path.split('/')[0] ?? ''
}

function webFolder(path: string): string {
  return path.split('/')[1] ?? ''
}

/** `billing` for server/src/billing/usage.ts. */
function folder(path: string): string {
  return path.split('/')[2] ?? ''
}
