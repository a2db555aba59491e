import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { linkIdentity, listIdentities, unlinkIdentity } from '../../../domain/identities/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { waysLeft } from '../../http/ways-left.ts';
import { newId } from '../../services/ids.ts';

const known = raw('identities.known', {
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
const choices = raw('identities.choices', { id: 'uuid', kind: 'text', name: 'text', directory: 'text?', directory_name: 'text?' });
const linked = raw('identities.link', { state: 'text', holder: 'text?' });
const unlinked = raw('identities.unlink', { ended: 'int4?' });

const kindOf = (kind: string | null) => (kind === 'entra' ? ('entra' as const) : ('saml' as const));
const instantOf = (at: string) => new Date(at).toISOString();

/** The app by which an identity `i` is known; several may have one provider. */
const providerName = sql`(select a.name from sso_apps a where a.kind = i.kind and (i.kind = 'entra' or a.settings->>'issuer' = i.issuer) order by a.status, a.position, a.id limit 1)`;

/** Whoever visits from above sees the identities and is offered no link. */
export const readIdentities = bind(listIdentities, async ({ id }, ctx) => {
  const [found, open] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    known(
      db,
      sql`select i.id, i.kind, i.issuer, i.subject, i.created_at, i.last_at, ${providerName} as provider,
          (select b.name from users b where b.id = i.linked_by) as linked_by, app.linkable(x.id) as linkable
        from users x left join identities i on i.user_id = x.id where x.id = ${id}::uuid and x.deleted_at is null order by i.created_at, i.id`,
    ),
    choices(
      db,
      sql`select a.id, a.kind, a.name, d.id as directory, d.name as directory_name from sso_apps a
          left join lateral jsonb_to_recordset(case a.kind when 'entra' then a.settings->'directories' else '[{}]' end) d(id text, name text) on true
        where ${ctx.session.kind === 'own'}::boolean and ${waysLeft} and (a.kind = 'saml' or d.id is not null) order by a.position, a.id, d.name, d.id`,
    ),
  ]);
  const [person] = found.rows;
  if (!person) throw new AppError('not_found');
  return {
    items: found.rows.flatMap(
      ({ id: identity, kind, provider, issuer, subject, created_at: since, last_at: lastAt, linked_by: linkedBy }) =>
        identity === null || since === null
          ? []
          : [
              {
                ...{ id: identity, kind: kindOf(kind), provider, issuer: issuer ?? '', subject: subject ?? '' },
                ...{ since: instantOf(since), lastAt: lastAt && instantOf(lastAt), linkedBy },
              },
            ],
    ),
    choices: open.rows.map(({ id: app, kind, name, directory, directory_name: label }) => ({
      ...{ id: app, kind: kindOf(kind), name },
      directory: directory === null ? null : { id: directory, name: label || directory },
    })),
    linkable: person.linkable,
  };
});

/** One trip: the database decides and writes, because what decides (memberships elsewhere) is not this tenant's to read. */
export const linkByKey = bind(linkIdentity, async ({ id, provider, directory = null, subject }, ctx) => {
  const identity = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    linked(
      db,
      sql`select l.state, l.holder from app.identity_link(${id}::uuid, ${provider}::uuid, ${directory}, ${subject}, ${identity}::uuid, ${ctx.address}, ${ctx.requestId}) l`,
    ),
  ]);
  const [outcome] = result.rows;
  const name = outcome?.holder ?? '';
  switch (outcome?.state) {
    case 'ok':
      return { id: identity };
    case 'closed':
      throw new AppError('function_disabled');
    case 'provider':
      throw new AppError('not_found', undefined, { field: 'provider' });
    case 'shape':
      throw new AppError('invalid_input', { name: 'subject', reason: 'invalid' }, { field: 'subject' });
    case 'confirms':
      throw new AppError('identity_confirms');
    case 'there':
      throw new AppError('identity_there', { name }, { field: 'provider' });
    case 'taken':
      throw new AppError('identity_taken', { name }, { field: 'subject' });
    default:
      throw new AppError('not_found');
  }
});

/** Whoever is unlinked is out where they came in by it; one's own sessions go on. */
export const removeIdentity = bind(unlinkIdentity, async ({ id, identityId }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    unlinked(db, sql`select app.identity_unlink(${id}::uuid, ${identityId}::uuid, ${ctx.address}, ${ctx.requestId}) as ended`),
  ]);
  const ended = result.rows[0]?.ended ?? null;
  if (ended === null) throw new AppError('not_found');
  return { ended };
});
