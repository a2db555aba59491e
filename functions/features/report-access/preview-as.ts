import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { Action } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { GrantIdentity } from '../../../domain/report-access/grant-rule.ts';
import type { Embedded } from '../../../domain/reports/contract.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { SessionContext } from '../../request/context.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { embedQueries, type Found, factsIn, getIdentity, handOut, preventedBy } from '../reports/index.ts';

type Asked = { identity: GrantIdentity; filters: readonly ReportFilter[] };
type Shown = { identity: RlsIdentity | null; refusal: string | null; embed: Embedded | null };

/** The facts for a preview; part of the trip that reads whether the caller may have one. */
export const previewQueries = (db: Db, ctx: SessionContext, reportId: string | SQL, userId: string | SQL, identity: GrantIdentity) =>
  embedQueries(db, ctx, { reportId, viewer: { userId, seesAll: sql`true` }, rights: 'view', identity: getFixed(identity) });
const getFixed = (identity: GrantIdentity): RlsIdentity | null =>
  identity.as === 'fixed' ? { username: identity.username, roles: identity.roles.toSorted() } : null;

/** A report under an unsaved identity, for one user: what viewing would give them, or how the service refuses it. */
export async function previewAs(ctx: SessionContext, action: Action, found: Found, asked: Asked): Promise<Shown> {
  const facts = factsIn(found);
  if (!facts) throw new AppError('not_found');
  const { identity, filters } = asked;
  const wanted = {
    ...facts,
    path_identity: getFixed(identity),
    path_filters: [...filters],
  };
  const prevented = preventedBy(wanted, ctx);
  if (prevented) throw new AppError(prevented);
  const answer = getIdentity(wanted);
  const sent = answer.kind === 'as' ? answer.identity : null;
  try {
    return { identity: sent, refusal: null, embed: await handOut(ctx, action, wanted, 'view', true) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'report_identity_refused') throw error;
    return { identity: sent, refusal: error.cause instanceof ServiceError ? (error.cause.serviceMessage ?? '') : '', embed: null };
  }
}
