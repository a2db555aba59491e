import type { Db } from './client.ts';
import { type AuditChange, audit } from './schema/audit-log.ts';

/** Where the request came from, as the audit log stores it. */
type Origin = { address: string; requestId: string };

/** The audit row of a write; part of the same batch. */
export const audited = <Facts>(db: Db, { address, requestId }: Origin, what: string, rowId: string | null, change: AuditChange<Facts>) =>
  db.insert(audit).values({ what, rowId, change, ip: address, requestId });

/** The same for an act that changes no fields of a row: what it was about. */
export const auditedAct = (db: Db, { address, requestId }: Origin, what: string, rowId: string | null, facts: Record<string, unknown>) =>
  db.insert(audit).values({ what, rowId, change: facts, ip: address, requestId });
