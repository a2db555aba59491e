import { NeonDbError } from '@neondatabase/serverless';
import { eq, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { auditEach, audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { mailServers } from '../../../db/schema/notifications.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { readMailServer, removeMailServer, saveMailServer } from '../../../domain/mail/contract.ts';
import { decideSave, type SavePlan } from '../../../domain/mail/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { checkServer } from './check-server.ts';
import { passwordPlace } from './get-server.ts';

const m = mailServers;
const facts = {
  name: m.name,
  email: m.email,
  user: m.userName,
  host: m.host,
  port: m.port,
  protocol: m.protocol,
  enabled: m.enabled,
  bulkPerSecond: m.bulkPerSecond,
  version: m.version,
};
const hasPassword = sql<boolean>`${m.passwordSealed} is not null`;
export const readServer = bind(readMailServer, async (_input, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    db.select({ ...facts, isSet: hasPassword, setAt: m.passwordSetAt, verifiedAt: m.verifiedAt }).from(m),
  ]);
  if (!row) return { server: null, platform: ctx.env.SMTP_FROM };
  const { isSet, setAt, verifiedAt, ...server } = row;
  const password = { set: isSet, at: isoOrNull(setAt) };
  return { server: { ...server, password, verifiedAt: isoOrNull(verifiedAt) }, platform: ctx.env.SMTP_FROM };
});

export const saveServer = bind(saveMailServer, async (asked, ctx) => {
  const { password, ...input } = await checkServer(asked, ctx);
  const sealed = password === undefined ? undefined : await ctx.sealer.seal(password, passwordPlace(ctx.session.tenant));
  const entry = getEntry(ctx, 'mail.manage');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [db.select({ ...facts, hasPassword }).from(m)]);
  const plan = planOrThrow(decideSave({ ...input, givesPassword: sealed !== undefined }, stored));
  await orFirst(
    ctx.database.withTenant(entry, (db) => [
      ...(stored ? updateServer(db, stored.version, plan, sealed) : [insertServer(db, plan, sealed)]),
      audited(db, ctx, 'mail.server', ctx.session.tenant, plan.change),
    ]),
  );
  return { version: plan.version };
});

const getRow = ({ version, change: { after } }: SavePlan, sealed: string | undefined) => {
  const { user: userName, password: _, ...rest } = after;
  return { ...rest, userName, version, passwordSealed: sealed, passwordSetAt: sealed === undefined ? undefined : sql`app.now()` };
};
const insertServer = (db: Db, plan: SavePlan, sealed: string | undefined) => db.insert(m).values(getRow(plan, sealed));
const updateServer = (db: Db, version: number, plan: SavePlan, sealed: string | undefined) => [
  lockVersion(db, m, eq(m.version, version)),
  db
    .update(m)
    .set(setOf(m, { ...getRow(plan, sealed), verifiedAt: plan.staysVerified ? undefined : null }))
    .where(eq(m.version, version)),
];

/** If two users set up the first server at the same time, one gets a conflict. */
async function orFirst(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('changed_meanwhile');
    throw error;
  }
}

const forgetServer = raw('mail.remove_server', {});

export const removeServer = bind(removeMailServer, async (_input, ctx) => {
  await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    forgetServer(
      db,
      sql`with d as (delete from mail_servers returning tenant_id, host, email)
        ${auditEach(ctx, {
          what: 'mail.server_removed',
          row: sql`d.tenant_id`,
          facts: { before: { host: sql`d.host`, email: sql`d.email` } },
          from: sql`d`,
        })}`,
    ),
  ]);
  return { status: 'ok' as const };
});
