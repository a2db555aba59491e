import { query } from './database.ts';
import { makeReport, type ReportOptions } from './make-content.ts';
import { makeId } from './make-id.ts';

type Owner = { id: string };

/** A report in the catalog without any grant. */
export async function makeOnCatalog(
  tenant: Owner,
  options: ReportOptions & { owner?: { id: string } } = {},
): Promise<{ id: string; title: string }> {
  const { owner, ...rest } = options;
  const report = await makeReport(tenant, rest);
  await query('update reports set on_catalog = true, owner_id = $2 where id = $1', [report.id, owner?.id ?? null]);
  return report;
}

export type RequestOptions = {
  state?: string;
  askedAt?: string;
  decidedAt?: string | null;
  validUntil?: string | null;
  justification?: string;
};

/** A user's request for a report, in the given state. */
export async function makeRequest(tenant: Owner, report: Owner, person: Owner, options: RequestOptions = {}): Promise<{ id: string }> {
  const id = makeId();
  const { state = 'pending', askedAt = new Date().toISOString(), justification = 'Preciso para fechar o mês', validUntil = null } = options;
  const decidedAt = options.decidedAt ?? (state === 'pending' ? null : askedAt);
  await query(
    `insert into catalog_requests (tenant_id, id, report_id, user_id, state, justification, asked_at, decided_at, valid_until)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenant.id, id, report.id, person.id, state, justification, askedAt, decidedAt, validUntil],
  );
  return { id };
}
