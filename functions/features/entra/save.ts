import { NeonDbError } from '@neondatabase/serverless';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { countRows, lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { saveEntra } from '../../../domain/entra/contract.ts';
import { decideSave, ruledGroups } from '../../../domain/entra/save.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { joiningFault } from '../../../domain/identities/join.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { assertDelegated, isDelegated, readDelegated } from '../../request/delegation.ts';
import { newId } from '../../services/ids.ts';
import { type Stored, secretPlace } from './registration.ts';

const ownApp = eq(ssoApps.kind, 'entra');
const readStored = (db: Db) =>
  db
    .select({
      id: ssoApps.id,
      version: ssoApps.version,
      name: ssoApps.name,
      status: sql<'A' | 'I'>`${ssoApps.status}`,
      domains: ssoApps.domains,
      settings: sql<Stored>`${ssoApps.settings}`,
    })
    .from(ssoApps)
    .where(ownApp);
const living = (ids: string[]) => and(inArray(userGroups.id, ids), isNull(userGroups.deletedAt));

/** Writes the tenant's one app. The secret is sealed for its row and never part of the change history. */
export const saveOneEntra = bind(saveEntra, async (input, ctx) => {
  const { version, secret, enabled, name, domains, ...chosen } = input;
  const fault = joiningFault(ctx.tenant.kind, { jit: isOn(chosen.jit), link: isOn(chosen.link), domains });
  if (fault) throw new AppError(fault.code, undefined, { field: fault.field });
  const groups = ruledGroups(chosen);
  const entry = getEntry(ctx, 'signOn.manage');

  const [left, [stored], [known]] = await ctx.database.withTenant(entry, (db) => [
    readDelegated(db),
    readStored(db),
    db.select({ n: count() }).from(userGroups).where(living(groups)),
  ]);
  const id = stored?.id ?? newId(ctx.clock.now());
  const { secret: sealed = null, ...told } = stored?.settings ?? {};
  const kept = { clientId: stored?.settings.clientId ?? '', guests: stored?.settings.guests ?? ('N' as const) };
  const fields = { ...kept, ...chosen, defaultProfile: 'user' as const };
  const secretAt = secret ? new Date(ctx.clock.now()).toISOString() : (stored?.settings.secretAt ?? null);
  const status = isOn(enabled) ? ('A' as const) : ('I' as const);
  const plan = planOrThrow(
    decideSave(
      {
        version,
        facts: { ...fields, secretAt, name, domains, status },
        hasSecret: Boolean(secret ?? sealed),
        secretChanged: secret !== undefined,
      },
      {
        allowed: isDelegated(left),
        shared: Boolean(ctx.env.ENTRA_CLIENT_ID && ctx.env.ENTRA_CLIENT_SECRET),
        groups: known?.n ?? 0,
        stored: stored && {
          version: stored.version,
          facts: { ...told, name: stored.name, domains: stored.domains, status: stored.status },
        },
      },
    ),
  );

  const settings: Stored = {
    ...fields,
    secret: secret ? await ctx.sealer.seal(secret, secretPlace(ctx.tenant.id, id)) : sealed,
    secretAt,
  };
  const row = { name, status, settings, domains };
  await orMeanwhile(
    ctx.database.withTenant(entry, (db) => [
      ...(stored ? [lockVersion(db, ssoApps, and(eq(ssoApps.id, id), ownApp, eq(ssoApps.version, version)))] : []),
      assertDelegated(db),
      mustHold(db, sql`${countRows(db, userGroups, living(groups))} = ${groups.length}`),
      stored
        ? db
            .update(ssoApps)
            .set({ ...row, version: plan.version })
            .where(eq(ssoApps.id, id))
        : db.insert(ssoApps).values({ id, kind: 'entra', ...row }),
      audited(db, ctx, 'entra.save', id, plan.change),
    ]),
  );
  return { version: plan.version };
});

/** Two concurrent first saves, or a name that a SAML app already has. */
async function orMeanwhile<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505')
      throw error.constraint === 'sso_apps_name' ? invalidInput('name', 'taken') : new AppError('changed_meanwhile');
    throw error;
  }
}
