import { randomUUID } from 'node:crypto'
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle'
import { Lucia, TimeSpan } from 'lucia'
import type { Database } from '../db/database.ts'
import type { Pg } from '../db/schema.postgres.ts'
import type { Clock } from '../kernel/clock.ts'
import { AuthError } from './auth-error.ts'
import { newToken } from './secret-token.ts'
import { createRefreshTokensRepo } from './tokens-repo.ts'

/** How the user was authenticated, as in the token's `amr` claim. */
export type SessionMethod = 'password' | 'otp' | 'oauth'

interface SessionAttributes {
  method: string | null
  userAgent: string | null
  createdAt: Date
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>
    DatabaseSessionAttributes: SessionAttributes
  }
}

/** A session that has not ended. */
export interface LiveSession {
  id: string
  userId: string
  method: string
  createdAt: Date
}

/** A live session and the refresh token that continues it. */
export interface OpenedSession {
  session: LiveSession
  refreshToken: string
}

export type SignOutScope = 'global' | 'local' | 'others'

/** A session ends after this long without a refresh. */
const SESSION_LIFE = new TimeSpan(30, 'd')
/** The client has no lock between tabs: two of them may use one refresh token almost at once. */
const REUSE_GRACE_MS = 10_000
const USER_AGENT_LENGTH = 255

export type Sessions = ReturnType<typeof createSessions>

/** Sessions and their refresh tokens. Lucia decides which session is valid; no other file knows Lucia. */
export function createSessions({ db, clock }: { db: Database; clock: Clock }) {
  const lucia = createLucia(db)
  const refreshTokens = createRefreshTokensRepo(db)

  async function read(sessionId: string): Promise<LiveSession | null> {
    const { session } = await lucia.validateSession(sessionId)
    return (
      session && {
        id: session.id,
        userId: session.userId,
        method: session.method ?? 'password',
        createdAt: session.createdAt,
      }
    )
  }

  async function issueRefreshToken(sessionId: string): Promise<string> {
    const token = newToken()
    await refreshTokens.insert(token, sessionId, clock())
    return token
  }

  return {
    /** @returns the session, null once it ended. Reading one prolongs it. */
    read,

    async open(
      userId: string,
      { method, userAgent }: { method: SessionMethod; userAgent: string | undefined },
    ): Promise<OpenedSession> {
      const attributes = { method, userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null, createdAt: clock() }
      // The client's library expects the session's id to be a UUID.
      const { id } = await lucia.createSession(userId, attributes, { sessionId: randomUUID() })
      return {
        session: { id, userId, method, createdAt: attributes.createdAt },
        refreshToken: await issueRefreshToken(id),
      }
    },

    /**
     * Exchanges a refresh token for the next one. Reuse of a token is a sign of theft: after a grace period it ends the
     * session, for the thief and the owner alike.
     * @throws {AuthError} refresh_token_not_found or refresh_token_already_used.
     */
    async rotate(token: string): Promise<OpenedSession> {
      const now = clock()
      const spent = await refreshTokens.spend(token, now)
      if (spent?.usedAt && now.getTime() - spent.usedAt.getTime() > REUSE_GRACE_MS) {
        await lucia.invalidateSession(spent.sessionId)
        throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
      }
      const session = spent && (await read(spent.sessionId))
      if (!session) throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
      return { session, refreshToken: await issueRefreshToken(session.id) }
    },

    /** Ends the session itself (local), the user's other ones (others) or all of them (global). */
    async close({ id, userId }: Pick<LiveSession, 'id' | 'userId'>, scope: SignOutScope): Promise<void> {
      if (scope === 'local') return lucia.invalidateSession(id)
      if (scope === 'global') return lucia.invalidateUserSessions(userId)
      const others = (await lucia.getUserSessions(userId)).filter((session) => session.id !== id)
      await Promise.all(others.map((session) => lucia.invalidateSession(session.id)))
    },

    /** Ends every session of a user. */
    closeAll: (userId: string): Promise<void> => lucia.invalidateUserSessions(userId),

    /** Removes expired sessions, and refresh tokens that were used so long ago that their session has ended. */
    async removeExpired(): Promise<void> {
      await lucia.deleteExpiredSessions()
      await refreshTokens.removeUsedBefore(new Date(clock().getTime() - SESSION_LIFE.milliseconds()))
    },
  }
}

function createLucia(db: Database) {
  // Lucia's PostgreSQL adapter uses only what both databases can do; its SQLite one wants other columns.
  const adapter = new DrizzlePostgreSQLAdapter(db as unknown as Pg, db.schema.sessions, db.schema.users)
  return new Lucia(adapter, {
    sessionExpiresIn: SESSION_LIFE,
    getSessionAttributes: ({ method, createdAt }) => ({ method, createdAt }),
  })
}
