import { type Place, sealer } from '../../functions/services/seal.ts';
import { connected } from '../connected.ts';

/** A column whose sealed values live as long as their rows; values sealed for minutes (embed tokens, uploads, sign-ins) expire. */
type Column = { table: string; column: string; row: string; tenant: string; read: string; write: string; kept?: Kept };
/** Copies of rows that are kept elsewhere: where they are read, and how one value among them is replaced. */
type Kept = { name: string; from: string; update: string };

const plain = (table: string, column: string, more: Partial<Column> = {}): Column => ({
  ...{ table, column, row: 'id::text', tenant: 'tenant_id::text', read: column, write: `${column} = $1` },
  ...more,
});
const setting = (key: string) =>
  plain('sso_apps', `settings.${key}`, {
    read: `settings->>'${key}'`,
    write: `settings = jsonb_set(settings, '{${key}}', to_jsonb($1::text))`,
  });

// The rows that changes of factors removed and may bring back; each value is sealed for the row that it was in.
const removed: Kept = {
  name: 'factor_changes.removed',
  from: `(select distinct r->>'id' as id, r->>'secret' as secret from factor_changes, jsonb_array_elements(removed) r) x`,
  update: `update factor_changes
    set removed = (select jsonb_agg(case
      when r->>'id' = $2 and r->>'secret' = $3 then jsonb_set(r, '{secret}', to_jsonb($1::text))
      else r end
      order by n)
      from jsonb_array_elements(removed) with ordinality e (r, n))
        where removed @> jsonb_build_array(jsonb_build_object('id', $2::text, 'secret', $3::text))`,
};

const sealedColumns: readonly Column[] = [
  plain('service_accounts', 'secret_sealed'),
  plain('mail_servers', 'password_sealed', { row: 'tenant_id::text' }),
  plain('embed_keys', 'secret_sealed'),
  setting('key'),
  setting('secret'),
  // An authenticator app belongs to its account, not to a tenant.
  plain('factors', 'secret', { tenant: `'-'` }),
  plain('factors', 'secret', { tenant: `'-'`, kept: removed }),
];

type Row = { tenant: string; row: string; sealed: string };
export type Sealed = { column: string; done: number; unreadable: number };
const batch = 200;

/**
 * Reseals with the current key everything that an older key sealed. Each value replaces only the exact value that was read, so it may be
 * interrupted, run twice, or run while the portal is in use.
 */
export async function sealAgain(url: string, ring: string, say: (line: string) => void): Promise<Sealed[]> {
  const seals = sealer(ring);
  const { current } = JSON.parse(ring) as { current: string }; // because the sealer has parsed its shape
  return connected(url, async (client) => {
    const counts: Sealed[] = [];
    for (const { table, column, row: id, tenant, read, write, kept } of sealedColumns) {
      const count = { column: kept?.name ?? `${table}.${column}`, done: 0, unreadable: 0 };
      for (let after = ''; ; ) {
        const { rows }: { rows: Row[] } = await client.query(
          `select ${tenant} as tenant, ${id} as row, ${read} as sealed
            from ${kept?.from ?? table}
            where ${read} is not null and split_part(${read}, '.', 1) <> $1 and ${id} > $2
            order by ${id}
            limit ${batch}`,
          [current, after],
        );
        for (const found of rows) {
          const place: Place = { tenantId: found.tenant, table, rowId: found.row, column };
          const text = await seals.open(found.sealed, place).catch(() => null);
          if (text === null) count.unreadable += 1;
          else {
            const sealed = await seals.seal(text, place);
            const update = kept?.update ?? `update ${table} set ${write} where ${id} = $2 and ${read} = $3`;
            const { rowCount } = await client.query(update, [sealed, found.row, found.sealed]);
            count.done += rowCount ?? 0;
          }
        }
        after = rows.at(-1)?.row ?? '';
        if (rows.length < batch) break;
      }
      say(`${count.column}: ${count.done} sealed anew${count.unreadable > 0 ? `, ${count.unreadable} that no key of the ring opens` : ''}`);
      counts.push(count);
    }
    return counts;
  });
}
