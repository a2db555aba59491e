import { query } from '../support/database.ts';
import { mailedCode, makeFactor, makePasskey } from '../support/make-factor.ts';
import { world } from '../support/world.ts';
import type { Place } from './sample.ts';
import { getCode, getLink } from './samples-accounts.ts';
import { makeConfirmToken } from './samples-saml.ts';
import { getChallenge, getDevice, getPending, makeKeepToken, makeSignInToken } from './samples-two-factor.ts';

/** Gives the person of a place an unshared account and a link to set its password; with factors if asked. */
export async function makeAlone(place: Place, alone: true | 'factors' = true): Promise<Place> {
  const { tenant, person } = place;
  const email = `${tenant.id}@alone.test`;
  await query(
    `with a as (insert into accounts (id, email, password, verified_at, lost_at)
      values (gen_random_uuid(), $1, $2, now(), now())
      returning id),
      e as (insert into tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
        select sha256($9::bytea), 'account.keep', $3, $4, $6, now() + interval '1 hour', jsonb_build_object('account', a.id)
        from a),
      t as (insert into tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
        values (sha256($5::bytea), 'account.change', $3, $4, $6, now() + interval '1 hour', jsonb_build_object('email', $1::text))),
      c as (insert into tickets (hash, purpose, tenant_id, host, body, expires_at)
        values (sha256($7::bytea), 'sso.code', $3, $6, jsonb_build_object('way', 'saml', 'redirect', null, 'userId', $4::text),
        now() + interval '1 hour')),
      p as (insert into tickets (hash, purpose, tenant_id, host, body, expires_at)
        select sha256($8::bytea), 'passkey', $3, $6, jsonb_build_object('userId', $4::text, 'holder', a.id), now() + interval '1 hour'
          from a)
      update users set account_id = a.id from a where users.id = $4`,
    [
      email,
      world().passwordHash,
      tenant.id,
      person.id,
      getLink(email),
      tenant.host,
      getCode(email),
      getChallenge(email),
      makeKeepToken(email),
    ],
  );
  // A provider's response pending in a browser without the cookie, for a person with an account and for an invited one.
  for (const [by, who] of [
    ['account', 'u.id = $4'],
    ['mail', "u.email = 'invitee@same.test' and $4::uuid is not null"],
  ] as const)
    await query(
      `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) select sha256($1::bytea), 'sso.link', $2, $3,
        jsonb_build_object('way', 'saml', 'redirect', null, 'userId', u.id, 'browser', '\\x' || encode(sha256(''), 'hex'), 'confirm',
          jsonb_build_object('app', $5::text, 'name', 'Okta', 'kind', 'saml', 'issuer', 'https://idp.test/waits', 'subject', $1::text,
          'email', u.email, 'groups', '[]'::jsonb, 'mapped', '[]'::jsonb)),
        now() + interval '1 hour' from users u where u.tenant_id = $2 and ${who}`,
      [makeConfirmToken(email, by), tenant.id, tenant.host, person.id, place.ids.samlApp],
    );
  await mailedCode({ id: person.id, tenantId: tenant.id });
  const own = { ...place, person: { ...person, email } };
  return alone === 'factors' ? { ...own, ids: { ...place.ids, factor: await giveFactors(own) } } : own;
}

/** An authenticator app, recovery codes and a passkey for a person with an unshared account, and pending sign-ins. */
async function giveFactors({ tenant, person }: Place): Promise<string> {
  const { id } = await makeFactor(person);
  await makePasskey(person, getDevice(person.email));
  await query(
    `with s as (update sessions set factor_at = now() where user_id = $1),
      k as (insert into tickets (hash, purpose, tenant_id, host, body, expires_at)
        values (sha256($4::bytea), 'passkey', $2, $3, '{}', now() + interval '1 hour'))
      insert into tickets (hash, purpose, tenant_id, host, body, expires_at)
        select sha256($5::bytea), 'factor', $2, $3,
          jsonb_build_object('way', 'password', 'userId', $1::text, 'vouched', 'account',
            'seen', '\\x' || encode(sha256(a.password::bytea), 'hex')),
          now() + interval '1 hour'
          from users u join accounts a on a.id = u.account_id where u.id = $1::uuid`,
    [person.id, tenant.id, tenant.host, makeSignInToken(person.email), getPending(person.email)],
  );
  return id;
}
