import { query } from './database.ts';
import { makeId } from './make-id.ts';

/** An access shift of a unit, Mondays from 8 to 18; returns its id. */
export async function makeShift(tenant: { id: string }, { name = 'Manhã' }: { name?: string } = {}): Promise<string> {
  const id = makeId();
  await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, days, starts, ends, auto_activate, auto_pause)
      values ($1, $2, $3, lower($3), 'access', '{1}', '08:00', '18:00', false, false)`,
    [tenant.id, id, name],
  );
  return id;
}
