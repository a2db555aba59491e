import { and, eq, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { readOwnProfile, saveOwnProfile } from '../../../domain/users/own-contract.ts';
import { decideOwnProfile } from '../../../domain/users/own-profile.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { signedUrl } from '../storage/index.ts';
import { getOwnIdentity } from './person-input.ts';
import { orTaken } from './write-outcome.ts';

const { name, email, phone, language, department, position, picture, version } = users;
const isMe = eq(users.id, sql`(select app.user_id())`);
const managed = sql<boolean>`${users.scimAt} is not null`;

export const readProfile = bind(readOwnProfile, async (_input, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    db.select({ name, email, phone, language, department, position, picture, managed, version }).from(users).where(isMe),
  ]);
  if (!row) throw new AppError('session_gone');
  const { getCountry } = await import('../../../domain/users/phone.ts');
  return {
    ...row,
    profile: ctx.session.profile,
    picture: row.picture ? await signedUrl(row.picture, ctx.session.sub, ctx) : null,
    country: getCountry(ctx.tenant.zone),
  };
});

/** Changes the version the user saw; a concurrent change answers 409 and is never overwritten. */
export const saveProfile = bind(saveOwnProfile, async (input, ctx) => {
  const { sortKey, ...identity } = await getOwnIdentity(input, ctx);
  const asked = { ...identity, language: input.language, version: input.version };
  const entry = getEntry(ctx, 'account.own');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db.select({ name, phone, language, managed, version }).from(users).where(isMe),
  ]);
  const plan = planOrThrow(decideOwnProfile(asked, stored));
  const { change } = plan;
  if (!change) return { version: plan.version };

  await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, users, and(isMe, eq(version, input.version))),
      db
        .update(users)
        .set({ ...change.after, sortKey, version: plan.version })
        .where(isMe),
      audited(db, ctx, 'user.edit', ctx.session.sub, change),
    ]),
  );
  return { version: plan.version };
});
