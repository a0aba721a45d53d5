import { createGithubProvider } from './github.ts'
import { createOidcProvider } from './oidc.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Provider } from './provider.ts'
import { ConfigError } from '../../kernel/errors.ts'
import { createSamlProvider } from './saml.ts'

/** The providers' settings, named as in the environment. */
export interface ProviderSettings {
  AUTH_GOOGLE_CLIENT_ID?: string | undefined
  AUTH_GOOGLE_CLIENT_SECRET?: string | undefined
  AUTH_MICROSOFT_TENANT?: string | undefined
  AUTH_MICROSOFT_CLIENT_ID?: string | undefined
  AUTH_MICROSOFT_CLIENT_SECRET?: string | undefined
  AUTH_GITHUB_CLIENT_ID?: string | undefined
  AUTH_GITHUB_CLIENT_SECRET?: string | undefined
  AUTH_OIDC_ISSUER?: string | undefined
  AUTH_OIDC_CLIENT_ID?: string | undefined
  AUTH_OIDC_CLIENT_SECRET?: string | undefined
  AUTH_OIDC_LABEL: string
  AUTH_SAML_ID: string
  AUTH_SAML_LABEL: string
  AUTH_SAML_SIGN_IN_URL?: string | undefined
  AUTH_SAML_ENTITY_ID?: string | undefined
  AUTH_SAML_CERTIFICATE?: string | undefined
  AUTH_SAML_DOMAINS: readonly string[]
}

/** The configured providers: those with a client ID. */
export function createProviders(settings: ProviderSettings, clock: Clock): Provider[] {
  const {
    AUTH_GOOGLE_CLIENT_ID: google,
    AUTH_MICROSOFT_CLIENT_ID: microsoft,
    AUTH_MICROSOFT_TENANT: tenant,
    AUTH_GITHUB_CLIENT_ID: github,
    AUTH_OIDC_CLIENT_ID: own,
    AUTH_OIDC_ISSUER: issuer,
    AUTH_SAML_SIGN_IN_URL: signInUrl,
    AUTH_SAML_ENTITY_ID: entityId,
    AUTH_SAML_CERTIFICATE: certificates,
  } = settings
  const saml = [signInUrl, entityId, certificates]
  if (saml.includes(undefined) && saml.some((each) => each !== undefined))
    throw new ConfigError('AUTH_SAML_SIGN_IN_URL, AUTH_SAML_ENTITY_ID and AUTH_SAML_CERTIFICATE must be set together.')
  const providers: Provider[] = []
  if (google !== undefined)
    providers.push(
      createOidcProvider({
        name: 'google',
        label: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: google,
        clientSecret: settings.AUTH_GOOGLE_CLIENT_SECRET ?? '',
      }),
    )
  if (microsoft !== undefined && tenant !== undefined)
    providers.push(
      createOidcProvider({
        name: 'azure',
        label: 'Microsoft',
        issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
        clientId: microsoft,
        clientSecret: settings.AUTH_MICROSOFT_CLIENT_SECRET ?? '',
        // A single directory owns its addresses; across all directories, anyone could claim any address.
        vouchesForAddresses: true,
      }),
    )
  if (github !== undefined)
    providers.push(createGithubProvider({ clientId: github, clientSecret: settings.AUTH_GITHUB_CLIENT_SECRET ?? '' }))
  if (own !== undefined && issuer !== undefined)
    providers.push(
      createOidcProvider({
        name: 'custom:oidc',
        label: settings.AUTH_OIDC_LABEL,
        issuer,
        clientId: own,
        clientSecret: settings.AUTH_OIDC_CLIENT_SECRET ?? '',
      }),
    )
  if (signInUrl !== undefined && entityId !== undefined && certificates !== undefined)
    providers.push(
      createSamlProvider({
        id: settings.AUTH_SAML_ID,
        label: settings.AUTH_SAML_LABEL,
        domains: settings.AUTH_SAML_DOMAINS,
        signInUrl,
        entityId,
        certificates,
        clock,
      }),
    )
  return providers
}
