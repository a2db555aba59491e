import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { languages } from '../../../domain/session/languages.ts';
import { readOwnProfile, saveOwnProfile } from '../../../domain/users/own-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { signedUrl } from '../storage/index.ts';
import { ownIdentityOf } from './person-input.ts';
import { orTaken } from './write-outcome.ts';

type Row = {
  name: string;
  email: string;
  phone: string | null;
  language: string | null;
  department: string | null;
  position: string | null;
  picture: string | null;
  managed: boolean;
  version: number;
};

export const readProfile = bind(readOwnProfile, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select u.name, u.email, u.phone, u.language, u.department, u."position", u.picture, u.scim_at is not null as managed, u.version
      from users u where u.id = (select app.user_id())`),
  ]);
  const [row] = rowsOf<Row>(result);
  if (!row) throw new AppError('session_gone');
  const { countryOf } = await import('../../../domain/users/phone.ts');
  return {
    ...row,
    language: languages.find((known) => known === row.language) ?? null,
    profile: ctx.session.profile,
    picture: row.picture ? await signedUrl(row.picture, ctx.session.sub, ctx) : null,
    country: countryOf(ctx.tenant.zone),
  };
});

type Outcome = { there: boolean; version: number; changed: boolean; kept: boolean; same: boolean };

/** The version that was seen, in one statement; name and number of whom a directory provisions are the directory's. */
export const saveProfile = bind(saveOwnProfile, async (input, ctx) => {
  const { version, language } = input;
  const { name, sortKey, phone } = await ownIdentityOf(input, ctx);
  const facts = (u: ReturnType<typeof sql>) => sql`jsonb_build_object('name', ${u}.name, 'phone', ${u}.phone, 'language', ${u}.language)`;
  const [result] = await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
      db.execute(sql`with o as (select u.*, u.scim_at is not null and (u.name <> ${name} or u.phone is distinct from ${phone}) as kept from users u where u.id = (select app.user_id())),
          w as (update users t set name = ${name}, sort_key = ${sortKey}, phone = ${phone}, language = ${language}, version = t.version + 1 from o
            where t.id = o.id and t.version = ${version}::int and not o.kept and (t.name, t.phone, t.language) is distinct from (${name}::text, ${phone}::text, ${language}::text) returning t.id, t.version, t.name, t.phone, t.language),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'user.edit', w.id, jsonb_build_object('before', ${facts(sql`o`)}, 'after', ${facts(sql`w`)}), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
        select o.version = ${version}::int as there, o.kept, exists (select from w) as changed, (o.name, o.phone, o.language) is not distinct from (${name}::text, ${phone}::text, ${language}::text) as same, coalesce((select w.version from w), o.version) as version from o`),
    ]),
  );
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome) throw new AppError('session_gone');
  if (!outcome.there) throw new AppError('changed_meanwhile');
  if (outcome.kept) throw new AppError('managed_by_directory', undefined, { field: 'name' });
  // Somebody else's change came in between: what was read is of before it, and nothing was written.
  if (!outcome.changed && !outcome.same) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
