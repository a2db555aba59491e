import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { afterAll, describe, expect, test } from 'vitest';
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

  // Whoever has rows from an earlier version keeps them; the tables exist from the second file on.
  test.each(files.slice(1).map((name, at) => [at + 2, name] as const))(
    'apply to a database with rows that stood at file %i',
    async (count, name) => {
      const earlier = join(scratch, name);
      for (const file of files.slice(0, count)) cpSync(join(folder, file), join(earlier, file));
      const engine = await openEngine({});
      try {
        expect(await run(engine, earlier)).toEqual(files.slice(0, count));
        await borrow(engine, (sql) => sql.exec(rowsOfTheFirstRoad));
        expect(await run(engine, folder)).toEqual(files.slice(count));
        const [kept] = await borrow(engine, async (sql) => (await sql.query(whatIsKept)).rows);
        expect(kept).toEqual({ tenants: 2, people: 1, reports: 1, favourites: 1, sessions: 1, place: 'Vendas / Varejo / Vendas por loja' });
        expect(await run(engine, folder)).toEqual([]);
        expect(await borrow(engine, (sql) => shapeOfDatabase(async (text) => (await sql.query(text)).rows))).toEqual(shapeOfCode(schema));
      } finally {
        await engine.close();
      }
    },
  );
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

const [platform, unit, group, subgroup, person, account, report] = Array.from(
  { length: 7 },
  (_, n) => `00000000-0000-7000-8000-00000000000${n}`,
);
const rowsOfTheFirstRoad = `
  insert into tenants (id, kind, parent_id, name, sort_key) values ('${platform}', 'platform', null, 'Mirante', 'mirante'), ('${unit}', 'unit', '${platform}', 'Vértice', 'vertice');
  insert into settings (tenant_id, "values") values ('${unit}', '{"home_page": "/all/reports"}');
  insert into domains (host, tenant_id) values ('vertice.localhost', '${unit}');
  insert into accounts (id, email) values ('${account}', 'ana@vertice.test');
  insert into users (tenant_id, id, account_id, email, name, sort_key, profile) values ('${unit}', '${person}', '${account}', 'ana@vertice.test', 'Ana', 'ana', 'admin');
  insert into groups (tenant_id, id, name, sort_key, position) values ('${unit}', '${group}', 'Vendas', 'vendas', 0);
  insert into subgroups (tenant_id, id, group_id, name, sort_key, position) values ('${unit}', '${subgroup}', '${group}', 'Varejo', 'varejo', 0);
  insert into reports (tenant_id, id, group_id, subgroup_id, title, sort_key, added_by_id) values ('${unit}', '${report}', '${group}', '${subgroup}', 'Vendas por loja', 'vendas por loja', '${person}');
  insert into report_words (tenant_id, word, report_id) values ('${unit}', 'vendas', '${report}');
  insert into grants (tenant_id, id, report_id, subject) values ('${unit}', '${report}', '${report}', 'everyone');
  insert into favorites (tenant_id, user_id, report_id) values ('${unit}', '${person}', '${report}');
  insert into visits (tenant_id, id, user_id, report_id) values ('${unit}', '${report}', '${person}', '${report}');
  insert into sessions (id, tenant_id, home_id, user_id, expires_at) values ('${report}', '${unit}', '${unit}', '${person}', now() + interval '8 hours');
  insert into audit (tenant_id, what) values ('${unit}', 'session.start');`;
const whatIsKept = `select (select count(*)::int from tenants) as tenants, (select count(*)::int from users where sort_key = 'ana') as people, (select count(*)::int from reports) as reports,
  (select count(*)::int from favorites) as favourites, (select count(*)::int from sessions) as sessions,
  (select g.name || ' / ' || s.name || ' / ' || r.title from reports r join groups g on g.id = r.group_id join subgroups s on s.id = r.subgroup_id) as place`;
