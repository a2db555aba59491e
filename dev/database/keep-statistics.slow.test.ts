import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../folders.ts';
import { keepStatistics } from './keep-statistics.ts';
import { startDatabase } from './server.ts';

test('the planner soon knows about many new rows', async () => {
  const database = await startDatabase({ migrations: join(root, 'migrations') });
  const known = async () =>
    (await database.owner.query("select reltuples::int as n from pg_class where oid = 'tenants'::regclass")).rows[0]?.n;
  try {
    await database.owner.exec('analyze tenants');
    const end = keepStatistics(database.owner, 50);
    await database.owner.query(
      "insert into tenants (id, kind, name, sort_key) select gen_random_uuid(), 'partner', 'P', 'p' from generate_series(1, 400)",
    );
    await expect.poll(known, { timeout: 20_000 }).toBe(400);
    end();
  } finally {
    await database.close();
  }
});
