/**
 * The environment of a program of the product that a test starts, beside its settings: nothing of who runs the tests, and the
 * code that was compiled for the ones before it.
 */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
