import { and, eq, isNull, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import type { Action } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { getPicture } from '../../../domain/report-management/picture.ts';
import { removeUserPicture, uploadUserPicture } from '../../../domain/users/change-contract.ts';
import { maxPictureBytes, maxPictureSide, minPictureSide } from '../../../domain/users/limits.ts';
import { removeOwnPicture, setOwnPicture } from '../../../domain/users/own-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newSecret } from '../../services/ids.ts';
import { pictureTypes, uploadedBytes } from '../../services/picture-upload.ts';
import { signedUrl } from '../storage/index.ts';

const hung = { version: 'int4', old: 'text?' } as const satisfies Shape;
type Outcome = RowOf<typeof hung>;
const hangRows = raw('users.picture', hung);
const getKey = (ctx: SessionContext, file: string) => `${ctx.session.tenant}/${file}`;

/** Sets or removes a user's picture; returns the previous one. */
async function hang(ctx: SessionContext, action: Action, id: string, file: string | null): Promise<Outcome | undefined> {
  const what = file ? 'user.picture' : 'user.no_picture';
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, action), (db) => [
    hangRows(
      db,
      sql`with o as (select id, picture, version from users where id = ${id}::uuid and deleted_at is null for update),
        w as (update users t set picture = ${file}, version = t.version + 1 from o
          where t.id = o.id and o.picture is distinct from ${file} returning t.id, t.version),
        a as (${auditEach(ctx, { what, row: sql`w.id`, from: sql`w` })})
        select coalesce((select w.version from w), o.version) as version, o.picture as old from o`,
    ),
  ]);
  return rows[0];
}

/** Stored under a random name before the user has it; shown only by signed addresses. */
async function store(ctx: SessionContext, action: Action, id: string, data: string) {
  const bytes = uploadedBytes(data);
  if (bytes.length > maxPictureBytes) throw new AppError('body_too_large', { limit: maxPictureBytes });
  const picture = getPicture(bytes, { least: minPictureSide, most: maxPictureSide });
  if (!picture) throw new AppError('invalid_file', undefined, { field: 'data' });
  const file = `${newSecret()}.${picture.type}`;
  await ctx.env.FILES.put(getKey(ctx, file), bytes, { httpMetadata: { contentType: pictureTypes[picture.type] } });
  const outcome = await hang(ctx, action, id, file).catch(async (error: unknown) => {
    // A visit may not change an administrator's picture: nothing of the attempt is kept.
    await ctx.env.FILES.delete(getKey(ctx, file));
    throw error;
  });
  const useless = outcome ? outcome.old : file;
  if (useless) ctx.later(ctx.env.FILES.delete(getKey(ctx, useless)));
  if (!outcome) throw new AppError('not_found');
  return { picture: await signedUrl(file, ctx.session.sub, ctx), version: outcome.version };
}

async function drop(ctx: SessionContext, action: Action, id: string): Promise<Outcome> {
  const outcome = await hang(ctx, action, id, null);
  if (!outcome) throw new AppError('not_found');
  if (outcome.old) ctx.later(ctx.env.FILES.delete(getKey(ctx, outcome.old)));
  return outcome;
}

export const storePicture = bind(uploadUserPicture, async ({ id, data }, ctx) => {
  const [[person]] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt))),
  ]);
  if (!person) throw new AppError('not_found');
  return store(ctx, 'users.edit', id, data);
});

export const dropPicture = bind(removeUserPicture, async ({ id }, ctx) => ({ version: (await drop(ctx, 'users.edit', id)).version }));

export const storeOwnPicture = bind(setOwnPicture, ({ data }, ctx) => store(ctx, 'account.own', ctx.session.sub, data));

export const dropOwnPicture = bind(removeOwnPicture, async (_input, ctx) => {
  await drop(ctx, 'account.own', ctx.session.sub);
  return { status: 'ok' as const };
});
