import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { reports } from '../../../db/schema/reports.ts';
import { settings } from '../../../db/schema/settings.ts';
import { signIns } from '../../../db/schema/sign-in-log.ts';
import { domains, tenants } from '../../../db/schema/tenants.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { profiles } from '../../../domain/access/profile.ts';
import { landingAt } from '../../../domain/access/screens.ts';
import { originFrom } from '../../../domain/embedding/origin.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { inForce, namesAddress, trialMinutes } from '../../../domain/session/addresses.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { areaFields } from '../../../domain/settings/areas.ts';
import { type SettingsPatch, updateConfig } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsFrom } from '../../../domain/settings/functions.ts';
import { type ClockMove, decideSave, onTrial } from '../../../domain/settings/save.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { readAbove } from '../../request/settings-above.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';

/** What the contract's shapes can't express. */
function check(patch: SettingsPatch, ctx: SessionContext): void {
  const { home_page } = patch;
  if (home_page !== undefined) {
    const path = (ownPath(home_page) ?? '').split(/[?#]/)[0] ?? '';
    const leads = profiles.some((profile) => landingAt(path, { profile, flags: [] }).kind !== 'not-found');
    if (!path || !leads) throw invalidInput('home_page');
  }
  refuseLockout(patch, ctx);
  const origin = patch.embed_origins?.find((each) => originFrom(each) === null);
  if (origin !== undefined) throw new AppError('embed_origin_form', { origin }, { field: 'embed_origins' });
  // Only a tenant with tenants below decides for them; a unit gets "yes" or nothing, and may send it back.
  const below = areaFields.below.find((field) => patch[field] !== undefined && patch[field] !== null && patch[field] !== true);
  if (below && ctx.tenant.kind === 'unit') throw invalidInput(below);
}

/** Prevents an accidental lockout: the list names the caller's address, or the caller types the unit's name (BEHAVIOUR 14). */
function refuseLockout({ ip, listIp, confirm_lockout: typed }: SettingsPatch, ctx: SessionContext): void {
  if (ip === undefined && listIp == null) return;
  const current = inForce(ctx.tenant.addresses ?? { ip: 'N', listIp: null, trial: null }, ctx.clock.now());
  const list = listIp ?? current.listIp ?? [];
  if ((ip ?? current.ip) !== 'S') return;
  if (list.length === 0) throw new AppError('required', { name: 'listIp' }, { field: 'listIp' });
  if (ctx.session.exempt || namesAddress(list, ctx.address) || typed?.trim() === ctx.tenant.name) return;
  throw new AppError('ip_lockout', { address: ctx.address, name: ctx.tenant.name }, { field: 'listIp' });
}

/** Whether a provider began this session and one is still on: then passwords can be switched off. */
const cameByProvider = (db: Db, sid: string) =>
  db
    .select({ id: signIns.id })
    .from(signIns)
    .where(
      and(
        eq(signIns.sid, sid),
        inArray(signIns.way, ['saml', 'entra']),
        exists(db.select({ one: sql`1` }).from(ssoApps).where(eq(ssoApps.status, 'A'))),
      ),
    )
    .limit(1);

const readReport = (db: Db, id: string) => db.select({ id: reports.id }).from(reports).where(eq(reports.id, id));

const readStored = (db: Db) =>
  db
    .select({ language: tenants.language, zone: tenants.zone, values: settings.values, version: settings.version })
    .from(tenants)
    .leftJoin(settings, eq(settings.tenantId, tenants.id));

/** Has automatic actions keep the old zone's clock, or follow the new zone; a form opened before is refused as outdated. */
function moveClocks(db: Db, { to, kept }: ClockMove) {
  const zone = sql`nullif(coalesce(${tasks.zone}, ${kept}::text), ${to}::text)`;
  return db
    .update(tasks)
    .set({ zone, version: sql`${tasks.version} + 1` })
    .where(sql`${zone} is distinct from ${tasks.zone}`);
}

/** Lays the given fields over the stored ones, checked against the version that the user saw, if the call names one. */
export const saveSettings = bind(updateConfig, async (patch, ctx) => {
  check(patch, ctx);
  return save(patch, ctx).catch((error: unknown) => {
    // Without a version the save is laid over whatever is stored, so it is decided once more.
    if (patch.version === undefined && error instanceof AppError && error.code === 'changed_meanwhile') return save(patch, ctx);
    throw error;
  });
});

async function save(patch: SettingsPatch, ctx: SessionContext) {
  const trialUntil = new Date(ctx.clock.now() + trialMinutes * 60_000).toISOString();
  const report = patch.relatorio_id ?? null;
  const entry = getEntry(ctx, 'settings.edit');
  const [[row], above, byProvider, hosts, known] = await ctx.database.withTenant(entry, (db) => [
    readStored(db),
    readAbove(db),
    cameByProvider(db, ctx.session.sid),
    db.select({ host: domains.host }).from(domains),
    ...(report ? [readReport(db, report)] : []),
  ]);
  if (!row) throw new Error('a tenant has a row');
  const plan = planOrThrow(
    decideSave(
      patch,
      ctx.tenant.kind !== 'unit',
      trialUntil,
      { ...row, values: row.values ?? {} },
      {
        report: !known || known.length === 1,
        left: functionsFrom(above.rows.map((layer) => mergeSettings(layer.settings_above))),
        cameByProvider: byProvider.length > 0,
      },
    ),
  );

  const seen = plan.version - 1;
  await ctx.database.withTenant(entry, (db) => [
    // A row to lock: of two concurrent first saves one finds the other's version in it.
    ...(row.version === null ? [db.insert(settings).values({ values: {}, version: seen }).onConflictDoNothing()] : []),
    lockVersion(db, settings, eq(settings.version, seen)),
    ...(plan.needsReport && report ? [mustHold(db, sql`exists ${readReport(db, report)}`)] : []),
    ...(plan.needsProvider ? [mustHold(db, sql`exists ${cameByProvider(db, ctx.session.sid)}`)] : []),
    db
      .update(settings)
      .set({ values: sql`${settings.values} || ${JSON.stringify(plan.values)}::jsonb`, version: plan.version })
      .where(eq(settings.version, seen)),
    ...(plan.tasks ? [moveClocks(db, plan.tasks)] : []),
    ...(plan.language !== undefined || plan.zone !== undefined || plan.hidesOther
      ? [
          db
            .update(tenants)
            .set({
              language: plan.language,
              zone: plan.zone,
              epoch: plan.hidesOther ? sql`${tenants.epoch} + 1` : undefined,
            })
            .where(eq(tenants.id, ctx.tenant.id)),
        ]
      : []),
    audited(db, ctx, 'settings.edit', ctx.tenant.id, plan.change),
  ]);
  const ours = hosts.map(({ host }) => host);
  if (onTrial(patch)) await forgetHosts(ours, ctx.env);
  else if (plan.language !== undefined || plan.zone !== undefined) ctx.later(forgetHosts(ours, ctx.env));
  return { status: 'ok' as const, version: plan.version };
}
