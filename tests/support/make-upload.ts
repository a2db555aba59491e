import { query } from './database.ts';
import { makeId } from './make-id.ts';

/** The first and last bytes of the tests' report files: the beginning marks an archive. */
export const reportFile = 'PK\u0003\u0004 a report';

/** A report file that was announced and not sent yet. */
export async function makeUpload(
  tenant: { id: string },
  person: { id: string },
  account: { id: string },
  workspaceId: string,
): Promise<{ id: string }> {
  const id = makeId();
  await query(
    `insert into imports (tenant_id, id, account_id, workspace_id, name, bytes, conflict, audience, parts, added_by_id)
      values ($1, $2, $3, $4, 'Painel novo.pbix', $5, 'abort', 'nobody', 1, $6)`,
    [tenant.id, id, account.id, workspaceId, String(Buffer.byteLength(reportFile)), person.id],
  );
  return { id };
}
