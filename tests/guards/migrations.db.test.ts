import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import * as schema from '../../db/schema/index.ts';
import { type Engine, openEngine } from '../../dev/database/engine.ts';
import { borrow } from '../../dev/database/owner.ts';
import { root } from '../../dev/folders.ts';
import { query } from '../support/database.ts';
import { shapeOfCode, shapeOfDatabase } from './schema-shape.ts';

type Snapshot = Parameters<typeof generateMigration>[0];
const folder = join(root, 'migrations');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const scratch = mkdtempSync(join(tmpdir(), 'mirante-migrations-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const lastSnapshot = (): Snapshot => {
  const last = readdirSync(join(folder, 'meta'))
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  return JSON.parse(readFileSync(join(folder, 'meta', last ?? ''), 'utf8'));
};

describe('migrations', () => {
  test('are named, numbered and known to drizzle-kit without a gap', () => {
    expect(files.length).toBeGreaterThan(2);
    for (const [at, name] of files.entries())
      expect(name).toMatch(new RegExp(`^${String(at).padStart(4, '0')}_[a-z0-9]+(_[a-z0-9]+)+\\.sql$`));
    const { entries }: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
    expect(entries.map((entry) => `${entry.tag}.sql`)).toEqual(files);
  });

  test('leave nothing for drizzle-kit to generate', async () => {
    expect(await generateMigration(lastSnapshot(), generateDrizzleJson(schema))).toEqual([]);
  });

  test('make exactly the tables that the code knows', async () => {
    const known = shapeOfCode(schema);
    expect(known.length).toBeGreaterThan(150);
    expect(await shapeOfDatabase((sql) => query(sql))).toEqual(known);
  });

  // Whoever has rows from an earlier version keeps them; the tables exist from the second file on. One database grows file by file, and
  // a unit comes into being at each: what a file does to rows it does to those of every version before it.
  describe('keep the rows', () => {
    let grown: Engine;
    beforeAll(async () => {
      grown = await openEngine({});
      const earlier = join(scratch, 'earlier');
      for (const [at, file] of files.entries()) {
        cpSync(join(folder, file), join(earlier, file));
        expect(await run(grown, earlier)).toEqual([file]);
        if (at === 1) await borrow(grown, (sql) => sql.exec(platformRow));
        if (at >= 1) await borrow(grown, (sql) => sql.exec(rowsOfTheFirstRoad(at)));
      }
    }, 240_000);
    afterAll(() => grown?.close());

    test.each(files.slice(1).map((name, at) => [name, at + 1] as const))('that stood at %s', async (_, at) => {
      const [kept] = await borrow(grown, async (sql) => (await sql.query(whatIsKept(at))).rows);
      expect(kept).toEqual({
        tenants: 2,
        people: 1,
        reports: 1,
        favourites: 1,
        sessions: 1,
        place: `Vendas / Varejo / Vendas por loja ${at}`,
      });
    });

    test('and end where a new database ends; a second run does nothing', async () => {
      expect(await run(grown, folder)).toEqual([]);
      expect(await borrow(grown, (sql) => shapeOfDatabase(async (text) => (await sql.query(text)).rows))).toEqual(shapeOfCode(schema));
    });
  });
});

describe('the guard sees', () => {
  test('a column that only the code has', async () => {
    const { favorites, ...rest } = schema;
    expect(favorites).toBeDefined();
    expect((await generateMigration(lastSnapshot(), generateDrizzleJson(rest))).join()).toContain('DROP TABLE "favorites"');
    expect(shapeOfCode(rest)).not.toContain('favorites.report_id uuid not null');
  });

  test.each([
    ['alter table reports drop column checked_at', 'reports.checked_at timestamp with time zone'],
    ['alter table reports alter column title drop not null', 'reports.title text not null'],
    ['drop index reports_title', 'index reports_title'],
    [
      'alter table reports drop constraint reports_account',
      'reference reports (tenant_id,account_id) → service_accounts (tenant_id,id) on delete no action',
    ],
    ['alter table users drop constraint users_profile', 'check users_profile'],
  ])('%s', async (damage, line) => {
    const engine = await broken();
    const shape = await borrow(engine, async (sql) => {
      await sql.exec(`begin; ${damage}`);
      return shapeOfDatabase(async (text) => (await sql.query(text)).rows);
    });
    expect(shapeOfCode(schema)).toContain(line);
    expect(shape).not.toContain(line);
  });

  let opened: Promise<Engine> | undefined;
  async function broken(): Promise<Engine> {
    opened ??= openEngine({}).then(async (engine) => {
      await run(engine, folder);
      return engine;
    });
    return opened;
  }
  afterAll(async () => (await opened)?.close());
});

const run = (engine: Engine, from: string) => borrow(engine, (_, connection) => migrate(connection, from));

const platform = '00000000-0000-7000-8000-000000000000';
/** The ids of the unit that came into being at a file. */
const idsAt = (at: number) => Array.from({ length: 6 }, (_, n) => `00000000-0000-7000-8000-${String(at).padStart(11, '0')}${n}`);
const platformRow = `insert into tenants (id, kind, parent_id, name, sort_key) values ('${platform}', 'platform', null, 'Mirante', 'mirante')`;
function rowsOfTheFirstRoad(at: number): string {
  const [unit, group, subgroup, person, account, report] = idsAt(at);
  return `
  insert into tenants (id, kind, parent_id, name, sort_key) values ('${unit}', 'unit', '${platform}', 'Vértice', 'vertice');
  insert into settings (tenant_id, "values") values ('${unit}', '{"home_page": "/all/reports"}');
  insert into domains (host, tenant_id) values ('vertice-${at}.localhost', '${unit}');
  insert into accounts (id, email) values ('${account}', 'ana-${at}@vertice.test');
  insert into users (tenant_id, id, account_id, email, name, sort_key, profile) values ('${unit}', '${person}', '${account}', 'ana-${at}@vertice.test', 'Ana', 'ana', 'admin');
  insert into groups (tenant_id, id, name, sort_key, position) values ('${unit}', '${group}', 'Vendas', 'vendas', 0);
  insert into subgroups (tenant_id, id, group_id, name, sort_key, position) values ('${unit}', '${subgroup}', '${group}', 'Varejo', 'varejo', 0);
  insert into reports (tenant_id, id, group_id, subgroup_id, title, sort_key, added_by_id) values ('${unit}', '${report}', '${group}', '${subgroup}', 'Vendas por loja ${at}', 'vendas por loja', '${person}');
  insert into report_words (tenant_id, word, report_id) values ('${unit}', 'vendas', '${report}');
  insert into grants (tenant_id, id, report_id, subject) values ('${unit}', '${report}', '${report}', 'everyone');
  insert into favorites (tenant_id, user_id, report_id) values ('${unit}', '${person}', '${report}');
  insert into visits (tenant_id, id, user_id, report_id) values ('${unit}', '${report}', '${person}', '${report}');
  insert into sessions (id, tenant_id, home_id, user_id, expires_at) values ('${report}', '${unit}', '${unit}', '${person}', now() + interval '8 hours');
  insert into audit (tenant_id, what) values ('${unit}', 'session.start');`;
}
function whatIsKept(at: number): string {
  const [unit] = idsAt(at);
  return `select (select count(*)::int from tenants where id in ('${platform}', '${unit}')) as tenants, (select count(*)::int from users where sort_key = 'ana' and tenant_id = '${unit}') as people,
  (select count(*)::int from reports where tenant_id = '${unit}') as reports, (select count(*)::int from favorites where tenant_id = '${unit}') as favourites, (select count(*)::int from sessions where tenant_id = '${unit}') as sessions,
  (select g.name || ' / ' || s.name || ' / ' || r.title from reports r join groups g on g.id = r.group_id join subgroups s on s.id = r.subgroup_id where r.tenant_id = '${unit}') as place`;
}
