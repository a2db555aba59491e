import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { linkIdentity, listIdentities, unlinkIdentity } from '../../../domain/identities/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { linkIdentityTo, readChoices, readKnown, unlinkFrom } from './identities.sql.ts';

const getKind = (kind: string | null) => (kind === 'entra' ? ('entra' as const) : ('saml' as const));
/** Visitors from above see the identities but can't link one. */
export const readIdentities = bind(listIdentities, async ({ id }, ctx) => {
  const [found, open] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    readKnown(db, id),
    readChoices(db, ctx.session.kind === 'own'),
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
                ...{ id: identity, kind: getKind(kind), provider, issuer: issuer ?? '', subject: subject ?? '' },
                ...{ since: toIso(since), lastAt: lastAt && toIso(lastAt), linkedBy },
              },
            ],
    ),
    choices: open.rows.map(({ id: app, kind, name, directory, directory_name: label }) => ({
      ...{ id: app, kind: getKind(kind), name },
      directory: directory === null ? null : { id: directory, name: label || directory },
    })),
    linkable: person.linkable,
  };
});

/** One trip: the database decides and writes, because this tenant can't read memberships in other tenants. */
export const linkByKey = bind(linkIdentity, async ({ id, provider, directory = null, subject }, ctx) => {
  const identity = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    linkIdentityTo(db, ctx, { user: id, provider, directory, subject, identity }),
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
      throw invalidInput('subject');
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

/** Ends the sessions that began with this identity, except the administrator's own. */
export const removeIdentity = bind(unlinkIdentity, async ({ id, identityId }, ctx) => {
  const [result] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [unlinkFrom(db, ctx, id, identityId)]);
  const ended = result.rows[0]?.ended ?? null;
  if (ended === null) throw new AppError('not_found');
  return { ended };
});
