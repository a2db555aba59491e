import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { editGrant } from '../../../domain/report-access/contract.ts';
import { decideGrantEdit } from '../../../domain/report-access/edit-grant.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { allowGrant } from './load-for-grant.ts';
import { stillRestricted, withoutOwn } from './sql.ts';

const x = alias(grants, 'x');
const r = alias(reports, 'r');
const u = alias(users, 'u');

/** The grant, with what the grant rule needs about its report and its user. */
const readStored = (db: Db, id: string, grantId: string) =>
  db
    .select({
      version: x.version,
      subject: x.subject,
      userId: x.userId,
      userGroupId: x.userGroupId,
      identity: x.identity,
      filters: x.filters,
      validUntil: x.validUntil,
      note: x.note,
      report: { needs_identity: r.needsIdentity, needs_roles: r.needsRoles, ignore_rls: r.ignoreRls, restriction: r.restriction },
      withoutOwn: sql<number>`(u.id is not null and ${withoutOwn})::int`,
    })
    .from(x)
    .innerJoin(r, and(eq(r.tenantId, x.tenantId), eq(r.id, x.reportId)))
    .leftJoin(u, and(eq(u.tenantId, x.tenantId), eq(u.id, x.userId)))
    .where(and(eq(x.id, grantId), eq(x.reportId, id)));

/** Changes the version of a grant that the user saw, under the same rule as giving it. */
export const editOneGrant = bind(editGrant, async ({ id, grantId, ...asked }, ctx) => {
  const entry = getEntry(ctx, 'grants.manage');
  const [[stored], fields] = await ctx.database.withTenant(entry, (db) => [readStored(db, id, grantId), fieldsQuery(db, 'user')]);
  const plan = planOrThrow(decideGrantEdit(asked, stored));
  if (!stored) throw new AppError('not_found');
  refuseUnknownFields(getFields(fields), asked.identity);
  allowGrant(ctx, stored.report, stored, asked);

  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, grants, and(eq(grants.id, grantId), eq(grants.reportId, id), eq(grants.version, asked.version))),
    mustHold(db, sql`exists (select from reports r where r.id = ${id}::uuid and ${stillRestricted(stored.report)})`),
    db
      .update(grants)
      .set(setOf(grants, { ...plan.fields, version: plan.version }))
      .where(eq(grants.id, grantId)),
    auditedAct(db, ctx, 'grant.edit', id, { grant: grantId, ...plan.change }),
  ]);
  return { id: grantId, version: plan.version };
});
