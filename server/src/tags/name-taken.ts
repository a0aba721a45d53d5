import { AppError } from '../kernel/errors.ts'

/** The refusal of a second tag of one name. */
export function nameTaken(name: string): AppError {
  return new AppError('conflict', `You already have a tag called “${name}”.`)
}
