/** Why a child process failed: it could not start, exited with an error, timed out, or wrote too much. */
export type ProcessFailureReason = 'start' | 'exit' | 'timeout' | 'output'

/** A failed child process, with the facts its caller needs to find the cause. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed'
  readonly reason: ProcessFailureReason
  readonly exitCode: number | null
  /** The signal that ended it, if any. */
  readonly endedBy: NodeJS.Signals | null
  /** The end of its standard error. */
  readonly stderr: string

  constructor(
    program: string,
    facts: { reason: ProcessFailureReason; exitCode?: number | null; endedBy?: NodeJS.Signals | null; stderr?: string },
    options?: ErrorOptions,
  ) {
    super(
      `${program} failed (${facts.reason}, exit ${facts.exitCode ?? 'none'}, signal ${facts.endedBy ?? 'none'}): ${lastLine(facts.stderr)}`,
      options,
    )
    this.reason = facts.reason
    this.exitCode = facts.exitCode ?? null
    this.endedBy = facts.endedBy ?? null
    this.stderr = facts.stderr ?? ''
  }
}

function lastLine(text = ''): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
