/** Why a child process gave no result: it could not start, ended badly, ran out of time, or said more than it may. */
export type ProcessFailureReason = 'start' | 'exit' | 'timeout' | 'output'

/** A child process that gave no result, with the facts its caller needs to decide whose fault that is. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed'
  readonly reason: ProcessFailureReason
  readonly exitCode: number | null
  /** The signal that ended it, if one did. */
  readonly endedBy: NodeJS.Signals | null
  /** The end of what it wrote to standard error. */
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
