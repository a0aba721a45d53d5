import { z } from 'zod'

/**
 * Settings by the names of their environment variables. The description of each is written above it in
 * `.env.example`.
 */
export type Settings = Record<string, z.ZodType>

/** The merged type of several groups of settings, given their union. */
export type Merged<Group> = (Group extends unknown ? (group: Group) => void : never) extends (all: infer All) => void
  ? All
  : never

export const word = z.string().trim().min(1)
/** Strips `user:password@`, which must not appear in logs and on screens. */
export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^\w+:\/*[^/?#]*@/.test(url), 'must not contain a name or password')
  .transform((url) => url.replace(/\/+$/, ''))
