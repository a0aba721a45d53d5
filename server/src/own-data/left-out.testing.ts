/**
 * Columns and tables of an account that an export leaves out, with the reason: a secret, internal to the server, or
 * included in another form. Named as in the schema.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  // Secrets, used to sign in or to prove an identity.
  'users.passwordHash': 'a hash of the password',
  'sessions.id': 'tokens and signed links name the session by it',
  'refreshTokens': 'hashes of tokens',
  'authorizationCodes': 'hashes of codes',
  'recoveryCodes': 'hashes of codes',
  'oneTimeTokens.hash': 'a hash of a token',
  'oneTimeTokens.codeHash': 'a hash of a code',
  'oneTimeTokens.codeChallenge': 'a hash of a secret of the client',
  'oneTimeTokens.sessionId': 'tokens and signed links name the session by it',
  'signInFlows': 'secrets of a sign-in under way, for minutes',
  'challenges': 'what a factor was asked, for minutes',
  'factors.secret': 'the secret of an authenticator app',
  'factors.usedStep': 'keeps a code from being taken twice',
  'webauthnKeys.credentialId': 'what the key answers to',
  'webauthnKeys.publicKey': 'what its answers are checked with',
  'webauthnKeys.counter': 'keeps an answer from being taken twice',
  'knownDevices.fingerprint': 'a keyed hash',
  'shareableLinks.passwordHash': 'a hash of the password',
  // Internal to the server.
  'events': 'ids of what happened, until it is delivered; what is kept of it is the log',
  'jobs': 'ids of what is to be done',
  'searchEntries': 'numbers of the search index',
  'searchChunks': 'words of the transcripts once more, for the search',
  'microsites.redacting': 'storage keys of a recording that is withheld',
  'accountLog.id': 'the id of the event',
  'linkViews.id': 'the id that a reader’s browser counts by',
  // In another form.
  'microsites.sourceKey': 'where the server stores what the archive has as a file',
  'microsites.posterKey': 'where the server stores what the archive has as a file',
  'micrositeCounters.createdAt': 'the microsite’s, once more',
  'tags.nameKey': 'the name in lower case',
  'micrositeTags.tagId': 'each microsite names its tags',
}
