import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { changePassword } from '../../../domain/accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getDevice } from '../session/index.ts';
import { tooMany } from './open-link.ts';
import { accountIn, readOwn } from './own-account.ts';
import { policyFrom, refusal, refuseWeak } from './rules.ts';

const passwordRows = raw('accounts.own_password', { done: 'bool' });

/** Changes the caller's own password, given the current one. Always blocked in act-as sessions (BEHAVIOUR 8). */
export const changeOwnPassword = bind(
  changePassword,
  recordingWrongProofs(async ({ current, password }, ctx) => {
    const entry = getEntry(ctx, 'account.own');
    const [found, [person], proof] = await ctx.database.withTenant(entry, (db) => readOwn(db, true));
    const own = accountIn(found);
    if (own && own.wait > 0) throw tooMany(own.wait);
    if (proof.rows[0]?.prove) throw new AppError('account_proof');
    if (!own?.password) throw new AppError('password_not_offered');
    const { right } = await ctx.passwords.verify(current, own.password);
    if (!right) throw new AppError('password_wrong', undefined, { field: 'current' });
    const policy = policyFrom(own.rules);
    const name = person?.name ?? '';
    await refuseWeak(password, policy, { email: own.email, name, unit: ctx.tenant.name }, ctx);
    if ((await ctx.passwords.verify(password, own.password)).right) throw await refusal('same', policy, ctx);
    const hash = await ctx.passwords.hash(password);
    const device = await getDevice(ctx);
    const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
      passwordRows(db, sql`select app.own_password(${own.password}, ${hash}, ${device}::bytea, ${ctx.address}, ${ctx.requestId}) as done`),
    ]);
    if (!rows[0]?.done) throw new AppError('changed_meanwhile');
    wakeOutbox(ctx);
    return { status: 'ok' as const };
  }),
);
