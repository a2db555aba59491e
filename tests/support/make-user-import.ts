import { query } from './database.ts';
import { makeId } from './make-id.ts';

type State = 'review' | 'running' | 'done';
const person = { name: 'Carla Meireles', sortKey: 'carla meireles', email: 'carla@same.test', search: 'carla meireles' };

/** An import of one user in a given state; if it is running, its next batch isn't due. */
export async function makeUserImport(tenant: { id: string }, by: { id: string }, state: State = 'review'): Promise<{ id: string }> {
  const id = makeId();
  const rows = [
    { n: 1, cells: ['Nome', 'E-mail'], person: {}, email: null },
    { n: 2, cells: ['Carla Meireles', 'carla@same.test'], person, email: person.email },
  ];
  await query(
    `with i as (insert into user_imports (tenant_id, id, name, hash, header_row, headers, mapping, options, state, total, added_by_id,
      taken_until, ended_at)
        values ($1::uuid, $2::uuid, 'pessoas.csv', $2::uuid::text, 1, '["Nome","E-mail"]', '["name","email"]', '{}', $3::text, 1, $4::uuid,
        case when $3::text = 'running' then now() + interval '1 day' end, case when $3::text = 'done' then now() end))
      insert into user_import_rows (tenant_id, import_id, n, cells, person, email, state)
        select $1::uuid, $2::uuid, x.n, x.cells, x.person, x.email, case when $3::text = 'done' and x.n > 1 then 'failed' else 'pending' end
          from jsonb_to_recordset($5::jsonb) as x (n int, cells jsonb, person jsonb, email text)`,
    [tenant.id, id, state, by.id, JSON.stringify(rows)],
  );
  return { id };
}
