import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../dev/database/engine.ts';
import { borrow } from '../../dev/database/owner.ts';
import { root } from '../../dev/folders.ts';
import { type Catalog, describeDifference, differences } from '../../dev/migrations/catalog.ts';
import { changesBetween } from '../../dev/migrations/changes.ts';
import { compose } from '../../dev/migrations/compose.ts';
import { catalogOfMigrations, catalogOfState, lookUp } from '../../dev/migrations/scratch.ts';
import { readState, refuseStrangers, type State } from '../../dev/migrations/state.ts';
import { getSnapshot, lastSnapshot, tableStatements } from '../../dev/migrations/tables.ts';

const folder = join(root, 'migrations');
let state: State;
let said: Catalog;
let made: Catalog;
let migrated: Engine;
beforeAll(async () => {
  state = await readState();
  migrated = await openEngine({});
  said = await catalogOfState(migrated, state);
  made = await catalogOfMigrations(migrated, folder);
}, 120_000);
afterAll(() => migrated?.close());

const getLines = (before: Catalog) => differences(before, said).map(describeDifference);

describe('db/', () => {
  test('matches the migrations; after a change, `npm run db:migration -- "a sentence"` writes the missing one', () => {
    expect(getLines(made)).toEqual([]);
    expect(said.function.size).toBeGreaterThan(200);
    expect(said.policy.size).toBeGreaterThan(130);
    expect(said.relation.size).toBeGreaterThan(70);
  });

  test('has one file for each function and one for each table', () => {
    expect([...said.function.keys()].map((signature) => signature.replace(/^app\.|\(.*/g, '')).sort()).toEqual([...state.functions.keys()]);
    const tables = [...said.security.keys()].filter((table) => !['secret', 'actions'].includes(table));
    expect(tables.sort()).toEqual([...state.policies.keys()]);
    expect(() => refuseStrangers('enter', state.functions.get('enter_job') ?? '')).toThrow('must hold app.enter');
    expect(() => refuseStrangers('enter', (state.functions.get('enter') ?? '').repeat(2))).toThrow('must hold app.enter');
  });

  test('leaves nothing for drizzle-kit to generate', async () => {
    const last = lastSnapshot(folder);
    expect(await tableStatements(last, getSnapshot(state, last))).toEqual([]);
    const { 'report-groups': _, ...rest } = state.schema;
    expect((await tableStatements(last, getSnapshot({ schema: rest }, last))).join()).toContain('DROP TABLE "groups"');
  });
});

// Each damages a different object, so that one look finds all.
const repairable: readonly (readonly [damage: string, line: string])[] = [
  ["create function app.stray() returns int language sql as 'select 1'", 'function app.stray(): only in the migrations'],
  ['drop function app.lift_lock(uuid)', 'function app.lift_lock(uuid): only in db/'],
  ['alter function app.lock_keys(uuid) volatile', 'function app.lock_keys(uuid): the migrations say'],
  ['alter function app.embed_person(uuid, uuid) security invoker', 'function app.embed_person(uuid,uuid): the migrations say'],
  ['alter function app.own_factors(boolean, boolean) reset search_path', 'function app.own_factors(boolean,boolean): the migrations say'],
  ['alter function app.own_remembered() owner to postgres', 'signature app.own_remembered(): the migrations say'],
  ['grant execute on function app.person_lock(uuid) to mirante_public', 'callers app.person_lock(uuid): the migrations say'],
  ['grant execute on function app.set_me(uuid, uuid, uuid, text, uuid, text, text, text, uuid, uuid) to public', 'callers app.set_me('],
  ['revoke execute on function app.enter_job(uuid) from mirante_job', 'callers app.enter_job(uuid): the migrations say'],
  [
    'create or replace function app.home_id() returns uuid stable parallel safe return (app.me())[2]::uuid',
    'function app.home_id(): the migrations say',
  ],
  [
    "drop function app.may_try_code(); create function app.may_try_code(p_stray int default 1) returns boolean language sql as 'select true'",
    'function app.may_try_code(integer): only in the migrations',
  ],
  ['drop trigger users_ended on users', 'trigger users users_ended: only in db/'],
  [
    'create trigger stray after insert on reports for each row execute function app.end_access()',
    'trigger reports stray: only in the migrations',
  ],
  [
    'create or replace trigger users_parted before insert on users for each row execute function app.part_account()',
    'trigger users users_parted: the migrations say',
  ],
  ['alter table users disable trigger users_administered', 'trigger users users_administered: the migrations say'],
  ['create policy stray on reports to mirante_app using (true)', 'policy reports stray: only in the migrations'],
  ['drop policy own on groups', 'policy groups own: only in db/'],
  ['alter policy own on subgroups to mirante_app', 'policy subgroups own: the migrations say'],
  ['alter policy own on grants with check (true)', 'policy grants own: the migrations say'],
  ['alter table viewers no force row level security', 'security viewers: the migrations say'],
  ['alter table mails disable row level security', 'security mails: the migrations say'],
  ['grant truncate on exports to mirante_job', 'grants exports: the migrations say'],
  ['grant update (title) on reports to mirante_job', 'columnGrants reports.title: only in the migrations'],
  ['revoke update (change) on audit from mirante_gate', 'columnGrants audit.change: only in db/'],
  ["comment on column visits.user_id is 'somebody'", 'comment table column public.visits.user_id: the migrations say'],
  ["insert into app.actions values ('groups.edit', 'master', true, 'units', false)", 'action groups.edit master: only in the migrations'],
  ["update app.actions set limited = false where action = 'config.read'", 'action config.read admin: the migrations say'],
  ["delete from app.actions where action = 'session.keep'", 'action session.keep admin: only in db/'],
];

describe('the guard sees', () => {
  let seen: string[];
  let left: string[];
  beforeAll(async () => {
    await borrow(migrated, async (sql) => {
      await sql.exec(['begin', ...repairable.map(([damage]) => damage)].join('; '));
      const before = await lookUp(sql);
      seen = getLines(before);
      await sql.exec(compose(state, { ...changesBetween(before, said), tables: '' }));
      left = getLines(await lookUp(sql));
    });
  }, 120_000);

  test.each(repairable)('%s', (_, line) => {
    expect(seen).toContainEqual(expect.stringContaining(line));
  });

  test('and the migration that is written for all of it leaves no difference', () => {
    expect(left).toEqual([]);
  });
});

const beyond: readonly (readonly [damage: string, line: string])[] = [
  ['alter table reports drop column checked_at', 'column reports.checked_at: only in db/'],
  ['alter table reports alter column title drop not null', 'column reports.title: the migrations say'],
  ['alter table workspaces alter column sort_key type text collate "default"', 'column workspaces.sort_key: the migrations say'],
  ["alter table reports alter column kind set default 'other'", 'column reports.kind: the migrations say'],
  ['drop index reports_title', 'index reports_title: only in db/'],
  ['alter table reports drop constraint reports_account', 'constraint reports reports_account: only in db/'],
  ['alter table users drop constraint users_profile', 'constraint users users_profile: only in db/'],
  ['create table stray (id int)', 'relation stray: only in the migrations'],
  ['alter role mirante_app bypassrls', 'role mirante_app: the migrations say'],
  ['grant mirante_gate to mirante_app', 'role mirante_gate: the migrations say'],
  ['grant create on schema app to mirante_gate', 'schema app: the migrations say'],
  ['grant temporary on database postgres to public', 'database grants: the migrations say'],
  [
    'alter default privileges in schema public grant insert on tables to mirante_gate',
    'defaultGrants postgres public r: the migrations say',
  ],
  ['delete from app.secret', 'secret true: only in db/'],
  ["create type app.mood as enum ('good')", 'type mood: only in the migrations'],
  ['create sequence numbers', 'sequence numbers: only in the migrations'],
  ['create view one as select 1 as one', 'rule one _RETURN: only in the migrations'],
  ['create statistics pairs on tenant_id, group_id from reports', 'statistics pairs: only in the migrations'],
];

describe('the guard also sees what has to be fixed by drizzle-kit or by hand:', () => {
  let seen: string[];
  beforeAll(async () => {
    await borrow(migrated, async (sql) => {
      await sql.exec(['begin', ...beyond.map(([damage]) => damage)].join('; '));
      seen = getLines(await lookUp(sql));
    });
  }, 120_000);

  test.each(beyond)('%s', (_, line) => {
    expect(seen).toContainEqual(expect.stringContaining(line));
  });
});
