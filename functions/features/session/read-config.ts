import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { toFlag } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readConfig, type SessionConfig } from '../../../domain/session/contract.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce, hiddenScreens } from '../../../domain/settings/functions.ts';
import { type AccessHours, hoursEnd, isBoundByHours } from '../../../domain/users/access-hours.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { signedUrl } from '../storage/index.ts';
import { presentUser, type UserRow } from './present.ts';

type Layer = { settings_above: Partial<SettingsForm> };
type PartnerAccess = NonNullable<SessionConfig['partner_access_remote']>;
type Person = Omit<UserRow, 'profile' | 'flags'> & { zone: string; access_hours: AccessHours; picture: string | null };
/** The configuration is read every five minutes: what ends within this is told in time. */
const nearMinutes = 15;

/** The configuration of this session, merged over platform, partner and unit: a "no" from above beats a "yes" below. */
export const readSessionConfig = bind(readConfig, async (_input, ctx) => {
  const { session } = ctx;
  const [own, above, people, units, partner, proof] = await ctx.database.withTenant(entryOf(ctx, 'config.read'), (db) => [
    db.execute(sql`select "values" from settings`),
    db.execute(sql`select app.settings_above() as settings_above`),
    db.execute(
      sql`select u.id, u.name, u.email, u.language, u.department, u.position, u.access_hours, u.picture, t.zone from users u join tenants t on t.id = u.tenant_id where u.id = ${session.sub}::uuid`,
    ),
    db.execute(sql`select id, name from app.companies()`),
    db.execute(sql`select app.partner_access(${session.sid}::uuid) as access`),
    db.execute(sql`select app.may_prove() as prove`),
  ]);
  const [person] = rowsOf<Person>(people);
  if (!person) throw new AppError('session_gone');
  const stored = rowsOf<{ values: Partial<SettingsForm> }>(own)[0]?.values;
  const form = mergeSettings(stored);
  const layers = rowsOf<Layer>(above).map((layer) => mergeSettings(layer.settings_above));
  const functions = functionsInForce(form, layers);
  const { profile, flags } = session;
  const hidden_menu = hiddenScreens(session.hidden, functions);
  const hours = isBoundByHours(profile, flags) ? person.access_hours : null;
  const accessUntil = hoursEnd(hours, new Date(ctx.clock.now()), ctx.tenant.zone, nearMinutes);
  return {
    hidden_menu,
    config: {
      companies: rowsOf<{ id: string; name: string }>(units),
      prove_account: rowsOf<{ prove: boolean }>(proof)[0]?.prove ?? false,
      hidden_menu,
      enable_embedded: form.enable_embedded,
      mfa_permission_admin: toFlag(functions.mfa),
      functions,
      show_questionario_perfil: form.show_questionario_perfil,
      enable_helpdesk: form.enable_helpdesk,
      enable_watermark: form.enable_watermark,
      show_name_report: form.show_name_report,
      show_menu_report: form.show_menu_report,
      save_filter: form.save_filter,
      login_timeout: form.login_timeout,
      access_until: accessUntil?.toISOString() ?? null,
      timezone: stored?.timezone || person.zone,
      intended: intendedPath({ profile, flags }, form, hidden_menu),
      partner_access_remote: rowsOf<{ access: PartnerAccess | null }>(partner)[0]?.access ?? null,
      mostrar_ultima_atualizacao_relatorio: form.mostrar_ultima_atualizacao_relatorio,
      mostrar_ultima_atualizacao_relatorio_global: layers.every((layer) => layer.mostrar_ultima_atualizacao_relatorio_global),
      picture: person.picture ? await signedUrl(person.picture, session.sub, ctx) : null,
      user: presentUser({ ...person, profile, flags }, ctx.tenant),
    },
  };
});
