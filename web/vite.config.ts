import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type BuildOptions, type Plugin } from 'vite'
import { FIRST_FONT } from '../shared/page/shared-page.ts'
import { chunkGroups } from './chunks.ts'
import { sitePages } from './site/build-site.ts'

/** In watch mode; `npm run dev` names the port. */
const SERVER = `http://localhost:${process.env['PORT'] || 3000}`

/**
 * Files for browsers: the app, and the small parts that public and shared pages need. The server finds the latter in
 * the manifest.
 */
const FOR_BROWSERS: BuildOptions = {
  outDir: 'dist',
  emptyOutDir: true,
  manifest: true,
  // No inlining: the content security policy allows no inline script but one, and no data: fonts.
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 700,
  // All supported browsers preload modules themselves.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: {
      'app': `${import.meta.dirname}/index.html`,
      'site': `${import.meta.dirname}/site/script/main.ts`,
      'shared-page': `${import.meta.dirname}/shared-page/script/main.ts`,
    },
    output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } },
  },
}

/** The renderer of shared pages, for the server (`vite build web --ssr`): one self-contained file. */
const FOR_SERVER: BuildOptions = {
  outDir: 'shared-page/dist',
  emptyOutDir: true,
  copyPublicDir: false,
  rolldownOptions: { input: `${import.meta.dirname}/shared-page/render.tsx` },
}

/**
 * Preloads the main font along with the scripts, so that the first text is rendered with it and doesn't shift, and the
 * dashboard's code, which most screens need and would otherwise request only after the app's code has run.
 */
function preloadFirst(): Plugin {
  const preload = (file: string) => {
    if (FIRST_FONT.test(file)) return { rel: 'preload', as: 'font', type: 'font/woff2' }
    return /\/dashboard-[\w-]+\.js$/.test(file) ? { rel: 'modulepreload' } : null
  }
  return {
    name: 'preload-first',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle).flatMap((file) => {
        const attrs = preload(file)
        return attrs
          ? [{ tag: 'link', attrs: { ...attrs, crossorigin: '', href: `/${file}` }, injectTo: 'head' as const }]
          : []
      }),
  }
}

/**
 * The font package swaps fonts whenever they arrive. Another font breaks lines elsewhere, so readers would lose their
 * place: fonts that arrive late are used from the next page on.
 */
function keepLetters(): Plugin {
  return {
    name: 'keep-letters',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css(\?|$)/.test(id) ? code.replaceAll(/font-display:\s*swap/g, 'font-display:optional') : null,
  }
}

/**
 * Compresses scripts and styles at build time, since the server would compress each every time.
 */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file)
          await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path), { level: 9 }))
        }),
      )
    },
  }
}

export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), sitePages(import.meta.dirname), keepLetters(), preloadFirst(), compressAssets()],
  build: isSsrBuild ? FOR_SERVER : FOR_BROWSERS,
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: {
      '/api': SERVER,
      '/auth/v1': SERVER,
      '/files': SERVER,
      '/storage': SERVER,
      '/s/': SERVER,
      '/assets/': SERVER,
    },
  },
}))
