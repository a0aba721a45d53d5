import { z } from 'zod'
import { MAX_PARTICIPANT, MAX_PARTICIPANTS } from '../participants.ts'
import { nameSchema } from './name.ts'

/** Names of the people in a call, as its meeting's page showed them, in order of appearance. */
export const participantsSchema = z
  .array(nameSchema().trim().min(1).max(MAX_PARTICIPANT))
  .max(MAX_PARTICIPANTS)
  .transform((names) => [...new Set(names)])
