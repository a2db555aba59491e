import { eq, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { settings } from '../../../db/schema/settings.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { readMailChoices, saveMailChoices } from '../../../domain/notifications/contract.ts';
import { getFamily } from '../../../domain/notifications/families.ts';
import { choosableKinds, isMailed, mailPreferences } from '../../../domain/notifications/preferences.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

export const readChoices = bind(readMailChoices, async (_input, ctx) => {
  const unitSends = sql<boolean>`coalesce(${settings.values}->>'send_email_notification' = 'S', false)`;
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    db
      .select({ preferences: users.preferences, address: users.email, unitSends })
      .from(users)
      .leftJoin(settings, eq(settings.tenantId, users.tenantId))
      .where(eq(users.id, sql`(select app.user_id())`)),
  ]);
  if (!row) throw new AppError('session_gone');
  const chosen = mailPreferences(row.preferences);
  return {
    unitSends: row.unitSends,
    address: row.address,
    kinds: choosableKinds(ctx.session.profile).map((kind) => ({ kind, family: getFamily(kind), mail: isMailed(kind, chosen) })),
  };
});

const keepChoices = raw('notifications.mail_choices', {});

export const saveChoices = bind(saveMailChoices, async ({ kinds }, ctx) => {
  const choosable = choosableKinds(ctx.session.profile);
  const stranger = kinds.find(({ kind }) => !choosable.includes(kind));
  if (stranger) throw invalidInput('kinds');
  const chosen = JSON.stringify(Object.fromEntries(kinds.map(({ kind, mail }) => [kind, mail])));
  await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    // One statement, so that choices of other kinds saved by another tab at the same time are kept.
    keepChoices(
      db,
      sql`with o as (select id, preferences from users where id = (select app.user_id())),
          w as (update users u
            set preferences = jsonb_set(u.preferences, '{mail}', coalesce(u.preferences->'mail', '{}') || ${chosen}::jsonb)
            from o where u.id = o.id returning u.id)
        ${auditEach(ctx, {
          what: 'users.mail_choices',
          row: sql`w.id`,
          facts: { before: sql`coalesce(o.preferences->'mail', '{}')`, after: sql`${chosen}::jsonb` },
          from: sql`w join o on o.id = w.id`,
        })}`,
    ),
  ]);
  return { status: 'ok' as const };
});
