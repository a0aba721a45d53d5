import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const OUT = `${import.meta.dirname}/dist`

/** What finds files of its own beside itself, or is compiled for the machine. Everything else is put into the bundle. */
export const STAYS_OUTSIDE = [
  'better-sqlite3',
  '@node-rs/argon2',
  '@napi-rs/canvas',
  'node-llama-cpp',
  'sherpa-onnx-node',
  'pino',
  'pg',
]

/** What is started as a process: the server, the operator's commands, and what works beside the server. */
const ENTRIES = [
  'main',
  'admin',
  'models',
  'db/sqlite-reader-worker',
  'tasks/task-worker',
  'sharing/page/page-renderer-worker',
  'sherpa/diariser-worker',
  'sherpa/transcriber-worker',
  'analysis/models/llama-worker',
]

/** Where a module names the script of another process, whose entry lies in the bundle's folder. */
const WORKER_URL = /new URL\(["']([\w-]+-worker)\.ts["'], import\.meta\.url\)/

/** Modules of the bundle find migrations, workers and what is built as they do outside it: from where their source lies. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(`${import.meta.dirname}/src/`)) return null
      if (/import\.meta\.(dirname|filename)\b/.test(code))
        this.error('In the bundle only import.meta.url leads to files.')
      if (!code.includes('import.meta.url')) return null
      const source = JSON.stringify(relative(OUT, id))
      const placed = code
        .split(WORKER_URL)
        // Every other part is the name of a worker.
        .map((part, index) =>
          index % 2 === 1
            ? `new URL('${part}.js', import.meta.url)`
            : part.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`),
        )
      return { code: placed.join(''), map: null }
    },
  }
}

/** The server as one file (`vite build server --ssr`), which starts in a fraction of the time that its sources take. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [keepPlaces()],
  ssr: { noExternal: true, external: STAYS_OUTSIDE },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: ENTRIES.map((entry) => `${import.meta.dirname}/src/${entry}.ts`),
      // All in one folder: places are relative to it.
      // The sources lie beside the bundle: its maps need not carry them.
      output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
})
