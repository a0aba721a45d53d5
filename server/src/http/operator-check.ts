import { AppError } from '../kernel/errors.ts'

/** @returns a check that throws AppError forbidden for everyone but operators. */
export function operatorCheck(isOperator: (userId: string) => Promise<boolean>) {
  return async (userId: string): Promise<void> => {
    if (!(await isOperator(userId))) throw new AppError('forbidden', 'Only admins can do this.')
  }
}
