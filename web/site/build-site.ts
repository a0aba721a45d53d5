import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin } from 'vite'
import { findSitePath, SITE_PATHS, siteFile } from '../../shared/app-paths.ts'
import { FIRST_FONT } from '../../shared/page/shared-page.ts'
import { legalTexts } from '../features/legal/compile-legal-text.ts'
import type * as Renderer from './render.tsx'

const SCRIPT = 'site/script/main.ts'
/** A picture's path in the sources, as the renderer names it. */
const PICTURE = /\/features\/[\w/-]+\.webp/g

/** Vite plugin: renders the public pages (shared/app-paths.ts), in the build to files and in watch mode on request. */
export function sitePages(root: string): Plugin {
  return {
    name: 'site-pages',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId === join(root, SCRIPT),
      )
      if (entry?.type !== 'chunk') throw new Error(`The web build has no ${SCRIPT}.`)
      const font = Object.keys(bundle).find((file) => FIRST_FONT.test(file))
      const assets = {
        script: `/${entry.fileName}`,
        styles: Array.from(entry.viteMetadata?.importedCss ?? [], (file) => {
          const css = bundle[file]
          return css?.type === 'asset' ? String(css.source) : ''
        }).join('\n'),
        font: font === undefined ? null : `/${font}`,
      }
      const { module } = await runnerImport<typeof Renderer>(join(root, 'site/render.tsx'), {
        configFile: false,
        root,
        logLevel: 'warn',
        plugins: [react(), legalTexts()],
      })
      const pages = SITE_PATHS.map((path) => ({ path, html: module.renderSitePage(path, assets) }))
      const pictures = new Map<string, string>()
      for (const path of new Set(pages.flatMap(({ html }) => html.match(PICTURE) ?? []))) {
        const source = await readFile(join(root, path))
        pictures.set(path, this.getFileName(this.emitFile({ type: 'asset', name: basename(path), source })))
      }
      for (const { path, html } of pages) {
        const source = html.replaceAll(PICTURE, (picture) => `/${pictures.get(picture) ?? ''}`)
        this.emitFile({ type: 'asset', fileName: siteFile(path), source })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const path = findSitePath(url.pathname)
        if (path === null) return next()
        const send = async () => {
          try {
            const { renderSitePage } = (await server.ssrLoadModule('/site/render.tsx')) as typeof Renderer
            const html = renderSitePage(path, { script: `/${SCRIPT}`, styles: "@import '/site/site.css';", font: null })
            response.setHeader('content-type', 'text/html').end(await server.transformIndexHtml(url.pathname, html))
          } catch (error) {
            next(error)
          }
        }
        void send()
      })
    },
  }
}
