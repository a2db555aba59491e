import { query } from './database.ts';
import { makeId } from './make-id.ts';

/** A dead-letter row of the platform `tenant`, about a unit that need not exist. */
export async function makeDeadLetter(
  tenant: { id: string },
  { unit = 'Vértice Alimentos', kind = 'export' } = {},
): Promise<{ id: string }> {
  const [id, unitId, row] = [makeId(), makeId(), makeId()];
  await query(
    `insert into failed_messages (tenant_id, id, key, queue, kind, unit_id, unit_name, body, whole, attempts, first_error, last_error, dead_at)
      values ($1, $2, $2::uuid::text, 'work', $3, $4, $5, $6, true, 6, 'Error: not done within 60000 ms', 'Error: not done within 60000 ms', app.now())`,
    [tenant.id, id, kind, unitId, unit, JSON.stringify({ kind, tenant: unitId, id: row })],
  );
  return { id };
}
