import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { countRows, lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { addSaml, deleteSaml, samlStatus, updateSaml } from '../../../domain/saml/contract.ts';
import { maxAppsPerTenant } from '../../../domain/saml/limits.ts';
import { decideAdd, decideEdit, ruledGroups } from '../../../domain/saml/write.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { assertDelegated, isDelegated, readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { keyPlace, type SamlSettings } from '../../services/saml/app.ts';
import { keptFields } from './input.ts';
import { removeApp, switchApp } from './saml.sql.ts';

const isSaml = eq(ssoApps.kind, 'saml');
const living = (groups: string[]) => and(inArray(userGroups.id, groups), isNull(userGroups.deletedAt));
const readGroups = (db: Db, groups: string[]) => db.select({ n: count() }).from(userGroups).where(living(groups));
const holdGroups = (db: Db, groups: string[]) => mustHold(db, sql`${countRows(db, userGroups, living(groups))} = ${groups.length}`);

export const addOneSaml = bind(addSaml, async (input, ctx) => {
  const { name, domains, settings } = await keptFields(input, ctx);
  const id = newId(ctx.clock.now());
  const groups = ruledGroups(settings);
  const whole = { ...settings, host: ctx.host, ...(await freshKey(id, ctx)) };
  const app = { name, domains, settings: whole };
  const entry = getEntry(ctx, 'saml.manage');

  const [left, [known], [there]] = await ctx.database.withTenant(entry, (db) => [
    readDelegated(db),
    readGroups(db, groups),
    db.select({ n: count() }).from(ssoApps).where(isSaml),
  ]);
  const found = { allowed: isDelegated(left), groups: known?.n ?? 0, apps: there?.n ?? 0 };
  const plan = planOrThrow(decideAdd({ app, groups: groups.length }, found));

  await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      assertDelegated(db),
      holdGroups(db, groups),
      mustHold(db, sql`${countRows(db, ssoApps, isSaml)} < ${maxAppsPerTenant}`),
      db.insert(ssoApps).values({ id, kind: 'saml', ...app, position: nextPosition(db) }),
      audited(db, ctx, 'saml.add', id, plan),
    ]),
    'sso_apps_name',
  );
  return { id, version: 1 };
});

// Computed by the insert itself, so that concurrent inserts don't use a stale maximum.
const nextPosition = (db: Db): SQL => sql`${db.select({ n: sql`coalesce(max(${ssoApps.position}) + 1, 0)` }).from(ssoApps)}`;

export const editOneSaml = bind(updateSaml, async ({ id, version, ...input }, ctx) => {
  // Rules that are omitted stay, also those for a group that was deleted since.
  const groups = ruledGroups({ groups: input.groups ?? [] });
  const entry = getEntry(ctx, 'saml.manage');
  const isThis = and(eq(ssoApps.id, id), isSaml);

  const [left, [stored], [known]] = await ctx.database.withTenant(entry, (db) => [
    readDelegated(db),
    db
      .select({
        version: ssoApps.version,
        name: ssoApps.name,
        domains: ssoApps.domains,
        settings: sql<Omit<SamlSettings, 'key'>>`${ssoApps.settings} - 'key'`,
      })
      .from(ssoApps)
      .where(isThis),
    readGroups(db, groups),
  ]);
  refuseUnlessDelegated(left);
  if (!stored) throw new AppError('not_found');
  const { name, domains, settings } = await keptFields(completed(input, stored), ctx);
  const found = { allowed: isDelegated(left), groups: known?.n ?? 0 };
  const plan = planOrThrow(decideEdit({ app: { name, domains, settings }, groups: groups.length, version }, stored, found));

  await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, ssoApps, and(isThis, eq(ssoApps.version, version))),
      assertDelegated(db),
      holdGroups(db, groups),
      db
        .update(ssoApps)
        .set({ name, domains, settings: sql`${ssoApps.settings} || ${JSON.stringify(settings)}::jsonb`, version: plan.version })
        .where(isThis),
      audited(db, ctx, 'saml.edit', id, plan.change),
    ]),
    'sso_apps_name',
  );
  return { id, version: plan.version };
});

type Edit = Omit<z.output<typeof updateSaml.input>, 'id' | 'version'>;

/** The form with what it omits as it is stored. */
function completed(input: Edit, { domains, settings }: { domains: string[]; settings: Omit<SamlSettings, 'key'> }) {
  const { signOutUrl, signOutResponseUrl = '', metadataUrl, groups, profiles } = settings;
  return { signOutUrl, signOutResponseUrl, metadataUrl, groups, profiles, domains, ...input, map: { ...settings.map, ...input.map } };
}

export const switchSaml = bind(samlStatus, async ({ id, status }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [switchApp(db, ctx, id, status)]);
  return { id, version: settled(rows) };
});

export const removeSaml = bind(deleteSaml, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [removeApp(db, ctx, id)]);
  settled(rows);
  return { status: 'ok' as const };
});

/** The version that was written; the refusal of a layer above that keeps sign-in methods comes first. */
function settled([outcome]: readonly { allowed: boolean; version: number | null }[]): number {
  if (!outcome?.allowed) throw new AppError('function_disabled');
  if (outcome.version === null) throw new AppError('not_found');
  return outcome.version;
}

/** A key of the app's own: data encrypted for one app can't be decrypted by another. */
async function freshKey(id: string, ctx: SessionContext) {
  const { makeOwnKey } = await import('../../services/saml/own-key.ts');
  const { readCertificate } = await import('../../services/saml/certificate.ts');
  const { privateKey, certificate } = await makeOwnKey(ctx.host, ctx.clock.now());
  return { key: await ctx.sealer.seal(privateKey, keyPlace(ctx.session.tenant, id)), own: readCertificate(certificate) };
}
