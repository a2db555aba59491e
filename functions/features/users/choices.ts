import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { profiles, userFlags } from '../../../domain/access/profile.ts';
import { landingAt, screens } from '../../../domain/access/screens.ts';
import { userChoices } from '../../../domain/users/contract.ts';
import { userColumns } from '../../../domain/users/limits.ts';
import { flagsFor, profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { optionsOf, optionsQuery } from '../report-access/index.ts';

type Facts = {
  departments: string[] | null;
  groups: { id: string; name: string }[] | null;
  themes: { id: string; name: string }[] | null;
  used: number;
  user_limit: number | null;
  bonus: number;
  invites: boolean;
};
const most = 1000;

export const readChoices = bind(userChoices, async (_input, ctx) => {
  const [[result, options, fields], { countryOf }] = await Promise.all([
    ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
      db.execute(sql`select (select array_agg(d.department) from (select distinct u.department from users u where u.deleted_at is null and u.department is not null order by 1 limit ${most}) d) as departments,
        (select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name) order by q.sort_key, q.id) from (select * from user_groups where deleted_at is null order by sort_key, id limit ${most}) q) as groups,
        (select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name) order by h.name, h.id) from themes h) as themes,
        t.users_used as used, t.user_limit, t.bonus_users as bonus, coalesce((select s."values"->>'send_email_register_user' = 'S' from settings s where s.tenant_id = t.id), true) as invites
        from tenants t where t.id = (select app.tenant_id())`),
      optionsQuery(db, null),
      fieldsQuery(db, 'user'),
    ]),
    import('../../../domain/users/phone.ts'),
  ]);
  const [facts] = rowsOf<Facts>(result);
  const here = profilesIn(ctx.tenant.kind);
  return {
    profiles: [...here],
    flags: userFlags.map((flag) => ({ flag, profiles: here.filter((profile) => flagsFor(profile).includes(flag)) })),
    departments: facts?.departments ?? [],
    groups: facts?.groups ?? [],
    themes: facts?.themes ?? [],
    homePages: screens
      .map(({ path, name }) => ({
        path,
        name,
        profiles: profiles.filter((profile) => here.includes(profile) && landingAt(path, { profile, flags: userFlags }).kind === 'page'),
      }))
      .filter((screen) => screen.profiles.length > 0 && !screen.path.includes('{')),
    columns: [...userColumns],
    country: countryOf(ctx.tenant.zone),
    seats: { used: facts?.used ?? 0, limit: facts?.user_limit ?? null, bonus: facts?.bonus ?? 0 },
    invites: facts?.invites ?? true,
    identity: optionsOf(options, fieldsOf(fields)),
  };
});
