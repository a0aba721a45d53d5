import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../places.ts'
import { essentialEdges, findCycle, groupImports } from './graph.ts'
import { PACKAGE_FOLDERS, readSources } from './imports.ts'
import { folderGraph, readPicture } from './picture.ts'
import { brokenRules, CONFINED } from './rules.ts'

const files = readSources(ROOT, PACKAGE_FOLDERS)

/** Ports: contracts between the areas. They contain only types, so importing one costs nothing. */
const PORTS = [
  'server/src/analysis/analyst.ts',
  'server/src/jobs/queue.ts',
  'server/src/mail/mailer.ts',
  'server/src/media/media.ts',
  'server/src/pipeline/recording.ts',
  'server/src/storage/storage.ts',
  'server/src/transcription/transcriber.ts',
  'server/src/speakers/diariser.ts',
]

describe('the boundaries', () => {
  it('are respected by every import', () => {
    expect(brokenRules(files)).toEqual([])
  })

  it.each(CONFINED)('confine only libraries that are imported: $library', ({ library }) => {
    expect(files.some(({ imports }) => imports.some(({ to, inside }) => !inside && library.test(to)))).toBe(true)
  })

  it('have no cycle between folders', () => {
    expect(findCycle(folderGraph(files))).toBeNull()
  })

  it('have no cycle between files of the web app, counting type imports', () => {
    const graph = groupImports(files, (path) => (/^(web|shared\/ui)\//.test(path) ? path : null))
    expect(findCycle(graph)).toBeNull()
  })

  it('have no cycle between files of the server, counting type imports', () => {
    // The rules of the recap refer to each other's types.
    const isLeftOut = (path: string) => path.startsWith('server/src/analysis/extractive/')
    const graph = groupImports(files, (path) => (path.startsWith('server/src/') && !isLeftOut(path) ? path : null))
    expect(findCycle(graph)).toBeNull()
  })

  it('match the diagram in docs/ARCHITECTURE.md (update it with node server/scripts/boundaries/draw.ts)', () => {
    const page = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8')
    expect(readPicture(page)).toEqual(essentialEdges(folderGraph(files)))
  })

  it.each(PORTS)('allow only types in %s', (path) => {
    const port = files.find((file) => file.path === path)
    expect(port?.text).not.toMatch(/^(export )?(async )?(function|class|const|let) /m)
    expect(port?.text).not.toMatch(/^import (?!type )/m)
  })

  it("limit the extension's entrypoints to 40 lines of wiring", () => {
    const entrypoints = files.filter(({ path }) => path.startsWith('extension/entrypoints/'))
    expect(entrypoints.length).toBeGreaterThan(0)
    expect(entrypoints.filter(({ text }) => text.split('\n').length > 41).map(({ path }) => path)).toEqual([])
  })
})
