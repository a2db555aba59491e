import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFamily } from '../../domain/notifications/families.ts';
import { isNotificationKind } from '../../domain/notifications/words.ts';
import { type Database, startDatabase } from '../database/server.ts';
import { readBookmark } from '../powerbi/page/bookmark.ts';
import { makeKeys } from '../secrets.ts';
import { seed } from './seed.ts';

const day = 86_400_000;
const { SEAL_KEYS: sealKeys } = makeKeys();
const first = { sealKeys, reportServiceUrl: 'http://127.0.0.1:8790', smtpPort: 8795, now: Date.UTC(2026, 10, 20, 13) };

let database: Database;
const ask = async (text: string, params: unknown[] = []) => (await database.owner.query(text, params)).rows;
const start = (now: number, smtpPort = first.smtpPort) => database.owner.atOnce((sql) => seed(sql, { ...first, now, smtpPort }));

/** Whether a person sees a report, by the grants alone. */
const sees = `exists (select from grants x where x.tenant_id = q.tenant_id and x.report_id = q.report_id and (x.subject = 'everyone' or x.user_id = q.user_id
  or x.user_group_id in (select m.user_group_id from user_group_members m where m.tenant_id = q.tenant_id and m.user_id = q.user_id)))`;

async function windowsAt(now: number): Promise<string[]> {
  const rows = await ask('select * from maintenance order by starts_at');
  return rows.map((row) => {
    if (row.closed_at) return row.ends_at.getTime() <= now ? 'past' : 'wrong';
    if (row.opened_at) return row.starts_at.getTime() <= now && row.ends_at.getTime() > now ? 'running' : 'wrong';
    return row.announced_at ? 'announced' : 'planned';
  });
}

beforeAll(async () => {
  database = await startDatabase({ migrations: 'migrations' });
  await start(first.now);
}, 240_000);
afterAll(() => database.close());

describe('the demo’s activity', () => {
  it('has a request in every state, and people with a pending or refused one do not see the report', async () => {
    const rows = await ask(`select q.state, q.reminded, q.asked_at, ${sees} as sees from catalog_requests q`);
    expect(new Set(rows.map(({ state }) => state))).toEqual(
      new Set(['pending', 'granted', 'denied', 'expired', 'cancelled', 'revoked', 'ended']),
    );
    for (const row of rows) expect(row.sees, row.state).toBe(row.state === 'granted');
    const due = rows.filter(({ state, asked_at, reminded }) => {
      const days = (first.now - asked_at.getTime()) / day;
      return state === 'pending' && [3, 10, 25].filter((passed) => days >= passed).length > reminded;
    });
    expect(due.length).toBeGreaterThan(1);
  });

  it('requests only reports in the catalog, and grants a role that the model has', async () => {
    expect(
      await ask(
        'select 1 from catalog_requests q join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where not r.on_catalog or r.hidden',
      ),
    ).toEqual([]);
    const [grant] = await ask(`select identity from grants where source = 'catalog' and identity is not null`);
    expect(grant?.identity).toEqual({ username: 'Norte', roles: ['Regional'] });
  });

  it('keeps views whose state the stand-in can open on the page they name', async () => {
    const rows = await ask('select state, page, shared from report_views');
    for (const { state, page } of rows) expect(readBookmark(state)?.page).toBe(page);
    expect(new Set(rows.map(({ shared }) => shared))).toEqual(new Set([true, false]));
  });

  it('shows reports in playlists that have the page', async () => {
    const rows = await ask(
      'select i.page, r.pages from playlist_items i join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id',
    );
    for (const { page, pages } of rows) expect(pages.map(({ name }: { name: string }) => name)).toContain(page);
  });

  it('has notifications of several kinds over several days, read and unread, with links to existing rows', async () => {
    const rows = await ask('select * from notifications');
    const kinds = rows.map(({ kind }) => kind).filter(isNotificationKind);
    expect(kinds).toHaveLength(rows.length);
    expect(new Set(kinds.map(getFamily)).size).toBeGreaterThan(4);
    expect(new Set(rows.map(({ created_at }) => created_at.toISOString().slice(0, 10))).size).toBeGreaterThan(5);
    expect(rows.some(({ read_at }) => read_at) && rows.some(({ read_at }) => !read_at)).toBe(true);
    const known = await ask(
      `select id from reports union select id from subgroups union select id from groups union select id from catalog_requests
        union select id from messages`,
    );
    const ids = new Set(known.map(({ id }) => id));
    for (const { link } of rows)
      for (const id of String(link).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []) expect(ids.has(id), link).toBe(true);
  });

  it('has windows that are planned, announced, running and past', async () => {
    expect(new Set(await windowsAt(first.now))).toEqual(new Set(['planned', 'announced', 'running', 'past']));
  });

  it('has two months of visits by many people, counted by day, and reports that were never opened', async () => {
    const [vertice] =
      await ask(`select count(*)::int as n, count(distinct user_id)::int as people, min(started_at) as first, max(started_at) as last
      from visits where tenant_id = (select tenant_id from domains where host = 'vertice.localhost')`);
    expect(vertice?.n).toBeGreaterThan(800);
    expect(vertice?.people).toBeGreaterThan(40);
    expect(first.now - vertice?.first.getTime()).toBeGreaterThan(50 * day);
    expect(vertice?.last.getTime()).toBeLessThanOrEqual(first.now);
    const [counted] = await ask('select sum(views)::int as x from usage_days');
    const [visited] = await ask('select count(*)::int as x from visits');
    expect(counted).toEqual(visited);
    const never = await ask(
      'select 1 from reports r where not r.hidden and not exists (select from visits v where v.tenant_id = r.tenant_id and v.report_id = r.id)',
    );
    expect(never.length).toBeGreaterThan(3);
  });

  it('has a unit with people and an account and nothing else', async () => {
    const [cerrado] = await ask(`select (select count(*) from users u where u.tenant_id = t.id)::int as people,
        (select count(*) from service_accounts a where a.tenant_id = t.id)::int as accounts,
      (select count(*) from reports r where r.tenant_id = t.id)::int
        + (select count(*) from groups g where g.tenant_id = t.id)::int
        + (select count(*) from workspaces w where w.tenant_id = t.id)::int as others
      from tenants t where t.name = 'Cerrado Têxtil'`);
    expect(cerrado).toEqual({ people: 5, accounts: 1, others: 0 });
  });
});

describe('a later start', () => {
  it('has the same windows, requests, visits and addresses as on the first day, and leaves what people decided', async () => {
    await ask(`update catalog_requests set state = 'granted', version = 2, decided_at = $1 where justification like 'Preciso explicar%'`, [
      new Date(first.now).toISOString(),
    ]);
    await ask(`update maintenance set cancelled_at = $1, version = 2 where title = 'Manutenção da Logística'`, [
      new Date(first.now).toISOString(),
    ]);
    const [visits] = await ask('select count(*)::int as n from visits');
    const later = first.now + 45 * day;
    await start(later, 9915);

    const states = await windowsAt(later);
    expect(states.filter((state) => state === 'wrong')).toEqual([]);
    expect(new Set(states)).toEqual(new Set(['planned', 'announced', 'running', 'past']));
    const [window] = await ask(`select starts_at from maintenance where title = 'Manutenção da Logística'`);
    expect(window?.starts_at.getTime()).toBeLessThan(later);
    const [decided] = await ask(`select asked_at from catalog_requests where version = 2`);
    expect(decided?.asked_at.getTime()).toBeLessThan(first.now);
    const pending = await ask(`select asked_at from catalog_requests where state = 'pending'`);
    for (const { asked_at } of pending) expect(later - asked_at.getTime()).toBeLessThan(12 * day);
    expect(await ask('select port from mail_servers')).toEqual([{ port: 9915 }]);
    // Ended imports are forgotten after 90 days: the demo's is never so old.
    const [run] = await ask('select ended_at, succeeded, failed, total from user_imports');
    expect(later - run?.ended_at.getTime()).toBeLessThan(30 * day);
    const lines = 'select state, count(*)::int as n from user_import_rows where n > 1 group by state order by state';
    expect(await ask(lines)).toEqual([
      { state: 'failed', n: run?.failed },
      { state: 'success', n: run?.succeeded },
    ]);
    expect(
      await ask(
        `select 1 from user_import_rows r left join users u on u.id = r.user_id where r.state = 'success' and u.email is distinct from r.email`,
      ),
    ).toEqual([]);

    expect(await ask('select count(*)::int as n from visits')).toEqual([visits]);
    const [last] = await ask('select max(day)::text as day, sum(views)::int as views from usage_days');
    expect(last).toEqual({ day: new Date(later).toISOString().slice(0, 10), views: visits?.n });
  });
});
