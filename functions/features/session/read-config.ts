import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { settings } from '../../../db/schema/settings.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readConfig } from '../../../domain/session/contract.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce, hiddenScreens } from '../../../domain/settings/functions.ts';
import { hoursEnd, isBoundByHours } from '../../../domain/users/access-hours.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readAbove } from '../../request/settings-above.ts';
import { isWaiting } from '../notices/index.ts';
import { signedUrl } from '../storage/index.ts';
import { presentUser } from './present.ts';
import { readCompanies, readMayProve, readPartnerAccess } from './session.sql.ts';

/** The configuration is read every five minutes: an end within this time is announced before it comes. */
const nearMinutes = 15;

const waiting = sql<number>`(select count(*)::int from catalog_requests q
  where q.tenant_id = (select app.tenant_id()) and q.state = 'pending' and q.user_id <> (select app.user_id()))`;

const readPerson = (db: Db, id: string, decides: boolean, isOwn: boolean) =>
  db
    .select({
      // Visitors answer for no one.
      noticeWaits: isOwn ? isWaiting : sql<boolean>`false`,
      waiting: decides ? waiting : sql<number>`0`,
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      department: users.department,
      position: users.position,
      accessHours: users.hoursInForce,
      picture: users.picture,
      zone: tenants.zone,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(eq(users.id, id));

/** The configuration of this session, merged over platform, partner and unit: a "no" from above beats a "yes" below. */
export const readSessionConfig = bind(readConfig, async (_input, ctx) => {
  const { session } = ctx;
  const [[own], above, [person], units, partner, proof] = await ctx.database.withTenant(getEntry(ctx, 'config.read'), (db) => [
    db.select({ values: settings.values }).from(settings),
    readAbove(db),
    readPerson(db, session.sub, can(session, 'catalogs.decide'), session.kind === 'own'),
    readCompanies(db),
    readPartnerAccess(db, session.sid),
    readMayProve(db),
  ]);
  if (!person) throw new AppError('session_gone');
  const form = mergeSettings(own?.values);
  const layers = above.rows.map((layer) => mergeSettings(layer.settings_above));
  const functions = functionsInForce(form, layers);
  const { profile, flags } = session;
  const hidden_menu = hiddenScreens(session.hidden, functions);
  const hours = isBoundByHours(profile, flags) ? person.accessHours : null;
  const accessUntil = hoursEnd(hours, new Date(ctx.clock.now()), ctx.tenant.zone, nearMinutes);
  return {
    hidden_menu,
    config: {
      companies: units.rows,
      prove_account: proof.rows[0]?.prove ?? false,
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
      timezone: own?.values.timezone || person.zone,
      intended: intendedPath({ profile, flags }, form, hidden_menu),
      partner_access_remote: partner.rows[0]?.access ?? null,
      mostrar_ultima_atualizacao_relatorio: form.mostrar_ultima_atualizacao_relatorio,
      mostrar_ultima_atualizacao_relatorio_global: layers.every((layer) => layer.mostrar_ultima_atualizacao_relatorio_global),
      notice_waits: person.noticeWaits,
      waiting_requests: person.waiting,
      picture: person.picture ? await signedUrl(person.picture, session.sub, ctx) : null,
      user: presentUser({ ...person, profile, flags }, ctx.tenant),
    },
  };
});
