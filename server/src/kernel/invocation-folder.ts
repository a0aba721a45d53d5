/**
 * The base folder for relative paths on a command line. npm runs scripts in the repository's folder, wherever it was
 * called.
 * @param script the command's name in package.json.
 */
export function invocationFolder(script: string): string {
  const { npm_lifecycle_event: running, INIT_CWD: folder } = process.env
  return running === script && folder !== undefined ? folder : process.cwd()
}
