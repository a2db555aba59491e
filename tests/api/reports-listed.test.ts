// A list is computed with sets, one report from its own rows (docs/decisions/0029): both must agree in every situation.
import { expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { type GroupOptions, makeGrant, makeGroup, makeReport, makeSubgroup, makeUserGroup } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const past = '2026-01-01T00:00:00Z';

test('lists, menu, search and counts show exactly the reports that open', async () => {
  const tenant = await makeTenant();
  const [viewer, other, admin] = [await makeUser(tenant), await makeUser(tenant), await makeUser(tenant, { profile: 'admin' })];
  const shelves: [string, GroupOptions, deleted: boolean][] = [
    ['open', {}, false],
    ['hidden', { hidden: true }, false],
    ['mine', { viewers: [viewer] }, false],
    ['other', { viewers: [other] }, false],
    ['gone', {}, true],
    ['gone-hidden', { hidden: true }, true],
    ['gone-mine', { viewers: [viewer] }, true],
    ['gone-other', { viewers: [other] }, true],
  ];
  const remove = (table: 'groups' | 'subgroups', id: string) => query(`update ${table} set deleted_at = now() where id = $1`, [id]);
  const [mine, others] = [await makeUserGroup(tenant, { members: [viewer] }), await makeUserGroup(tenant, { members: [other] })];
  const open = await makeGroup(tenant, { name: 'Comercial' });
  const places: { name: string; group?: { id: string }; subgroup?: { id: string } }[] = [{ name: 'nowhere' }];
  for (const [name, options, deleted] of shelves) {
    const group = await makeGroup(tenant, { ...options, name: `group ${name}` });
    const subgroup = await makeSubgroup(tenant, open, { ...options, name: `sub-group ${name}` });
    const inside = await makeSubgroup(tenant, group, { name: `inside ${name}` });
    if (deleted) await remove('groups', group.id);
    if (deleted) await remove('subgroups', subgroup.id);
    places.push({ name, group }, { name: `sub ${name}`, group: open, subgroup }, { name: `inside ${name}`, group, subgroup: inside });
  }
  const made: { id: string; place: string; grant: string }[] = [];
  for (const { name, ...place } of places) {
    const make = async (grant: string) => {
      const report = await makeReport(tenant, { title: `Painel ${name} ${grant}`, ...place, hidden: grant === 'hidden' });
      made.push({ id: report.id, place: name, grant });
      return report;
    };
    await makeGrant(tenant, await make('everyone'), null);
    await makeGrant(tenant, await make('own'), viewer);
    await makeGrant(tenant, await make('group'), mine, { toGroup: true });
    const { id } = await makeGrant(tenant, await make('catalog'), viewer);
    await query("update grants set source = 'catalog' where id = $1", [id]);
    // A report granted to no one here is closed in the same way everywhere.
    if (name !== 'nowhere' && name !== 'open') continue;
    await make('nobody');
    await makeGrant(tenant, await make('hidden'), null);
    await makeGrant(tenant, await make('ended'), viewer, { validUntil: past });
    await makeGrant(tenant, await make('other'), other);
    await makeGrant(tenant, await make('other group'), others, { toGroup: true });
  }
  for (const person of [viewer, admin]) {
    const client = await getApi(harness, tenant, person);
    const opens: string[] = [];
    for (const { id } of made)
      if ((await client.post('/api/auth/report_view/check/exist/report', { reportId: id })).body.exists) opens.push(id);
    expect(made.filter(({ id }) => opens.includes(id)).map(getName)).toEqual(
      made.filter((report) => (person === admin ? adminSees : viewerSees)(report)).map(getName),
    );
    opens.sort();
    expect(await listed(client)).toEqual(opens);
    const select = (await client.get('/api/auth/group_reports/get/reports/all/select')).body;
    expect(getIds(select.reports)).toEqual(opens);
    const menu = (await client.get('/api/auth/group_reports/get/config/menu/reports')).body;
    expect(menu.total).toBe(opens.length);
    for (const group of menu.groups) {
      expect([group.name, group.reports]).toEqual([group.name, (await listed(client, `&group=${group.id}`)).length]);
      for (const { id, name, reports } of group.subgroups)
        expect([name, reports]).toEqual([name, (await listed(client, `&subgroup=${id}`)).length]);
    }
    const home = (await client.get('/api/auth/dashboard')).body;
    expect(home.counts.reports).toBe(opens.length);
    expect(home.groups.map(({ id, reports }: { id: string; reports: number }) => [id, reports])).toEqual(
      menu.groups.map(({ id, reports }: { id: string; reports: number }) => [id, reports]),
    );
    const found = (await client.get('/api/auth/search?q=painel')).body.reports;
    expect(found.length).toBe(8);
    expect(opens).toEqual(expect.arrayContaining(getIds(found)));
  }
});

type Made = { place: string; grant: string };
const getName = ({ place, grant }: Made) => `${place}: ${grant}`;
const adminSees = ({ place, grant }: Made) => grant !== 'hidden' && !place.endsWith('hidden');
/** A catalog grant shows a report even if its group is restricted. */
const viewerSees = (report: Made) =>
  adminSees(report) &&
  (report.grant === 'catalog' || (['everyone', 'own', 'group'].includes(report.grant) && !report.place.endsWith('other')));

const getIds = (reports: readonly { id: string }[]): string[] => reports.map(({ id }) => id).sort();

/** The ids of every page of a list. */
async function listed(client: Api, more = ''): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.get(`/api/auth/reports?size=100&page=${page}${more}`);
    ids.push(...getIds(body.items));
    if (page >= body.pages) {
      expect(body.total).toBe(ids.length);
      return ids.sort();
    }
  }
}
