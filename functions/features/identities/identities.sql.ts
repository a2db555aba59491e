import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { Context } from '../../request/context.ts';
import { waysInDelegated } from '../../request/delegation.ts';
import { proofHere, type WaitingLink } from '../session/index.ts';
import type { StoredApp, StoredPasskey } from '../two-factor/index.ts';

const knownRows = raw('identities.known', {
  id: 'uuid?',
  kind: 'text?',
  provider: 'text?',
  issuer: 'text?',
  subject: 'text?',
  created_at: 'timestamptz?',
  last_at: 'timestamptz?',
  linked_by: 'text?',
  linkable: 'bool',
});
/** A user's identities, each with the name of its app; several may share a provider. Without any identity, one row of nulls. */
export const readKnown = (db: Db, user: string) =>
  knownRows(
    db,
    sql`select i.id, i.kind, i.issuer, i.subject, i.created_at, i.last_at,
        (select a.name from sso_apps a where a.kind = i.kind and (i.kind = 'entra' or a.settings->>'issuer' = i.issuer)
          order by a.status, a.position, a.id limit 1) as provider,
        (select b.name from users b where b.id = i.linked_by) as linked_by, app.linkable(x.id) as linkable
      from users x left join identities i on i.user_id = x.id where x.id = ${user}::uuid and x.deleted_at is null order by i.created_at, i.id`,
  );

const choiceRows = raw('identities.choices', { id: 'uuid', kind: 'text', name: 'text', directory: 'text?', directory_name: 'text?' });
/** The SAML apps and Entra directories that a user can be linked to by persistent identifier. */
export const readChoices = (db: Db, offered: boolean) =>
  choiceRows(
    db,
    sql`select a.id, a.kind, a.name, d.id as directory, d.name as directory_name from sso_apps a
        left join lateral jsonb_to_recordset(case a.kind when 'entra' then a.settings->'directories' else '[{}]' end) d(id text, name text) on true
      where ${offered}::boolean and ${waysInDelegated} and (a.kind = 'saml' or d.id is not null) order by a.position, a.id, d.name, d.id`,
  );

const linkRow = raw('identities.link', {
  state: typed<'ok' | 'closed' | 'provider' | 'shape' | 'confirms' | 'there' | 'taken' | 'none'>('text'),
  holder: 'text?',
});
type Link = { user: string; provider: string; directory: string | null; subject: string; identity: string };
/** Decided in the database, because this tenant can't read memberships in other tenants. */
export const linkIdentityTo = (db: Db, { address, requestId }: Context, { user, provider, directory, subject, identity }: Link) =>
  linkRow(
    db,
    sql`select l.state, l.holder
      from app.identity_link(${user}::uuid, ${provider}::uuid, ${directory}, ${subject}, ${identity}::uuid, ${address}, ${requestId}) l`,
  );

const unlinkRow = raw('identities.unlink', { ended: 'int4?' });
export const unlinkFrom = (db: Db, { address, requestId }: Context, user: string, identity: string) =>
  unlinkRow(db, sql`select app.identity_unlink(${user}::uuid, ${identity}::uuid, ${address}, ${requestId}) as ended`);

const waitingShape = {
  state: typed<'ok' | 'over' | 'limited'>('text'),
  wait: 'int4',
  body: typed<WaitingLink & { tries?: number }>('jsonb'),
  person: 'uuid',
  person_name: 'text',
  account: 'uuid?',
  password: 'text?',
  totp: typed<StoredApp | null>('jsonb?'),
  passkeys: typed<StoredPasskey[] | null>('jsonb?'),
  recovery: 'int4',
  ends_at: 'timestamptz',
} as const;
const waitingRow = raw('identities.open_link', waitingShape);
/** A provider's answer waiting for confirmation; the user's fields are null unless the state is `ok`. */
export type WaitingRow = RowOf<typeof waitingShape>;
type Waits = { hash: string; browser: string; guess: boolean };
export const openLink = (db: Db, ctx: Context, { hash, browser, guess }: Waits) =>
  waitingRow(db, sql`select * from app.link_open(${proofHere(ctx, hash)}, ${browser}, ${ctx.address}, ${guess}::boolean)`);

const sendRow = raw('identities.send_code', { state: typed<'sent' | 'over' | 'limited' | 'account'>('text'), wait: 'int4?' });
export const askForCode = (db: Db, ctx: Context, hash: string, browser: string) =>
  sendRow(db, sql`select * from app.link_send(${proofHere(ctx, hash)}, ${browser}, ${ctx.address})`);
