import { type Place, sealer } from '../../functions/services/seal.ts';
import { connected } from '../connected.ts';

/** A column whose sealed values live as long as their rows; values sealed for minutes (embed tokens, uploads, sign-ins) expire. */
type Column = { table: string; column: string; row: string; tenant: string; read: string; write: string };

const plain = (table: string, column: string, more: Partial<Column> = {}): Column => ({
  ...{ table, column, row: 'id::text', tenant: 'tenant_id::text', read: column, write: `${column} = $1` },
  ...more,
});
const setting = (key: string) =>
  plain('sso_apps', `settings.${key}`, {
    read: `settings->>'${key}'`,
    write: `settings = jsonb_set(settings, '{${key}}', to_jsonb($1::text))`,
  });

const sealedColumns: readonly Column[] = [
  plain('service_accounts', 'secret_sealed'),
  plain('mail_servers', 'password_sealed', { row: 'tenant_id::text' }),
  plain('embed_keys', 'secret_sealed'),
  setting('key'),
  setting('secret'),
  // An authenticator app belongs to its account, not to a tenant.
  plain('factors', 'secret', { tenant: `'-'` }),
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
    for (const { table, column, row: id, tenant, read, write } of sealedColumns) {
      const count = { column: `${table}.${column}`, done: 0, unreadable: 0 };
      for (let after = ''; ; ) {
        const { rows }: { rows: Row[] } = await client.query(
          `select ${tenant} as tenant, ${id} as row, ${read} as sealed from ${table} where ${read} is not null and split_part(${read}, '.', 1) <> $1 and ${id} > $2 order by ${id} limit ${batch}`,
          [current, after],
        );
        for (const found of rows) {
          const place: Place = { tenantId: found.tenant, table, rowId: found.row, column };
          const text = await seals.open(found.sealed, place).catch(() => null);
          if (text === null) count.unreadable += 1;
          else {
            const sealed = await seals.seal(text, place);
            const { rowCount } = await client.query(`update ${table} set ${write} where ${id} = $2 and ${read} = $3`, [
              sealed,
              found.row,
              found.sealed,
            ]);
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
