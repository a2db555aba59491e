import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { type Engine, openEngine } from '../../dev/database/engine.ts';
import { borrow } from '../../dev/database/owner.ts';
import { root } from '../../dev/folders.ts';
import { getJournal } from '../../dev/migrations/journal.ts';

const folder = join(root, 'migrations');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();

describe('migrations', () => {
  test('are named, numbered and in drizzle-kit’s journal without a gap; only the newest has a snapshot', () => {
    expect(files[0]).toBe('0000_baseline.sql');
    for (const [at, name] of files.entries())
      expect(name).toMatch(new RegExp(`^${String(at).padStart(4, '0')}_[a-z0-9]+(_[a-z0-9]+)*\\.sql$`));
    expect(getJournal(folder).map(({ tag }) => `${tag}.sql`)).toEqual(files);
    expect(readdirSync(join(folder, 'meta')).toSorted()).toEqual([`${files.at(-1)?.slice(0, 4)}_snapshot.json`, '_journal.json']);
  });

  // One database is migrated file by file and gets a unit after each: a migration must keep the rows of every earlier version.
  describe('keep rows', () => {
    const scratch = mkdtempSync(join(tmpdir(), 'mirante-migrations-'));
    let grown: Engine;
    beforeAll(async () => {
      grown = await openEngine({});
      mkdirSync(join(scratch, 'earlier'));
      for (const [at, file] of files.entries()) {
        cpSync(join(folder, file), join(scratch, 'earlier', file));
        expect(await borrow(grown, (_, connection) => migrate(connection, join(scratch, 'earlier')))).toEqual([file]);
        if (at === 0) await borrow(grown, (sql) => sql.exec(platformRow));
        await borrow(grown, (sql) => sql.exec(rowsOfAUnit(at)));
      }
    }, 240_000);
    afterAll(async () => {
      await grown?.close();
      rmSync(scratch, { recursive: true, force: true });
    });

    test.each(files.map((name, at) => [name, at] as const))('written after %s', async (_, at) => {
      const [kept] = await borrow(grown, async (sql) => (await sql.query(whatIsKept(at))).rows);
      expect(kept).toEqual({
        tenants: 2,
        users: 1,
        reports: 1,
        favorites: 1,
        sessions: 1,
        place: `Vendas / Varejo / Vendas por loja ${at}`,
      });
    });

    test('and are not applied twice', async () => {
      expect(await borrow(grown, (_, connection) => migrate(connection, folder))).toEqual([]);
    });

    test('a database with migrations whose files no longer exist is refused, naming the first of them', async () => {
      const record = "insert into app_migrations.applied (name, sha256) values ('0000_another_beginning.sql', '')";
      const work = borrow(grown, async (sql, connection) => {
        await sql.exec(record);
        await migrate(connection, folder);
      });
      await expect(work).rejects.toThrow('0000_another_beginning.sql was applied to this database, but its file is gone');
    });
  });
});

const platform = '00000000-0000-7000-8000-000000000000';
/** The ids of the unit that was written after a file. */
const idsAt = (at: number) => Array.from({ length: 6 }, (_, n) => `00000000-0000-7000-8000-${String(at + 1).padStart(11, '0')}${n}`);
const platformRow = `insert into tenants (id, kind, parent_id, name, sort_key) values ('${platform}', 'platform', null, 'Mirante', 'mirante')`;
function rowsOfAUnit(at: number): string {
  const [unit, group, subgroup, person, account, report] = idsAt(at);
  return `
  insert into tenants (id, kind, parent_id, name, sort_key) values ('${unit}', 'unit', '${platform}', 'Vértice', 'vertice');
  insert into settings (tenant_id, "values") values ('${unit}', '{"home_page": "/all/reports"}');
  insert into domains (host, tenant_id) values ('vertice-${at}.localhost', '${unit}');
  insert into accounts (id, email) values ('${account}', 'ana-${at}@vertice.test');
  insert into users (tenant_id, id, account_id, email, name, sort_key, profile)
    values ('${unit}', '${person}', '${account}', 'ana-${at}@vertice.test', 'Ana', 'ana', 'admin');
  insert into groups (tenant_id, id, name, sort_key, position) values ('${unit}', '${group}', 'Vendas', 'vendas', 0);
  insert into subgroups (tenant_id, id, group_id, name, sort_key, position)
    values ('${unit}', '${subgroup}', '${group}', 'Varejo', 'varejo', 0);
  insert into reports (tenant_id, id, group_id, subgroup_id, title, sort_key, added_by_id)
    values ('${unit}', '${report}', '${group}', '${subgroup}', 'Vendas por loja ${at}', 'vendas por loja', '${person}');
  insert into report_words (tenant_id, word, report_id) values ('${unit}', 'vendas', '${report}');
  insert into grants (tenant_id, id, report_id, subject) values ('${unit}', '${report}', '${report}', 'everyone');
  insert into favorites (tenant_id, user_id, report_id) values ('${unit}', '${person}', '${report}');
  insert into visits (tenant_id, id, user_id, report_id) values ('${unit}', '${report}', '${person}', '${report}');
  insert into sessions (id, tenant_id, home_id, user_id, expires_at)
    values ('${report}', '${unit}', '${unit}', '${person}', now() + interval '8 hours');
  insert into audit (tenant_id, what) values ('${unit}', 'session.start');`;
}
function whatIsKept(at: number): string {
  const [unit] = idsAt(at);
  return `select (select count(*)::int from tenants where id in ('${platform}', '${unit}')) as tenants,
    (select count(*)::int from users where sort_key = 'ana' and tenant_id = '${unit}') as users,
  (select count(*)::int from reports where tenant_id = '${unit}') as reports,
  (select count(*)::int from favorites where tenant_id = '${unit}') as favorites,
  (select count(*)::int from sessions where tenant_id = '${unit}') as sessions,
  (select g.name || ' / ' || s.name || ' / ' || r.title
    from reports r join groups g on g.id = r.group_id join subgroups s on s.id = r.subgroup_id
    where r.tenant_id = '${unit}') as place`;
}
