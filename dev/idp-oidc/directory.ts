import type { JsonWebKey } from 'node:crypto';
import Provider from 'oidc-provider';
import { getMemory } from './memory.ts';
import { clients, type DirectoryPerson } from './people.ts';

type Options = { base: string; tid: string; key: JsonWebKey & { kid: string }; getPerson: (oid: string) => DirectoryPerson | undefined };

const isLocal = (address: string) => URL.canParse(address) && /^(localhost|127\.0\.0\.1|.+\.localhost)$/.test(new URL(address).hostname);

/** One directory is one issuer, `…/<tid>/v2.0`, with the claims of the real one. Picking a person signs them in, without a password. */
export function openDirectory({ base, tid, key, getPerson }: Options): Provider {
  const provider = new Provider(`${base}/${tid}/v2.0`, {
    clients: Object.values(clients).map(({ id, secret }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: ['http://localhost/api/entra/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    adapter: getMemory(),
    jwks: { keys: [key] },
    cookies: { keys: [key.kid] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', 'tid', 'oid', 'preferred_username', 'email', 'name', 'groups', 'acct', 'ver'] },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AuthorizationCode: 60, IdToken: 3600, AccessToken: 3600, Interaction: 600, Session: 600, Grant: 600, ClientCredentials: 60 },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/${tid}/v2.0/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => {
      const person = getPerson(accountId);
      return person && { accountId, claims: async () => toClaims(person) };
    },
    renderError: (ctx: { type: string; body: string }, out: { error: string; error_description?: string }) => {
      ctx.type = 'text/plain';
      ctx.body = `${out.error}: ${out.error_description ?? ''}`;
    },
  });
  // The portal runs on any free port.
  provider.Client.prototype.redirectUriAllowed = isLocal;
  return provider;
}

/** The real service derives the subject from person and registration; here the person is enough. */
const toClaims = ({ tid, oid, name, username, email, groups, acct }: DirectoryPerson) => ({
  sub: oid,
  tid,
  oid,
  name,
  preferred_username: username,
  ver: '2.0',
  ...(email !== undefined && { email }),
  ...(groups && { groups }),
  ...(acct !== undefined && { acct }),
});
