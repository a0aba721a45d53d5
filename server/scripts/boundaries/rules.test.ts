import { describe, expect, it } from 'vitest'
import { essentialEdges, findCycle, groupImports } from './graph.ts'
import { parseSource } from './imports.ts'
import { brokenRules } from './rules.ts'

/** The violations of a file at `path` with this import. */
function broken(path: string, name: string): string[] {
  return brokenRules([parseSource(path, `import { it } from '${name}'`)])
}

describe('the imports of a file', () => {
  it('are found in every form', () => {
    const text = [
      `import a, { type B } from './a.ts'`,
      `import type { C } from '../c.ts'`,
      `import './style.css'`,
      `export * from './all.ts'`,
      `export { d } from '@callfolio/shared/contract/d.ts'`,
      `const e = await import('node:fs')`,
      `// import x from './comment.ts'`,
      `const text = "import y from './text.ts'"`,
    ].join('\n')
    expect(parseSource('server/src/billing/x.ts', text).imports.map(({ to }) => to)).toEqual([
      'server/src/billing/a.ts',
      'server/src/c.ts',
      'server/src/billing/style.css',
      'server/src/billing/all.ts',
      'shared/contract/d.ts',
      'node:fs',
    ])
  })

  it("throw an error when the file can't be parsed", () => {
    expect(() => parseSource('server/src/x.ts', 'import {')).toThrow('server/src/x.ts')
  })
})

describe('a rule is broken when', () => {
  it.each([
    ['the web app imports the server', 'web/lib/api.ts', '../../server/src/kernel/errors.ts'],
    ['the extension imports the web app', 'extension/views/popup.tsx', '../../web/ui/button.tsx'],
    ['the end-to-end tests import the server', 'e2e/web/upload.spec.ts', '../../server/src/main.ts'],
    ['the core of shared/ imports a library', 'shared/plans.ts', 'react'],
    ['the core of shared/ imports its browser part', 'shared/plans.ts', './client/uploader.ts'],
    ['the server imports what needs a browser', 'server/src/uploads/tus.ts', '@callfolio/shared/client/uploader.ts'],
    ['an operation imports Hono', 'server/src/billing/usage.ts', 'hono/factory'],
    ['an operation imports Drizzle', 'server/src/billing/usage.ts', 'drizzle-orm'],
    ['a second file imports Lucia', 'server/src/accounts/sign-in.ts', 'lucia'],
    ['an analyst imports the OpenAI client', 'server/src/analysis/models/openai.ts', 'openai'],
    ['a driver starts a process by itself', 'server/src/media/ffmpeg.ts', 'node:child_process'],
    ['a view of the extension touches the browser', 'extension/views/popup.tsx', 'webextension-polyfill'],
    ['anything imports the composition root', 'server/src/billing/usage.ts', '../services.ts'],
    ['a feature picks engines', 'server/src/billing/usage.ts', '../engines/create-engines.ts'],
    ['a second folder imports sherpa-onnx', 'server/src/speakers/voices.ts', 'sherpa-onnx-node'],
    ['a feature imports the repository of another', 'server/src/microsites/list.ts', '../billing/quota-repo.ts'],
    ['the composition root imports a repository', 'server/src/services.ts', './billing/quota-repo.ts'],
    ['an area imports the repository of another', 'server/src/sharing/area.ts', '../billing/quota-repo.ts'],
    ['an operation imports the routes of its feature', 'server/src/billing/usage.ts', './routes.ts'],
    ['a feature imports the routes of another', 'server/src/microsites/list.ts', '../billing/routes.ts'],
    ['a feature imports one above it', 'server/src/billing/usage.ts', '../microsites/list.ts'],
    ['features beside each other import each other', 'server/src/tags/rename.ts', '../sharing/links.ts'],
    ['a port imports a feature', 'server/src/storage/disk.ts', '../microsites/list.ts'],
    ['a part of the design system imports a feature', 'web/ui/button.tsx', '../features/upload/progress.tsx'],
    ['an export imports a feature', 'web/exports/word.ts', '../features/microsite/section.tsx'],
    ['a feature imports a screen', 'web/features/upload/progress.tsx', '../../screens/upload.tsx'],
    [
      'what is kept on disk imports what sends it',
      'extension/recording/stored/recording.ts',
      '../sending/recording-sender.ts',
    ],
    ['a part of a feature imports one above it', 'server/src/sharing/links/open-link.ts', '../page/page-content.ts'],
    ['a part of a feature imports what mounts it', 'server/src/sharing/page/render-page.ts', '../area.ts'],
    ['a view imports an entrypoint', 'extension/views/popup.tsx', '../entrypoints/popup/main.tsx'],
  ])('%s', (_, path, name) => {
    expect(broken(path, name)).toHaveLength(1)
  })

  it.each([
    ['everything imports the contract', 'web/lib/api.ts', '@callfolio/shared/contract/microsite.ts'],
    ['a feature imports one below it', 'server/src/microsites/create.ts', '../billing/usage.ts'],
    ['routes import Hono', 'server/src/billing/routes.ts', 'hono'],
    ['a repository imports Drizzle', 'server/src/billing/quota-repo.ts', 'drizzle-orm'],
    ['the composition root picks a driver', 'server/src/services.ts', './storage/disk.ts'],
    ['an area recordings its repositories and routes', 'server/src/billing/area.ts', './quota-repo.ts'],
    ['an area mounts its routes', 'server/src/billing/area.ts', './webhook-routes.ts'],
    ['a test uses what it tests with', 'server/src/billing/usage.test.ts', 'drizzle-orm'],
    ['a test uses a fake of an outside service', 'server/src/openai/client.test.ts', '../../../e2e/fakes/openai.ts'],
    ['a part of a feature imports one below it', 'server/src/sharing/page/page-content.ts', '../links/open-link.ts'],
    ['an area uses its parts', 'server/src/sharing/area.ts', './page/page-cache.ts'],
    ['control starts a capture', 'extension/recording/control/live-recording.ts', '../capture/capture.ts'],
    ['a screen is made of features', 'web/screens/upload.tsx', '../features/upload/progress.tsx'],
  ])('but not when %s', (_, path, name) => {
    expect(broken(path, name)).toEqual([])
  })
})

describe('the graph of folders', () => {
  const graph = (...imports: [from: string, to: string][]) =>
    groupImports(
      imports.map(([from, to]) => parseSource(`${from}/x.ts`, `import type { It } from '../${to}/x.ts'`)),
      (path) => path.split('/')[0] ?? null,
    )

  it('shows a cycle in order, even one of type imports only', () => {
    expect(findCycle(graph(['a', 'b'], ['b', 'c'], ['c', 'b']))).toEqual(['b', 'c', 'b'])
    expect(findCycle(graph(['a', 'b'], ['b', 'c'], ['a', 'c']))).toBeNull()
  })

  it('omits transitive edges from the diagram', () => {
    expect(essentialEdges(graph(['a', 'b'], ['b', 'c'], ['a', 'c']))).toEqual(['a --> b', 'b --> c'])
  })
})
