import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** The entries of pages that are not part of the app. */
const SMALL_PAGES = ['site/script/main.ts', 'shared-page/script/main.ts']

/**
 * Chunks, so that a first visit requests few files: without them, each set of screens that shares a module has a chunk
 * of its own. `base` is what the small pages share with the app, `app` what every screen needs, `dashboard` what most
 * people's first screen needs besides. Everything else is split automatically.
 * @param root absolute path of the web package.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const small = new Set<string>()
  const isSmall: Rolldown.CodeSplittingNameFunction = (id, context) => {
    const add = (module: string) => {
      if (small.has(module)) return
      small.add(module)
      for (const imported of context.getModuleInfo(module)?.importedIds ?? []) add(imported)
    }
    for (const entry of SMALL_PAGES) add(join(root, entry))
    return small.has(id) || id.includes('preload-helper') ? 'base' : null
  }
  // A group contains the dependencies of its modules, too. The entry itself must stay out: other pages import from here,
  // and would start the app.
  const app = new Set(['app/router.tsx', 'lib/query-client.ts'].map((file) => join(root, file)))
  return [
    { name: isSmall, minShareCount: 2, priority: 2 },
    { name: 'app', test: (id) => app.has(id) || id.includes('/node_modules/react-dom/'), priority: 1 },
    { name: 'dashboard', test: (id) => id === join(root, 'screens/dashboard-screen.tsx') },
  ]
}
