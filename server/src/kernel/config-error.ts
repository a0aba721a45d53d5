/** A setting that is wrong, or that something is missing for; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
