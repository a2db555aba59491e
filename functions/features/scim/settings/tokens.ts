import { NeonDbError } from '@neondatabase/serverless';
import { and, eq, isNull } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../../db/assertions.ts';
import { audited } from '../../../../db/audited.ts';
import { scimTokens } from '../../../../db/schema/scim.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../../domain/errors/refusal.ts';
import { addScim, deleteScim, updateScim } from '../../../../domain/scim/contract.ts';
import { maxTokens, shownTokenSigns, tokenDays, tokenPrefix } from '../../../../domain/scim/limits.ts';
import { decideTokenEdit, tieFacts } from '../../../../domain/scim/tokens.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry } from '../../../request/context.ts';
import { assertDelegated, isDelegated, readDelegated } from '../../../request/delegation.ts';
import { getHash, newId, newSecret } from '../../../services/ids.ts';
import { addTokenRow, holdTie, knowsTie, revokeTokenRow } from './settings.sql.ts';

/** A new token takes one of the two slots; of two concurrent ones the second finds none, because the database counts them. */
export const addToken = bind(addScim, async ({ name, life, provider }, ctx) => {
  const id = newId(ctx.clock.now());
  const token = `${tokenPrefix}${newSecret()}`;
  const hash = await getHash(token);
  const days = tokenDays[life];
  const full = new AppError('scim_token_limit', { limit: maxTokens });
  try {
    const wanted = { id, name, prefix: token.slice(0, shownTokenSigns), hash, tie: provider, days, told: tieFacts(provider) };
    const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [addTokenRow(db, ctx, wanted)]);
    const [outcome] = rows;
    if (!outcome?.is_left) throw new AppError('function_disabled');
    if (!outcome.known) throw new AppError('not_found', undefined, { field: 'provider' });
    if (outcome.written !== 1) throw full;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw full;
    throw error;
  }
  return { id, token };
});

export const renameToken = bind(updateScim, async ({ id, version, name, provider }, ctx) => {
  const entry = getEntry(ctx, 'signOn.manage');
  const isThis = and(eq(scimTokens.id, id), isNull(scimTokens.revokedAt));
  const [left, known, [stored]] = await ctx.database.withTenant(entry, (db) => [
    readDelegated(db),
    knowsTie(db, provider),
    db.select({ version: scimTokens.version, name: scimTokens.name, provider: scimTokens.providerIssuer }).from(scimTokens).where(isThis),
  ]);
  const found = { allowed: isDelegated(left), knowsTie: known.rows[0]?.known ?? false };
  const plan = planOrThrow(decideTokenEdit({ version, name, tie: provider }, stored, found));

  const tied = provider === undefined ? {} : { providerKind: provider?.kind ?? null, providerIssuer: provider?.issuer ?? null };
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, scimTokens, and(isThis, eq(scimTokens.version, version))),
    assertDelegated(db),
    holdTie(db, provider),
    db
      .update(scimTokens)
      .set(setOf(scimTokens, { name, ...tied, version: plan.version }))
      .where(eq(scimTokens.id, id)),
    audited(db, ctx, 'scim.token_edit', id, plan.change),
  ]);
  return { id, version: plan.version };
});

export const revokeToken = bind(deleteScim, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [revokeTokenRow(db, ctx, id)]);
  const [outcome] = rows;
  if (!outcome?.is_left) throw new AppError('function_disabled');
  if (outcome.written !== 1) throw new AppError('not_found');
  return { id };
});
