import { randomUUID } from 'node:crypto'
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle'
import { Lucia, TimeSpan } from 'lucia'
import type { Database } from '../../db/database.ts'
import type { Pg } from '../../db/schema.postgres.ts'
import { isOrphan } from '../../db/refusals.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { getDiskTrouble } from '../../kernel/disk-trouble.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { newToken } from './secret-token.ts'
import { createSessionsRepo } from './sessions-repo.ts'
import { createRefreshTokensRepo, type SpentRefreshToken } from './tokens-repo.ts'

/** How the user was authenticated, as in the token's `amr` claim; `extension`: granted by the web app. */
export type SessionMethod = 'password' | 'otp' | 'oauth' | 'anonymous' | 'passkey' | 'extension' | 'web3' | 'sso/saml'
/** The second factor used to raise a session, as in the `amr` claim. */
export type SecondMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'recovery_code'

interface SessionAttributes {
  method: string | null
  secondMethod: string | null
  secondAt: Date | null
  provedAt: Date | null
  userAgent: string | null
  lastUsedAt: Date | null
  createdAt: Date
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: { secondFactor: boolean }
  }
}

/** A session that has not ended. */
export interface LiveSession {
  id: string
  userId: string
  method: string
  /** The second factor used to raise it, and when; null: none. */
  second: { method: string; at: Date } | null
  /** Its user has a second factor that this session has not used yet. */
  lacksSecondFactor: boolean
  /** When the user last authenticated; null: never in this session. Adding a sign-in method is no proof. */
  provedAt: Date | null
  userAgent: string | null
  lastUsedAt: Date
  createdAt: Date
}

/** A live session and the refresh token that continues it. */
export interface OpenedSession {
  session: LiveSession
  refreshToken: string
}

export type SignOutScope = 'global' | 'local' | 'others'

/** How a session was opened. */
export interface OpenedBy {
  method: SessionMethod
  /** The second factor used with it. */
  second?: { method: string; at: Date } | null
  /** By default now; null: not proved. */
  provedAt?: Date | null
  userAgent: string | undefined
}

/** A session ends after this long without a refresh. */
const SESSION_LIFE = new TimeSpan(30, 'd')
/** The client has no lock between tabs: two of them may use one refresh token almost at once. */
const REUSE_GRACE_MS = 10_000
const USER_AGENT_LENGTH = 255

export type Sessions = ReturnType<typeof createSessions>

/**
 * Sessions and their refresh tokens. Lucia decides which session is valid; no other file uses Lucia.
 * @param mostDays maximum age from sign-in, however often it is refreshed.
 */
export function createSessions({ db, clock, mostDays }: { db: Database; clock: Clock; mostDays: number }) {
  const longest = new TimeSpan(mostDays, 'd').milliseconds()
  const lucia = createLucia(db)
  const refreshTokens = createRefreshTokensRepo(db)
  const store = createSessionsRepo(db)
  const { issueRefreshToken, issueNext, isStale } = createRefresh(refreshTokens, clock)

  async function read(sessionId: string): Promise<LiveSession | null> {
    const { session, user } = await lucia.validateSession(sessionId)
    if (session === null) return null
    if (clock().getTime() - session.createdAt.getTime() > longest) {
      await lucia.invalidateSession(session.id)
      return null
    }
    return liveSession(session, user.secondFactor)
  }

  return {
    ...createEnds(lucia),

    /** @returns the session, null once it has ended. Reading a session extends it. */
    read,

    async open(
      { id: userId, secondFactor }: Pick<UserRow, 'id' | 'secondFactor'>,
      { method, second, provedAt, userAgent }: OpenedBy,
    ): Promise<OpenedSession> {
      const now = clock()
      const attributes = {
        method,
        secondMethod: second?.method ?? null,
        secondAt: second?.at ?? null,
        provedAt: provedAt === undefined ? now : provedAt,
        userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
        lastUsedAt: now,
        createdAt: now,
      }
      // The client library expects the session's ID to be a UUID.
      const session = await lucia.createSession(userId, attributes, { sessionId: randomUUID() })
      return {
        session: liveSession({ ...session, ...attributes }, secondFactor),
        refreshToken: await issueRefreshToken(session.id, 1),
      }
    },

    /**
     * Records a second factor.
     * @param proves whether it counts as proof of the person.
     * @returns the session with a new refresh token; null once it has ended.
     */
    async raise(
      sessionId: string,
      { method, proves }: { method: SecondMethod; proves: boolean },
    ): Promise<OpenedSession | null> {
      await store.raise(sessionId, method, clock(), { proves })
      const session = await read(sessionId)
      return session && { session, refreshToken: await issueNext(session.id) }
    },

    /** Records that the session's user has proved who they are. */
    prove: (sessionId: string): Promise<void> => store.prove(sessionId, clock()),

    /** A session whose code was exchanged, with its first refresh token; null once it has ended. */
    async handOver(sessionId: string): Promise<OpenedSession | null> {
      const session = await read(sessionId)
      return session && { session, refreshToken: await issueNext(session.id) }
    },

    /** The user's live sessions, last used first. */
    async list(userId: string): Promise<LiveSession[]> {
      const sessions = await lucia.getUserSessions(userId)
      const oldest = clock().getTime() - longest
      return sessions
        .filter(({ createdAt }) => createdAt.getTime() >= oldest)
        .map((session) => liveSession(session, false))
        .toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
    },

    /**
     * Exchanges a refresh token for the next one. Reuse of a token suggests theft: after a grace period it ends the
     * session, for thief and owner alike. So does a token that another one overtook within that period: of two tabs
     * only one keeps the session. While nothing can be stored, the token stays valid.
     * @throws {AuthError} refresh_token_not_found, refresh_token_already_used or session_not_found.
     */
    async rotate(token: string): Promise<OpenedSession> {
      const now = clock()
      let canStore = true
      const spent = await refreshTokens.spend(token, now).catch((error: unknown) => {
        if (getDiskTrouble(error) === null) throw error
        canStore = false
        return refreshTokens.find(token)
      })
      if (spent && (await isStale(spent, new Date(now.getTime() - REUSE_GRACE_MS)))) {
        const stolen = await read(spent.sessionId)
        await lucia.invalidateSession(spent.sessionId)
        if (stolen) await store.recordTheft(stolen, now)
        throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
      }
      const session = spent && (await read(spent.sessionId))
      if (!session) throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
      await store.recordUse(session.id, now).catch((error: unknown) => {
        if (getDiskTrouble(error) === null) throw error
      })
      const isKept = !canStore && spent.usedAt === null
      return { session, refreshToken: isKept ? token : await issueRefreshToken(session.id, spent.generation + 1) }
    },

    /** Null: it has ended, or no user agent was sent. */
    getUserAgent: (id: string): Promise<string | null> => store.getUserAgent(id),

    /** Deletes expired sessions, and used refresh tokens so old that their session has ended. */
    async removeExpired(): Promise<void> {
      await lucia.deleteExpiredSessions()
      await refreshTokens.removeUsedBefore(new Date(clock().getTime() - SESSION_LIFE.milliseconds()))
    },
  }
}

/** Ends sessions. */
function createEnds(lucia: ReturnType<typeof createLucia>) {
  return {
    /** Ends the user's sessions without a second factor. */
    async closeUnraised(userId: string): Promise<void> {
      const unraised = (await lucia.getUserSessions(userId)).filter(({ secondAt }) => secondAt === null)
      await Promise.all(unraised.map((session) => lucia.invalidateSession(session.id)))
    },

    /** Ends the session itself (local), the user's other ones (others) or all of them (global). */
    async close({ id, userId }: Pick<LiveSession, 'id' | 'userId'>, scope: SignOutScope): Promise<void> {
      if (scope === 'local') return lucia.invalidateSession(id)
      if (scope === 'global') return lucia.invalidateUserSessions(userId)
      const others = (await lucia.getUserSessions(userId)).filter((session) => session.id !== id)
      await Promise.all(others.map((session) => lucia.invalidateSession(session.id)))
    },

    closeEach: async (ids: string[]): Promise<void> =>
      void (await Promise.all(ids.map((id) => lucia.invalidateSession(id)))),

    /** Ends every session of a user. */
    closeAll: (userId: string): Promise<void> => lucia.invalidateUserSessions(userId),
  }
}

/** The refresh tokens of sessions. */
function createRefresh(refreshTokens: ReturnType<typeof createRefreshTokensRepo>, clock: Clock) {
  /** @throws {AuthError} session_not_found when it has ended since it was read. */
  async function issueRefreshToken(sessionId: string, generation: number): Promise<string> {
    const token = newToken()
    await refreshTokens.insert(token, { sessionId, generation }, clock()).catch((cause: unknown) => {
      if (!isOrphan(cause)) throw cause
      throw new AuthError('session_not_found', 'Your session has ended. Sign in again.', { cause })
    })
    return token
  }

  /** Issues a token outside the rotation, so that use of an earlier one is detected. */
  async function issueNext(sessionId: string): Promise<string> {
    return issueRefreshToken(sessionId, (await refreshTokens.lastGeneration(sessionId)) + 1)
  }

  /** @param since earlier uses count as reuse. */
  async function isStale(spent: SpentRefreshToken, since: Date): Promise<boolean> {
    if (spent.usedAt !== null && spent.usedAt < since) return true
    return refreshTokens.isOvertaken(spent, since)
  }

  return { issueRefreshToken, issueNext, isStale }
}

function createLucia(db: Database) {
  // Lucia's PostgreSQL adapter uses only features of both databases; its SQLite adapter requires other columns.
  const adapter = new DrizzlePostgreSQLAdapter(db as unknown as Pg, db.schema.sessions, db.schema.users)
  const prolong = adapter.updateSessionExpiration.bind(adapter)
  // Sessions can be read while nothing can be stored, and are extended later.
  adapter.updateSessionExpiration = (id, expiresAt) =>
    prolong(id, expiresAt).catch((error: unknown) => {
      if (getDiskTrouble(error) === null) throw error
    })
  return new Lucia(adapter, {
    sessionExpiresIn: SESSION_LIFE,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: ({ secondFactor }) => ({ secondFactor }),
  })
}

function liveSession(
  {
    id,
    userId,
    method,
    secondMethod,
    secondAt,
    provedAt,
    userAgent,
    lastUsedAt,
    createdAt,
  }: SessionAttributes & { id: string; userId: string },
  secondFactor: boolean,
): LiveSession {
  return {
    id,
    userId,
    method: method ?? 'password',
    second: secondMethod !== null && secondAt !== null ? { method: secondMethod, at: secondAt } : null,
    lacksSecondFactor: secondFactor && secondAt === null,
    provedAt,
    userAgent,
    lastUsedAt: lastUsedAt ?? createdAt,
    createdAt,
  }
}
