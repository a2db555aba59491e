import { randomUUID } from 'node:crypto';
import type { OidcStandIn } from '../../dev/idp-oidc/server.ts';
import { getSession } from '../guards/place.ts';
import { getTicket, type Place } from '../guards/sample.ts';
import { embedSecret } from '../guards/samples-embedding.ts';
import { getDevice } from '../guards/samples-two-factor.ts';
import { type Answer, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { answerFor, getRoad, makeDirectoryPerson } from '../support/entra.ts';
import type { Harness } from '../support/harness.ts';
import { embedToken } from '../support/make-embedding.ts';
import { getDirectory, makeScimToken, provision } from '../support/make-scim.ts';
import { makeUser } from '../support/make-user.ts';
import { answer, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';
import type { Asked, Places } from './asked.ts';

/** The calls of the contract list that use a one-time secret, which has to be created for each. */
const opening = {
  company: 'POST /api/oauth/company',
  passkey: 'POST /api/login/passkey',
  callback: 'POST /api/saml/callback',
  embedded: 'POST /api/login/embedded',
  workspace: 'POST /api/auth/workspaces/new',
};
export const once = Object.values(opening);

const unlessDone = ({ status, text }: Answer): string => (status < 300 ? '' : `${status} ${text.slice(0, 300)}`);
const unlessLedOn = (location: string | URL | null): string =>
  location && new URL(location).searchParams.has('code') ? '' : `led to ${location}`;

/** The sign-in calls with a one-time secret, and the calls of identity providers and directories. */
export async function waysIn(harness: Harness, places: Places, idp: OidcStandIn): Promise<Asked[]> {
  const { own, factors } = places.admin;
  return [
    company(harness, own),
    passkey(harness, factors),
    callback(harness, places.admin.alone),
    embedded(harness, own),
    workspace(harness, own),
    await saml(harness, own),
    await entra(harness, idp, places.user.own),
    ...(await directory(harness, own)),
    ...(await beats(harness, places.user.own)),
  ];
}

function company(harness: Harness, { tenant, ids }: Place): Asked {
  const token = getTicket(ids.sibling);
  return {
    name: opening.company,
    lasting: true,
    prepare: async () => void (await query("update tokens set used_at = null where hash = sha256(convert_to($1, 'UTF8'))", [token])),
    ask: async () => unlessDone(await api(harness, tenant).post('/api/oauth/company', { token })),
  };
}

function passkey(harness: Harness, { tenant, person }: Place): Asked {
  let challenge = '';
  return {
    name: opening.passkey,
    lasting: true,
    prepare: async () => {
      challenge = randomUUID().padEnd(43, 'P');
      await query(
        "insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values (sha256($1::bytea), 'passkey', $2, $3, '{}', now() + interval '1 hour')",
        [challenge, tenant.id, tenant.host],
      );
    },
    ask: async () =>
      unlessDone(await api(harness, tenant).post('/api/login/passkey', { passkey: getDevice(person.email).sign(challenge) })),
  };
}

function callback(harness: Harness, { tenant, person }: Place): Asked {
  let code = '';
  return {
    name: opening.callback,
    lasting: true,
    prepare: async () => {
      code = randomUUID().padEnd(43, 'S');
      await query(
        `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values (sha256($1::bytea), 'sso.code', $2, $3,
          jsonb_build_object('way', 'saml', 'redirect', null, 'userId', $4::text), now() + interval '1 hour')`,
        [code, tenant.id, tenant.host, person.id],
      );
    },
    ask: async () => unlessDone(await api(harness, tenant).post('/api/saml/callback', { code })),
  };
}

function embedded(harness: Harness, { tenant, ids }: Place): Asked {
  const key = { id: ids.embedKey, secret: embedSecret };
  return {
    name: opening.embedded,
    lasting: true,
    ask: async () => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = {
        aud: tenant.host,
        iat,
        exp: iat + 600,
        jti: randomUUID(),
        report: ids.report,
        identity: { username: 'loja-12', roles: [] },
      };
      return unlessDone(await api(harness, tenant).post('/api/login/embedded', { token: embedToken(key, claims), parent: null }));
    },
  };
}

/** The stand-in keeps what was created, and refuses a second workspace of the same name. */
function workspace(harness: Harness, { tenant, token, ids }: Place): Asked {
  const body = () => ({ accountId: ids.account2, name: `Novo ${randomUUID()}` });
  return {
    name: opening.workspace,
    lasting: false,
    ask: async () => unlessDone(await api(harness, tenant, token).post('/api/auth/workspaces/new', body())),
  };
}

/** A call after a minute of silence updates "last seen"; for the other sessions settle.ts prevents that. */
async function beats(harness: Harness, { tenant, person, profile }: Place): Promise<Asked[]> {
  const { sid, token } = await getSession(tenant, person, profile);
  const scim = await makeScimToken(tenant, { slot: 2 });
  const client = getDirectory(harness, tenant, scim.token);
  return [
    {
      name: 'GET /api/auth/notifications/count, a minute later',
      lasting: false,
      prepare: async () => void (await query("update sessions set last_seen = now() - interval '1 hour' where id = $1", [sid])),
      ask: async () => unlessDone(await api(harness, tenant, token).get('/api/auth/notifications/count')),
    },
    {
      name: 'GET /scim/v2/ServiceProviderConfig, a minute later',
      lasting: false,
      prepare: async () =>
        void (await query('update scim_tokens set last_used_at = null where tenant_id = $1 and id = $2', [tenant.id, scim.id])),
      ask: async () => unlessDone(await client.get('/ServiceProviderConfig')),
    },
  ];
}

async function saml(harness: Harness, { tenant, token }: Place): Promise<Asked> {
  const person = await makeUser(tenant, { account: false });
  const provider = await makeProvider();
  const app = await makeSamlApp(api(harness, tenant, token), provider);
  let written = '';
  return {
    name: 'POST /api/saml/acs',
    lasting: true,
    prepare: async () => {
      const { id } = await begin(api(harness, tenant), app);
      written = answer(provider, app, { inResponseTo: id, nameId: 'key-1', attributes: { email: person.email } });
    },
    ask: async () => unlessLedOn(await bring(harness, app.acs, written)),
  };
}

async function entra(harness: Harness, idp: OidcStandIn, { tenant }: Place): Promise<Asked> {
  const road = getRoad(harness);
  const known = makeDirectoryPerson(idp);
  await query(
    `update sso_apps
      set domains = '{cloud.test}',
        settings = settings || jsonb_build_object('own', 'N', 'jit', 'S',
          'directories', jsonb_build_array(jsonb_build_object('id', $2::text, 'name', '')))
      where tenant_id = $1 and kind = 'entra'`,
    [tenant.id, known.tid],
  );
  let at: URL | null = null;
  return {
    name: 'GET /api/entra/callback',
    lasting: true,
    prepare: async () => {
      at = await answerFor((await road.begin(tenant)).url, known);
    },
    ask: async () => (at ? unlessLedOn((await road.arrive(at)).location) : 'nothing to bring'),
  };
}

async function directory(harness: Harness, { tenant, ids }: Place): Promise<Asked[]> {
  const { id, token } = await makeScimToken(tenant, { slot: 2 });
  const person = await makeUser(tenant, { account: false });
  await provision(person, { token: id });
  const client = getDirectory(harness, tenant, token);
  const reads = [
    '/Users?startIndex=1&count=10',
    '/Users?filter=userName%20eq%20%22other%40same.test%22',
    `/Users/${ids.user2}`,
    '/Groups?count=10&excludedAttributes=members',
    '/Groups?filter=displayName%20eq%20%22Diretoria%22',
    `/Groups/${ids.scimGroup}`,
    '/ServiceProviderConfig',
  ];
  const named = (name: string, ask: () => Promise<Answer>): Asked => ({ name, lasting: false, ask: async () => unlessDone(await ask()) });
  return [
    ...reads.map((path) => named(`GET /scim/v2${path.replace(/[\da-f-]{36}/, '{id}')}`, () => client.get(path))),
    named('PATCH /scim/v2/Users/{id}', () =>
      client.patch(`/Users/${person.id}`, [{ op: 'replace', path: 'displayName', value: 'Bruna R.' }]),
    ),
  ];
}
